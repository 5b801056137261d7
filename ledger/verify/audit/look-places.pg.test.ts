/** Rows and events are changed behind the log's back: a look names the place until it is repaired, in one ledger for all. */
import { connect } from "#tools/testing/database.ts";
import { openTestLedger } from "#tools/testing/test-ledger.ts";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { DatabaseClient } from "../../connect/database-client.ts";
import { rebuild } from "../rebuild.ts";
import { tellStory } from "../../log/testing/story.ts";
import { verify } from "../verify.ts";
import { look } from "./look.ts";

const ledger = openTestLedger();
let auditor: DatabaseClient;

beforeAll(async () => {
  await tellStory(ledger.writer);
  auditor = await connect(ledger.database.auditorUrl);
  await ledger.owner.query("alter table ledger.event disable trigger append_only");
});

afterAll(() => auditor.end());

const places = async () => (await look(auditor)).findings.map(({ where }) => where);

test("a look finds nothing before the first change", async () => {
  expect(await places()).toEqual([]);
});

const aRow = (table: string, more = "true") =>
  `ctid = (select min(ctid) from ledger."${table}" where ${more})`;

describe("a look finds a wrong row of a projection", () => {
  const changes: [string, string, RegExp][] = [
    [
      "wallet",
      `update ledger.wallet set balance = balance + 1 where ${aRow("wallet", "balance > 0")}`,
      /^ledger\.wallet user_id=/,
    ],
    ["wallet", `delete from ledger.wallet where ${aRow("wallet")}`, /^ledger\.wallet user_id=/],
    ["wallet", `insert into ledger.wallet values (gen_random_uuid(), 5, 1, 1)`, /^ledger\.wallet user_id=/],
    [
      "house_account",
      `update ledger.house_account set balance = balance - 1 where name = 'sales'`,
      /^ledger\.house_account name=sales/,
    ],
    [
      "order",
      `update ledger."order" set status = 'completed' where ${aRow("order", "status = 'rejected'")}`,
      /^ledger\.order id=/,
    ],
    ["order", `update ledger."order" set reason = 'x' where ${aRow("order")}`, /^ledger\.order id=/],
    [
      "order",
      `update ledger."order" set position = position + 1 where ${aRow("order")}`,
      /^ledger\.order id=/,
    ],
    [
      "account",
      `update ledger.account set level = 'Admin' where ${aRow("account", "level = 'Customer'")}`,
      /^ledger\.account user_id=/,
    ],
    ["topup", `update ledger.topup set amount = 1 where ${aRow("topup")}`, /^ledger\.topup id=/],
    ["product", `update ledger.product set packages = '[]'`, /^ledger\.product id=mtn/],
    ["settings", `update ledger.settings set momo_phone_number = '0240000000'`, /^ledger\.settings id=true/],
    [
      "approval",
      `update ledger.approval set status = 'pending' where ${aRow("approval")}`,
      /^ledger\.approval id=/,
    ],
    [
      "reversal",
      `update ledger.reversal set reversed = reversed + 1 where ${aRow("reversal")}`,
      /^ledger\.reversal entry=/,
    ],
    [
      "sales_by_day",
      `update ledger.sales_by_day set count = count + 1 where ${aRow("sales_by_day")}`,
      /^ledger\.sales_by_day user_id=/,
    ],
    [
      "daily_total",
      `update ledger.daily_total set value = value + 1 where ${aRow("daily_total")}`,
      /^ledger\.daily_total list=/,
    ],
    [
      "command",
      `update ledger.command set fingerprint = fingerprint || '\\x00' where ${aRow("command", "events > 0")}`,
      /^ledger\.command id=/,
    ],
    ["command", `delete from ledger.command where ${aRow("command", "events > 0")}`, /^ledger\.command id=/],
    ["head", "update ledger.head set orders_placed = orders_placed + 1", /^ledger\.head$/],
    ["head", "update ledger.head set hash = decode(repeat('00', 32), 'hex')", /^ledger\.head$/],
  ];

  test.each(changes)("a look names the row of ledger.%s after %s", async (_, change, place) => {
    await ledger.owner.query(change);
    expect((await places())[0]).toMatch(place);
    // Each look finds it until it is repaired.
    expect((await places())[0]).toMatch(place);
    await rebuild(ledger.owner);
    await ledger.owner.query(
      "update ledger.head set hash = (select hash from ledger.event order by position desc limit 1)",
    );
    expect(await places()).toEqual([]);
  });
});

const columns =
  "amount, balance_after, recorded_at, command_id, wallet, fingerprint, hash, type, actor, counterparty, data";

describe("a look finds a changed event", () => {
  const changes: [string, string][] = [
    ["changing its amount", "update ledger.event set amount = amount - 1 where position = 12"],
    ["changing its data", `update ledger.event set data = data || '{"x":1}' where position = 12`],
    ["changing its actor", "update ledger.event set actor = 'x' where position = 12"],
    [
      "changing its hash",
      "update ledger.event set hash = decode(repeat('00', 32), 'hex') where position = 12",
    ],
    [
      "changing its time",
      "update ledger.event set recorded_at = recorded_at + interval '1 us' where position = 12",
    ],
    ["deleting it", "delete from ledger.event where position = 12"],
    [
      "exchanging its columns with the next event's",
      `update ledger.event e set (${columns}) = (select ${columns} from ledger.event o where o.position = 25 - e.position)
       where e.position in (12, 13)`,
    ],
    [
      "exchanging positions with the next event",
      `update ledger.event set position = 100000 where position = 12; update ledger.event set position = 12 where position = 13;
       update ledger.event set position = 13 where position = 100000`,
    ],
  ];

  beforeAll(async () => {
    await ledger.owner.query(
      "alter table ledger.event disable trigger note_act; create table public.saved as select * from ledger.event",
    );
  });

  test.each(changes)("a look names position 12 after %s", async (_, change) => {
    await ledger.owner.query(change);
    expect(await places()).toEqual(["position 12"]);
    expect((await verify(ledger.owner)).findings.map(({ where }) => where)).toEqual(["position 12"]);
    await ledger.owner.query("delete from ledger.event; insert into ledger.event select * from public.saved");
    expect(await places()).toEqual([]);
  });
});
