/** The database is changed behind the log's back; the next look at the books finds it and names the place. */
import { connect } from "#tools/testing/database.ts";
import { openLedgerPerTest } from "#tools/testing/test-ledger.ts";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { DatabaseClient } from "../../connect/database-client.ts";
import { projections } from "../replay/shadow.ts";
import { orderOf, purchaseBy, type Shop } from "../../log/testing/shop.ts";
import { forgeChain } from "../../log/testing/forge-chain.ts";
import { storyDatabase } from "#tools/testing/story-database.ts";
import { verify } from "../verify.ts";
import { forgetVerified } from "./auditor.ts";
import { look } from "./look.ts";
import { readRoot } from "./tree.ts";

const ledger = openLedgerPerTest(async () => (await storyDatabase()).database);
let auditor: DatabaseClient;
let shop: Shop;

beforeEach(async () => {
  ({ shop } = await storyDatabase());
  auditor = await connect(ledger.database.auditorUrl);
  await ledger.owner.query("alter table ledger.event disable trigger append_only");
});

afterEach(() => auditor.end());

const places = async () => (await look(auditor)).findings.map(({ where }) => where);

const columns =
  "amount, balance_after, recorded_at, command_id, wallet, fingerprint, hash, type, actor, counterparty, data";

test("sums that were stored before the log had a column for house accounts stay right", async () => {
  expect(await places()).toEqual([]);
  // As the table was then.
  await ledger.owner.query(`create table public.first_event (like ledger.event);
    alter table public.first_event drop column house`);
  const first = `position, version, stream, ${columns}`;
  await ledger.owner.query(
    `insert into public.first_event (${first}) select ${first} from ledger.event where house is null`,
  );
  const { rows } = await ledger.owner.query(`select sum as stored, (
      select sum(hashint8extended(hash_record_extended(f, 0), 0)) from public.first_event f
    ) + (
      select sum(hashint8extended(hash_record_extended(e, 0), 0)) from ledger.event e where house is not null
    ) as counted from audit.log_block`);
  expect(rows).toEqual([{ stored: rows[0]?.counted, counted: rows[0]?.counted }]);
});

test("a look finds nothing wrong while the shop goes on writing", async () => {
  expect(await places()).toEqual([]);
  const { admin, customers } = shop;
  const [, kofi = ""] = customers;
  for (let n = 0; n < 3; n++) {
    await ledger.run("change_product_status", { product: "mtn", status: "available" }, admin);
    const order = orderOf(await ledger.buy(kofi));
    expect(await places()).toEqual([]);
    await ledger.run("process_order", { order }, admin);
    expect(await places()).toEqual([]);
    await ledger.run("reject_order", { order, reason: "no" }, admin);
    await ledger.run("remove_order", { order }, admin);
    await ledger.run("change_product_status", { product: "mtn", status: "out of stock" }, admin);
    await ledger.writer.submit(purchaseBy(kofi), { remember: true });
    const { findings, position, hash } = await look(auditor);
    expect(findings).toEqual([]);
    expect({ position, hash }).toEqual((await verify(ledger.owner)).head);
  }
});

test("a look finds rows that were wrong before the first look", async () => {
  const first = (table: string, more: string) =>
    `where ctid = (select min(ctid) from ledger.${table} where ${more})`;
  await ledger.owner.query(`update ledger.command set events = 7 ${first("command", "events > 0")};
    update ledger.wallet set balance = 7 ${first("wallet", "true")}`);
  const found = await places();
  expect(found).toContainEqual(expect.stringMatching(/^ledger\.command id=/));
  expect(found).toContainEqual(expect.stringMatching(/^ledger\.wallet user_id=/));
});

describe("a look finds a changed event", () => {
  test("a look names position 1 after the first event is deleted", async () => {
    expect(await places()).toEqual([]);
    await ledger.owner.query("begin; delete from ledger.event where position = 1");
    await ledger.owner.query("commit");
    expect(await places()).toEqual(["position 1"]);
  });

  test("a look names the last position after the last event is deleted and the head moved back", async () => {
    const { position } = await look(auditor);
    await ledger.owner.query(`delete from ledger.event where position = ${position};
      update ledger.head set (position, hash, recorded_at) = (select position, hash, recorded_at from ledger.event order by position desc limit 1)`);
    expect(await places()).toEqual([`position ${position}`]);
  });

  test("a look names an event that changed before it was verified", async () => {
    expect(await places()).toEqual([]);
    const { position } = (await ledger.run("change_notice", { notice: "new" }, shop.admin))[0]!;
    await ledger.owner.query(
      `update ledger.event set data = '{"after":"x","before":""}' where position = ${position}`,
    );
    expect(await places()).toEqual([`position ${position}`]);
  });

  test("a look finds a forged chain that verify accepts, by what was verified before", async () => {
    expect(await places()).toEqual([]);
    // Nobody's act, so no other table has its actor.
    const { rows } = await ledger.owner.query<{ position: number }>(
      "update ledger.event set actor = 'somebody' where type = 'wallet_opened' and position < 10 returning position",
    );
    await forgeChain(ledger.owner, rows[0]!.position);
    expect((await verify(ledger.owner)).findings).toEqual([]);
    expect(await places()).toEqual(["positions 1 to 65536"]);
  });

  test("verify finds a forged chain in which somebody else moved money, by the acts and by the sums of days", async () => {
    expect(await places()).toEqual([]);
    await ledger.owner.query("update ledger.event set actor = 'somebody' where position = 12");
    await forgeChain(ledger.owner, 12);
    const found = async () => (await verify(ledger.owner)).findings.map(({ where }) => where);
    expect(await found()).toEqual(["ledger.act position=12"]);
    await ledger.owner.query("update ledger.act set actor = 'somebody' where position = 12");
    expect(await found()).toHaveLength(2);
    expect(await found()).toContainEqual(expect.stringMatching(/^audit\.alone_day .* somebody /));
  });
});

test("the tree over the log is the same whether it grows at once or in steps", async () => {
  const { position } = await look(auditor);
  const root = await readRoot(auditor, position);
  expect(await forgetVerified(ledger.owner)).toBe(true);
  await look(auditor);
  expect(await readRoot(auditor, position)).toEqual(root);
  expect((await look(auditor)).findings).toEqual([]);
});

test("an auditor goes on after an older one, which copies no acts", async () => {
  expect(await places()).toEqual([]);
  await ledger.run("change_notice", { notice: "new" }, shop.admin);
  expect(await places()).toEqual([]);
  await ledger.owner.query(`delete from audit.act where position > 5; update audit.state set acts = 5`);
  expect(await places()).toEqual([]);
  await ledger.owner.query("delete from audit.act where position > 5");
  expect(await places()).toContainEqual(expect.stringMatching(/^ledger\.act position=\d+$/));
});

test("each twin has the same columns as its projection", async () => {
  const { rows } = await ledger.owner.query(`
    select table_name, table_schema, array_agg(column_name || ' ' || data_type || ' ' || is_nullable order by ordinal_position) as columns
    from information_schema.columns where table_schema in ('ledger', 'audit') group by 1, 2`);
  const columnsOf = (schema: string, table: string) =>
    rows.find((row) => row.table_schema === schema && row.table_name === table)?.columns;
  for (const name of Object.keys(projections).filter((each) => each !== "command"))
    expect([name, columnsOf("audit", name)]).toEqual([name, columnsOf("ledger", name)]);
});
