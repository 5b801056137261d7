import { expect, test } from "vitest";
import { fileName } from "./files.ts";

test.each([
  ["Cedibook", { from: "2026-11-01", to: "2026-11-22" }, "Cedibook-orders-2026-11-01-to-2026-11-22.csv"],
  ["Ama's Data Shop!", { from: "2026-11-22", to: "2026-11-22" }, "Ama-s-Data-Shop-orders-2026-11-22.csv"],
  ["Cedibook", { to: "2026-11-22" }, "Cedibook-orders-to-2026-11-22.csv"],
  ["Cedibook", { from: "2026-11-01" }, "Cedibook-orders-2026-11-01.csv"],
  ['"\r\n', { to: "2026-11-22" }, "shop-orders-to-2026-11-22.csv"],
  ["Cedibook", {}, "orders.csv"],
])("a file of the shop %j for %j is called %s", (shop, days, name) => {
  expect(fileName(shop, "orders", days)).toBe(name);
});
