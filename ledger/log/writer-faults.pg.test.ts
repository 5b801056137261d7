/** Connections and databases that fail at the worst moment: nothing lost, nothing doubled, every answer true. */
import { createTestDatabase, type TestDatabase } from "#tools/testing/database.ts";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { type Cut, type CuttingProxy, startCuttingProxy } from "./testing/cutting-proxy.ts";
import { buy, expectTrue, openFaultShop } from "#tools/testing/fault-shop.ts";
import { purchaseBy, type Shop } from "./testing/shop.ts";
import { Writer } from "./writer.ts";

describe("a connection that is cut", () => {
  let database: TestDatabase;
  let proxy: CuttingProxy;
  let writer: Writer;
  let shop: Shop;

  beforeEach(async () => {
    database = await createTestDatabase();
    proxy = await startCuttingProxy(database.apiUrl);
    writer = new Writer({ url: proxy.url });
    shop = await openFaultShop(writer);
  });

  afterEach(async () => {
    await writer.close();
    await proxy.close();
    await database.drop();
  });

  const moments: [string, Cut][] = [
    ["before the writing statement and COMMIT arrive", "statement"],
    ["after they arrived, before the answer", "answer"],
    ["halfway through what was sent", { after_bytes: 1, towards: "server" }],
    ["halfway through the answer", { after_bytes: 1, towards: "client" }],
  ];

  test.each(moments)("%s, on the optimistic path", async (_, cut) => {
    await buy(writer, shop, 5);
    proxy.cutNext(cut);
    const outcomes = await buy(writer, shop, 60);
    expect(proxy.cuts).toBe(1);
    await expectTrue(database.ownerUrl, shop, [...outcomes], 65);
  });

  test.each(moments)("%s, on the locked path", async (_, cut) => {
    // A side write makes a batch take the locked path.
    const sideWrites = [{ text: "select 1", values: [] }];
    proxy.cutNext(cut);
    const outcomes = await Promise.all(
      Array.from({ length: 20 }, (__, index) =>
        writer.submit(purchaseBy(shop.customers[index % 3] ?? ""), { remember: true, sideWrites }),
      ),
    );
    expect(proxy.cuts).toBe(1);
    await expectTrue(database.ownerUrl, shop, outcomes, 20);
  });
});
