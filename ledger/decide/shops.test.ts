/** What agents may ask in their own shops, and what is sold there. */
import { expect, test } from "vitest";
import { guestPrice, highestPrice, usualShopRules } from "#contract/terms/shops.ts";
import { ownPackages, shopRefusal } from "../shops/prices.ts";
import { ama, kofi, mtn, openWorld, type World } from "./testing/world.ts";

/** Ama is an agent with an open shop. She pays ¢5.50 for 1 GB, and may ask for twice as much. */
function shopWorld(): World {
  return openWorld()
    .given("change_level", { user: ama, level: "Agent" })
    .given("change_shop_rules", { rules: { ...usualShopRules, isOn: true } })
    .given("open_shop", {}, ama);
}

function ask(world: World, price: number | null) {
  return world.submit("change_shop_prices", { prices: [{ package: "mtn-1", price }] }, ama);
}

function sold(world: World) {
  const { accounts, agent_shops, products, settings } = world.state;
  const [account, shop] = [accounts.get(ama), agent_shops.get(ama)];
  const refusal = shopRefusal(account, shop, settings);
  if (refusal !== undefined || !account || !shop) return refusal;
  const priced = { level: account.level, prices: shop.prices, shop_rules: settings.shop_rules };
  const own = [...products.values()].flatMap((product) => ownPackages(product, priced));
  const { guest, cost } = own.find(({ id }) => id === "mtn-1") ?? {};
  return guest === undefined ? "not sold" : { price: guest, cost };
}

/** What the shop itself asks. */
function reprice(world: World, agent: number) {
  const packages = mtn.packages.map((item) => ({ ...item, agent }));
  return world.given("change_product", { product: "mtn", facts: { ...mtn, packages } });
}

test.each([
  [5_49, { code: "price_below_cost", price: 5_50 }],
  [1, { code: "price_below_cost", price: 5_50 }],
  [11_01, { code: "price_above_highest", price: 11_00 }],
  [1_000_000_00, { code: "price_above_highest", price: 11_00 }],
  [-5_50, { code: "amount_invalid" }],
  [0, { code: "amount_invalid" }],
  [6_00.5, { code: "amount_invalid" }],
  [Number.MAX_SAFE_INTEGER, { code: "amount_invalid" }],
  [Number.MAX_VALUE, { code: "amount_invalid" }],
  [Number.NaN, { code: "amount_invalid" }],
])(
  "a price of %d pesewas is refused: the margin is never negative and never beyond the factor",
  (price, refusal) => {
    const world = shopWorld();
    expect(ask(world, price)).toMatchObject(refusal);
    expect(sold(world)).toBe("not sold");
  },
);

test.each([5_50, 6_00, 11_00])("a price of %d pesewas is accepted, and a guest pays it", (price) => {
  const world = shopWorld();
  ask(world, price);
  expect(sold(world)).toEqual({ price, cost: 5_50 });
});

test("a package of which one price is wrong keeps all prices as they were", () => {
  const world = shopWorld();
  ask(world, 6_00);
  const prices = [
    { package: "mtn-1", price: 7_00 },
    { package: "other", price: 7_00 },
  ];
  expect(world.submit("change_shop_prices", { prices }, ama)).toMatchObject({ code: "package_unknown" });
  expect(sold(world)).toEqual({ price: 6_00, cost: 5_50 });
});

test("a package is not sold while the agent would pay more for it than a guest", () => {
  const world = shopWorld();
  ask(world, 6_00);
  reprice(world, 6_01);
  expect(sold(world)).toBe("not sold");
  ask(world, 6_50);
  expect(sold(world)).toEqual({ price: 6_50, cost: 6_01 });
});

test("a guest never pays more than the factor allows, when the agent comes to pay less", () => {
  const world = shopWorld();
  ask(world, 11_00);
  reprice(world, 5_00);
  expect(sold(world)).toEqual({ price: 10_00, cost: 5_00 });
});

test("a Super Agent pays their own price, and keeps what they ask", () => {
  const world = shopWorld();
  ask(world, 6_00);
  world.given("change_level", { user: ama, level: "Super Agent" });
  expect(sold(world)).toEqual({ price: 6_00, cost: 5_00 });
});

test("nothing is sold in the shop of an agent who is none any more, is banned or deleted, or whose shop is closed", () => {
  const world = shopWorld();
  ask(world, 6_00);
  world.given("close_shop", { user: ama, reason: "reported" });
  expect(sold(world)).toBe("shop_closed");
  world.given("reopen_shop", { user: ama, reason: "put right" });
  world.given("change_level", { user: ama, level: "Customer" });
  expect(sold(world)).toBe("shop_agents_only");
  world.given("change_level", { user: ama, level: "Agent" });
  world.given("change_status", { user: ama, status: "Banned" });
  expect(sold(world)).toBe("shop_agents_only");
  world.given("change_status", { user: ama, status: "Active" });
  expect(sold(world)).toEqual({ price: 6_00, cost: 5_50 });
  world.given("change_shop_rules", { rules: usualShopRules });
  expect(sold(world)).toBe("shops_off");
});

test("what is out of stock or not offered any more is not sold", () => {
  const world = shopWorld();
  ask(world, 6_00);
  world.given("change_product_status", { product: "mtn", status: "out of stock" });
  expect(sold(world)).toBe("not sold");
  world.given("change_product_status", { product: "mtn", status: "available" });
  ask(world, null);
  expect(sold(world)).toBe("not sold");
});

test("an order with a form is not for guests", () => {
  const world = shopWorld();
  const packages = [{ id: "afa-1", offer: "AFA", customer: 8_00, agent: 7_00, superAgent: 6_00 }];
  world.given("create_product", { product: "afa", facts: { ...mtn, network: "AFA", packages } });
  const prices = [{ package: "afa-1", price: 8_00 }];
  expect(world.submit("change_shop_prices", { prices }, ama)).toMatchObject({ code: "package_unknown" });
});

test("a customer has no shop, and nobody is asked about another's", () => {
  const world = shopWorld();
  expect(world.submit("open_shop", {}, kofi)).toMatchObject({ code: "shop_agents_only" });
  expect(world.submit("open_shop", {}, ama)).toMatchObject({ code: "shop_exists" });
  expect(world.submit("close_shop", { user: kofi, reason: "x" })).toMatchObject({ code: "shop_unknown" });
});

test.each([
  [5_50, 200, 11_00],
  [5_55, 150, 8_32],
  [1, 150, 1],
  [5_50, 100, 5_50],
])("who pays %i may ask at most %i hundredths of it, in whole pesewas: %i", (cost, highest, most) => {
  expect(highestPrice(cost, { highest })).toBe(most);
  expect(guestPrice(most, cost, { ...usualShopRules, highest })).toBe(most);
  expect(guestPrice(cost - 1, cost, { ...usualShopRules, highest })).toBeUndefined();
});
