import { afterAll, beforeAll, expect, test } from "vitest";
import type { LedgerEvent } from "../../ledger/core/events.ts";
import { accepted, openShop, purchaseBy, type Shop } from "../../ledger/log/testing/shop.ts";
import { Writer } from "../../ledger/log/writer.ts";
import { createTestDatabase, type TestDatabase } from "../../tools/testing/database.ts";
import { useClient } from "../use-client.ts";
import { LedgerCheck } from "./check-ledger.ts";
import { buy } from "./commands.ts";
import type { SentCommand } from "./sender.ts";

let database: TestDatabase;
let writer: Writer;
let shop: Shop;
beforeAll(async () => {
  database = await createTestDatabase();
  writer = new Writer({ url: database.apiUrl });
  shop = await openShop(writer, 1, 100_00);
});
afterAll(async () => {
  await writer.close();
  await database.drop();
});

/** A purchase, as its client knows it. */
function sentAs({ command_id: commandId, stream, position, ...event }: LedgerEvent): SentCommand {
  const [amount, balance_after] = [event.amount ?? 0, event.balance_after ?? 0];
  return {
    participant: { session: {} as SentCommand["participant"]["session"], password: "" },
    command: buy("mtn-0"),
    key: "a key",
    commandId,
    what: "a purchase",
    attempts: 1,
    sent_ms: 0,
    outcome: "acknowledged",
    effect: { type: "order_placed", stream, position, amount, balance_after },
  };
}

async function purchase(): Promise<SentCommand> {
  const [event] = await accepted(writer, purchaseBy(shop.customers[0]!));
  return sentAs(event!);
}

const check = (ledger: LedgerCheck, commands: SentCommand[]) =>
  useClient(database.ownerUrl, (client) => ledger.checkRound(client, commands));

test("finds nothing if every acknowledged command is in the log once, round after round", async () => {
  const ledger = new LedgerCheck();
  for (let round = 1; round <= 2; round += 1)
    expect(await check(ledger, [await purchase(), await purchase()])).toEqual([]);
});

test("finds what is lost, doubled or different from its answer", async () => {
  const ledger = new LedgerCheck();
  const [bought, other, refused] = [await purchase(), await purchase(), await purchase()];
  const missing = { ...bought, commandId: "00000000-0000-4000-8000-000000000000" };
  const cheaper = { ...other, effect: { ...other.effect!, amount: -1 } };
  const faults = await check(ledger, [missing, cheaper, { ...refused, outcome: "refused" }]);
  expect(faults).toHaveLength(3);
  expect(faults[0]).toMatch(/^lost: .*0 events order_placed/);
  expect(faults[1]).toMatch(/^lost: .*the answer said .*"amount":-1,/);
  expect(faults[2]).toMatch(/^doubled: .* was refused but wrote order_placed/);
});

test("finds a wrong balance", async () => {
  const change = "update ledger.wallet set balance = balance";
  await useClient(database.ownerUrl, (client) => client.query(`${change} + 100`));
  const faults = await check(new LedgerCheck(), []);
  await useClient(database.ownerUrl, (client) => client.query(`${change} - 100`));
  expect(faults.join("\n")).toMatch(/^broken: .*ledger\.wallet/m);
  expect(faults.join("\n")).toMatch(/^broken: .*sum of all balances/m);
});

test("finds that the last event is not the one of the round before", async () => {
  const ledger = new LedgerCheck();
  expect(await check(ledger, [])).toEqual([]);
  await useClient(database.ownerUrl, async (client) => {
    await client.query("alter table ledger.event disable trigger all");
    await client.query(
      `update ledger.event set hash = sha256('another')
       where position = (select max(position) from ledger.event)`,
    );
  });
  expect((await check(ledger, []))[0]).toMatch(/^broken: position \d+ had the hash \w+ and now has \w+$/);
});
