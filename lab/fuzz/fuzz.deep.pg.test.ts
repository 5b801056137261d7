import { afterAll, beforeAll, expect, test } from "vitest";
import { fuzz, quietMessages } from "./fuzz.ts";
import { TestShop } from "../../tools/testing/test-shop.ts";

let shop: TestShop;
beforeAll(async () => {
  shop = await TestShop.open({ messages: quietMessages, suppliers: {} });
});
afterAll(() => shop.close());

// The long run is npm run fuzz. npm run fuzz -- --seed N repeats a run that failed.
test("a thousand hostile requests and a hundred hostile sockets harm nothing", async () => {
  const report = await fuzz(shop, { seed: 20261121, requests: 1000, sockets: 100, ms_max: 100_000 });
  expect(report.requests).toBe(1000);
  expect(report.sockets).toBe(100);
  // It got past the guards and the schemas, too.
  expect(Object.keys(report.codes).length).toBeGreaterThan(20);
  expect(report.statuses["200"]).toBeGreaterThan(100);
}, 240_000);
