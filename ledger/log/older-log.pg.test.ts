/** An older log in place of the present one: a restore, or a promoted standby that lacked the last commits. */
import { beforeEach, expect, test } from "vitest";
import { openLedgerPerTest } from "#tools/testing/test-ledger.ts";
import { rememberDatabase } from "#tools/testing/remember-database.ts";
import { accepted, openShop, purchaseBy, type Shop } from "./testing/shop.ts";
import { verify } from "../verify/verify.ts";
import { Writer } from "./writer.ts";

const ledger = openLedgerPerTest();
let shop: Shop;

beforeEach(async () => {
  shop = await openShop(ledger.writer, 2, 100_00);
});

const findings = async () => (await verify(ledger.owner)).findings;

test("a writer decides on the database's rows after a shorter log was restored", async () => {
  const [first = "", second = ""] = shop.customers;
  const putBack = await rememberDatabase(ledger.owner);
  await ledger.buy(first);
  await ledger.buy(second);
  await putBack();
  await ledger.buy(first);
  expect(await findings()).toEqual([]);
});

test.each([
  ["to its position", 1],
  ["past its position", 3],
])("a writer decides on the database's rows after another log has grown %s", async (_, purchases) => {
  const [first = "", second = ""] = shop.customers;
  const putBack = await rememberDatabase(ledger.owner);
  await ledger.buy(first);
  await putBack();
  const other = new Writer({ url: ledger.database.apiUrl });
  for (let count = 0; count < purchases; count += 1) await accepted(other, purchaseBy(second));
  await other.close();
  await ledger.buy(first);
  expect(await findings()).toEqual([]);
});
