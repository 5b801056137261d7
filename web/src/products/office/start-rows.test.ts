import { safeParse } from "valibot";
import { expect, test } from "vitest";
import { productsBody } from "#contract/products.ts";
import { usualPackages } from "#contract/usual-packages.ts";
import { networks } from "#contract/terms/product-types.ts";
import { pastedRows, pricedByCost, productsOf, usualMargins, usualRows, withPasted } from "./start-rows.ts";

test("the usual packages can be sold as they are", () => {
  const rows = usualRows().map((row) => ({ ...row, isChosen: true }));
  const { success, output } = safeParse(productsBody, productsOf(rows));
  expect(success).toBe(true);
  expect((output as { products: { network: string }[] }).products.map(({ network }) => network)).toEqual(
    networks.filter((network) => usualPackages[network] !== undefined),
  );
});

test("prices follow from the cost and the margins, up to the next ten pesewas", () => {
  const [row] = usualRows();
  const priced = pricedByCost({ ...row!, cost: "4.20" }, usualMargins);
  expect(priced).toMatchObject({ priceCustomer: "4.70", priceAgent: "4.50", priceSAg: "4.40" });
  for (const cost of ["", "free", "0", "-2"])
    expect(pricedByCost({ ...row!, cost }, usualMargins)).toMatchObject({
      priceCustomer: row!.priceCustomer,
    });
  expect(pricedByCost({ ...row!, cost: "4.20" }, { ...usualMargins, priceAgent: "x" }).priceAgent).toBe(
    "4.20",
  );
});

test.each([
  [
    "a sheet",
    "Network\tPackage\tCustomer\tAgent\tSuper\nMTNup2u\t1 GB\t5\t4.80\t4.7\nat ishare\t2 GB\t10\t9.5\t9.2",
  ],
  ["a CSV file", "mtnup2u,1 GB,5.00,4.80,4.70\r\nAT-ishare,2 GB,¢10,9.5,9.2"],
  [
    "the shop's own export",
    "MTNup2u,available,1 GB,5.00,4.80,4.70,\nAT-ishare,out of stock,2 GB,10,9.50,9.20,",
  ],
])("reads the prices of %s", (_, text) => {
  const { rows } = pastedRows(text, [], usualMargins);
  expect(
    rows.map(({ network, offer, ...row }) => [
      network,
      offer,
      row.priceCustomer,
      row.priceAgent,
      row.priceSAg,
    ]),
  ).toEqual([
    ["MTNup2u", "1 GB", "5.00", "4.80", "4.70"],
    ["AT-ishare", "2 GB", "10.00", "9.50", "9.20"],
  ]);
  expect(rows.every(({ isChosen }) => isChosen)).toBe(true);
});

const threePrices = ["MTNup2u", "1 GB", "5.00", "4.80", "4.70"];
const oneCost = ["Telecel", "500 MB", "4.50"];

test.each([
  ["spaces", "MTNup2u 1 GB 5 4.80 4.7", threePrices],
  ["spaces and a network of two words", "  mtn up2u  1GB  5.00  4.80  4.70 ", threePrices],
  ["spaces and decimal commas", "MTNup2u 1gb 5,00 4,80 4,70", threePrices],
  ["semicolons and decimal commas", "MTNup2u;1 GB;5,00;4,80;4,7", threePrices],
  ["commas after some words only", "MTNup2u 1 GB, 5.00, 4.80, 4.70", threePrices],
  ["quoted decimal commas", 'MTNup2u,"1 GB","5,00","4,80","4,70"', threePrices],
  ["currency marks", "MTNup2u\t1 GB\tGHS 5\t¢4.80\tGH₵4.70", threePrices],
  ["currency marks with spaces", "MTNup2u 1 GB GHS 5 GHC 4.80 GH₵ 4.70", threePrices],
  ["a heading and Windows line ends", "Network,Package,A,B,C\r\nMTNup2u,1 GB,5,4.80,4.70\r\n", threePrices],
  ["a message of a supplier", "Telecel - 500mb = ¢4.50", oneCost],
  ["MB without a space", "Telecel;500MB;4,50", oneCost],
  ["thousands", "AFA\tFamily\t1,200.00\t1.150,50\t1 100", ["AFA", "Family", "1200.00", "1150.50", "1100.00"]],
  ["an amount in the name", "Airtime ¢5 airtime 4.50", ["Airtime", "¢5 airtime", "4.50"]],
])("reads a line with %s", (_, text, wanted) => {
  const { rows, unread } = pastedRows(text, [], usualMargins);
  expect(unread).toEqual([]);
  expect(
    rows.map(({ network, offer, cost, ...row }) => [
      network,
      offer,
      ...(cost === "" ? [row.priceCustomer, row.priceAgent, row.priceSAg] : [cost]),
    ]),
  ).toEqual([wanted]);
});

