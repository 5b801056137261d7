/** Connections and databases that fail at the worst moment: nothing lost, nothing doubled, every answer true. */
import { describe, expect, test } from "vitest";
import type { Cut } from "./testing/cutting-proxy.ts";
import { buy, expectTrue, openCutShop } from "#tools/testing/fault-shop.ts";
import { purchaseBy } from "./testing/shop.ts";
import type { SideWrite } from "./writer.ts";

describe("a connection that is cut", () => {
  const opened = openCutShop();

  const moments: [string, Cut][] = [
    ["before the writing statement and COMMIT arrive", "statement"],
    ["after they arrived, before the answer", "answer"],
    ["halfway through what was sent", { after_bytes: 1, towards: "server" }],
    ["halfway through the answer", { after_bytes: 1, towards: "client" }],
  ];

  test.each(moments)("%s, without the lock", async (_, cut) => {
    await buy(opened.writer, opened.shop, 5);
    opened.proxy.cutNext(cut);
    const outcomes = await buy(opened.writer, opened.shop, 60);
    expect(opened.proxy.cuts).toBe(1);
    await expectTrue(opened.database.ownerUrl, opened.shop, [...outcomes], 65);
  });

  const paths: [string, { isLocked: boolean; sideWrites: SideWrite[] }][] = [
    ["with side writes", { isLocked: false, sideWrites: [{ text: "select 1", values: [] }] }],
    ["with the lock", { isLocked: true, sideWrites: [] }],
    ["with the lock and side writes", { isLocked: true, sideWrites: [{ text: "select 1", values: [] }] }],
  ];

  describe.each(paths)("%s", (_, { isLocked, sideWrites }) => {
    test.each(moments)("%s", async (__, cut) => {
      await buy(opened.writer, opened.shop, 5);
      // Missing rows make a batch need the lock.
      if (isLocked) opened.writer.state.wallets.rows.clear();
      opened.proxy.cutNext(cut);
      const outcomes = await Promise.all(
        Array.from({ length: 20 }, (___, index) =>
          opened.writer.submit(purchaseBy(opened.shop.customers[index % 3] ?? ""), {
            remember: true,
            sideWrites,
          }),
        ),
      );
      expect(opened.proxy.cuts).toBe(1);
      await expectTrue(opened.database.ownerUrl, opened.shop, outcomes, 25);
    });
  });
});
