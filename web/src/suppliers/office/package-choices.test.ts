import { expect, test } from "vitest";
import type { ProductRecord } from "#contract/products.ts";
import { belowCost, packageChoices, proposedChoices, routesOf, turnsOf } from "./package-choices.ts";

const prices = [
  ["YELLO 1", "1 GB", "YELLO", 4.2],
  ["YELLO 5", "5 GB", "YELLO", 22],
  ["YELLO 5B", "5 GB", "YELLO", 21],
  ["TELECEL 5", "5 GB", "TELECEL", 24],
  ["AT_PREMIUM 1.5", "1.5 GB", "AT_PREMIUM", 6],
].map(([code, name, network, cost]) => ({
  supplier: "datamart" as const,
  code: String(code),
  name: String(name),
  network: String(network),
  cost: Number(cost),
  oldCost: null,
  changedAt: null,
}));

function product(network: string, ...offers: string[]): ProductRecord {
  const packages = offers.map((offer) => ({
    _id: `${network} ${offer}`,
    offer,
    priceCustomer: 23,
    priceAgent: 22,
    priceSAg: 20.5,
  }));
  return { _id: network, network, image: null, status: "available", note: "", packages, position: 1 };
}

const proposedFor = (...products: ProductRecord[]) =>
  proposedChoices(packageChoices(products, { routes: {}, prices, stockCosts: {} }, {}));

test("a package is proposed the cheapest offer of its network and size", () => {
  expect(
    proposedFor(
      product("MTNup2u", "1GB", "5 gb (30 days)", "50 GB"),
      product("Telecel", "5 GB"),
      product("AirtelTigo", "1.5 GB", "15 GB"),
    ),
  ).toEqual({
    "MTNup2u 1GB": "datamart YELLO 1",
    "MTNup2u 5 gb (30 days)": "datamart YELLO 5B",
    "Telecel 5 GB": "datamart TELECEL 5",
    "AirtelTigo 1.5 GB": "datamart AT_PREMIUM 1.5",
  });
});

test("nothing is proposed for a package of several sizes, for airtime, or for vouchers", () => {
  expect(
    proposedFor(
      product("MTNup2u", "5 GB + 1 GB at night"),
      product("Airtime", "5 GB"),
      product("WAEC", "5 GB"),
    ),
  ).toEqual({});
});

test("a package that somebody delivers already keeps its supplier, also if it is not offered now", () => {
  const routes = { "MTNup2u 5 GB": [{ supplier: "datamart" as const, code: "YELLO 6" }] };
  const rows = packageChoices([product("MTNup2u", "5 GB")], { routes, prices, stockCosts: {} }, {});
  expect(proposedChoices(rows)).toEqual({});
  expect(rows[0]?.options.at(-1)).toEqual({
    choice: "datamart YELLO 6",
    name: "datamart YELLO 6 (not offered now)",
    cost: null,
  });
});

test("the prices below the cost of the chosen offer are named", () => {
  const rowWith = (choice: string) =>
    packageChoices(
      [product("MTNup2u", "5 GB")],
      { routes: {}, prices, stockCosts: {} },
      { "MTNup2u 5 GB": choice },
    )[0]!;
  expect(belowCost(rowWith("datamart YELLO 5"))).toEqual(["priceSAg"]);
  expect(belowCost(rowWith(""))).toEqual([]);
});

test("a choice is sent as routes", () => {
  expect(["", "stock", "datamart YELLO 5"].map(routesOf)).toEqual([
    [],
    [{ supplier: "stock", code: "" }],
    [{ supplier: "datamart", code: "YELLO 5" }],
  ]);
});

test("a package of two suppliers goes to the cheaper one first, and each gets an order once", () => {
  const [first] = prices;
  const cheaper = { ...first!, supplier: "hubnet" as const, code: "mtn 1", network: "MTN", cost: 4.1 };
  const answer = { routes: {}, prices: [...prices, cheaper], stockCosts: {} };
  const of = [product("MTNup2u", "1 GB")];
  const proposed = proposedChoices(packageChoices(of, answer, {}));
  expect(proposed).toEqual({ "MTNup2u 1 GB": "hubnet mtn 1|datamart YELLO 1" });
  const [row] = packageChoices(of, answer, proposed);
  const [one, two, ...others] = turnsOf(row!);
  expect(others).toEqual([]);
  expect([one?.chosen, two?.chosen]).toEqual(["hubnet mtn 1", "datamart YELLO 1"]);
  expect(two?.options.map(({ choice }) => choice)).toEqual([
    "datamart YELLO 1",
    "datamart YELLO 5",
    "datamart YELLO 5B",
  ]);
  expect(one?.with("datamart YELLO 1")).toBe("datamart YELLO 1");
  expect(one?.with("")).toBe("");
  expect(two?.with("")).toBe("hubnet mtn 1");
});
