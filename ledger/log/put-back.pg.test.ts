/** An older log in place of the present one: a restore, or a promoted standby that lacked the last commits. */
import pg from "pg";
import { afterEach, beforeEach, expect, test } from "vitest";
import { createTestDatabase, type TestDatabase } from "#tools/testing/database.ts";
import { createClient } from "../connect/connect.ts";
import { rememberDatabase } from "#tools/testing/put-back.ts";
import { accepted, openShop, purchaseBy, type Shop } from "./testing/shop.ts";
import { verify } from "../verify/verify.ts";
import { Writer } from "./writer.ts";

let database: TestDatabase;
let owner: pg.Client;
let writer: Writer;
let shop: Shop;

beforeEach(async () => {
  database = await createTestDatabase();
  owner = new pg.Client(database.ownerUrl);
  await owner.connect();
  writer = new Writer({ url: database.apiUrl });
  shop = await openShop(writer, 2, 100_00);
});

afterEach(async () => {
  await writer.close();
  await owner.end();
  await database.drop();
});

async function findings() {
  const client = createClient(database.ownerUrl, "verify", { pipeline: true });
  await client.connect();
  return (await verify(client).finally(() => client.end())).findings;
}

test("a writer decides on the database's rows after a shorter log was restored", async () => {
  const [first = "", second = ""] = shop.customers;
  const putBack = await rememberDatabase(owner);
  await accepted(writer, purchaseBy(first));
  await accepted(writer, purchaseBy(second));
  await putBack();
  await accepted(writer, purchaseBy(first));
  expect(await findings()).toEqual([]);
});

test.each([
  ["to its position", 1],
  ["past its position", 3],
])("a writer decides on the database's rows after another log has grown %s", async (_, purchases) => {
  const [first = "", second = ""] = shop.customers;
  const putBack = await rememberDatabase(owner);
  await accepted(writer, purchaseBy(first));
  await putBack();
  const other = new Writer({ url: database.apiUrl });
  for (let count = 0; count < purchases; count += 1) await accepted(other, purchaseBy(second));
  await other.close();
  await accepted(writer, purchaseBy(first));
  expect(await findings()).toEqual([]);
});