test.each([
  ["decimal commas between commas", "MTNup2u,1 GB,5,00,4,80,4,70", "It has 6 prices."],
  ["a price of three decimals", "MTNup2u 1 GB 4.805", "It has 0 prices."],
  ["no size between network and price", "MTNup2u 4.80", "It names no package."],
  ["two prices", "Telecel;2 GB;12,00;11,50", "It has 2 prices."],
  ["a price below zero", "MTNup2u;1 GB;-5", "It has 0 prices."],
])("does not guess at %s", (_, text, problem) => {
  const { rows, unread } = pastedRows(text, [], usualMargins);
  expect(rows).toEqual([]);
  expect(unread).toEqual([{ text, problem: expect.stringContaining(problem) }]);
});

test("one amount is the cost, and a line that is no package is named", () => {
  const text =
    "Telecel;2 GB;10\nVodafone;1 GB;5;5;5\nMTNup2u;1 GB;five;5;5\nAFA;;1;1;1\nMTNme2u;1 GB;5;4\nAFA;x";
  const { rows, unread } = pastedRows(text, [], usualMargins);
  expect(rows).toMatchObject([
    { network: "Telecel", cost: "10.00", priceCustomer: "11.00", priceAgent: "10.60" },
  ]);
  expect(unread).toEqual([
    { text: "Vodafone;1 GB;5;5;5", problem: expect.stringContaining("begins with none of MTNup2u, ") },
    { text: "MTNup2u;1 GB;five;5;5", problem: "“five” is no price. Write it as 4.20." },
    { text: "AFA;;1;1;1", problem: "It names no package." },
    { text: "MTNme2u;1 GB;5;4", problem: "It has 2 prices. Write one cost, or three prices." },
    { text: "AFA;x", problem: "It has 0 prices. Write one cost, or three prices." },
  ]);
  expect(pastedRows("Telecel;2 GB;10", ["Telecel"], usualMargins)).toEqual({
    rows: [],
    unread: [{ text: "Telecel;2 GB;10", problem: "Telecel is on sale: change its prices under Products." }],
  });
});

test("a pasted package takes the place of the usual one, and others are added", () => {
  const usual = usualRows();
  const { rows } = pastedRows("MTNup2u,1GB,6,5,4\nMTNup2u,7 GB,30,29,28", [], usualMargins);
  const all = withPasted(usual, rows);
  expect(all).toHaveLength(usual.length + 1);
  expect(productsOf(all).products).toMatchObject([
    { network: "MTNup2u", packages: [{ offer: "1 GB", priceCustomer: "6.00" }, { offer: "7 GB" }] },
  ]);
});

test("a package of 15 GB does not take the place of one of 1.5 GB", () => {
  const { rows } = pastedRows("AirtelTigo,15 GB,60,59,58", [], usualMargins);
  const offers = withPasted(usualRows(), rows).filter(({ network }) => network === "AirtelTigo");
  expect(offers.map(({ offer }) => offer)).toEqual(expect.arrayContaining(["1.5 GB", "15 GB"]));
});
