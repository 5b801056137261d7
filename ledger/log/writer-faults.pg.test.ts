/** Connections and databases that fail at the worst moment: nothing lost, nothing doubled, every answer true. */
import { createTestDatabase, type TestDatabase } from "#tools/testing/database.ts";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { type Cut, type CuttingProxy, startCuttingProxy } from "./testing/cutting-proxy.ts";
import { buy, expectTrue, openFaultShop } from "#tools/testing/fault-shop.ts";
import { purchaseBy, type Shop } from "./testing/shop.ts";
import { type SideWrite, Writer } from "./writer.ts";

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

  test.each(moments)("%s, without the lock", async (_, cut) => {
    await buy(writer, shop, 5);
    proxy.cutNext(cut);
    const outcomes = await buy(writer, shop, 60);
    expect(proxy.cuts).toBe(1);
    await expectTrue(database.ownerUrl, shop, [...outcomes], 65);
  });

  const paths: [string, { isLocked: boolean; sideWrites: SideWrite[] }][] = [
    ["with side writes", { isLocked: false, sideWrites: [{ text: "select 1", values: [] }] }],
    ["with the lock", { isLocked: true, sideWrites: [] }],
    ["with the lock and side writes", { isLocked: true, sideWrites: [{ text: "select 1", values: [] }] }],
  ];

  describe.each(paths)("%s", (_, { isLocked, sideWrites }) => {
    test.each(moments)("%s", async (__, cut) => {
      await buy(writer, shop, 5);
      // Missing rows make a batch need the lock.
      if (isLocked) writer.state.wallets.rows.clear();
      proxy.cutNext(cut);
      const outcomes = await Promise.all(
        Array.from({ length: 20 }, (___, index) =>
          writer.submit(purchaseBy(shop.customers[index % 3] ?? ""), { remember: true, sideWrites }),
        ),
      );
      expect(proxy.cuts).toBe(1);
      await expectTrue(database.ownerUrl, shop, outcomes, 25);
    });
  });
});
