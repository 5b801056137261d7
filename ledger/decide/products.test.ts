import { expect, test } from "vitest";
import { mtn, openWorld } from "./testing/world.ts";

test("a product's change has the facts before and after", () => {
  const world = openWorld();
  const facts = { ...mtn, note: "slow today" };
  expect(world.submit("change_product", { product: "mtn", facts })).toMatchObject([
    { type: "product_changed", stream: "product/mtn", version: 2, data: { before: mtn, after: facts } },
  ]);
  expect(world.state.products.get("mtn")).toMatchObject(facts);
});

test("two products cannot share a network", () => {
  const world = openWorld();
  expect(world.submit("create_product", { product: "other", facts: mtn })).toEqual({
    code: "network_taken",
  });
  expect(world.submit("change_product", { product: "other", facts: mtn })).toEqual({
    code: "product_unknown",
  });
});

test("a second product with the same id is refused, whatever its network", () => {
  const world = openWorld();
  expect(world.submit("create_product", { product: "mtn", facts: { ...mtn, network: "New" } })).toEqual({
    code: "network_taken",
  });
});

test("changing a product to its present status is refused", () => {
  const world = openWorld();
  expect(world.submit("change_product_status", { product: "mtn", status: "available" })).toEqual({
    code: "unchanged",
  });
});
