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

test("one amount is the cost, and a line that is no package is named", () => {
  const text = "Telecel;2 GB;10\nVodafone;1 GB;5;5;5\nMTNup2u;1 GB;five;5;5\nAFA;;1;1;1\nMTNme2u;1 GB;5;4";
  const { rows, unread } = pastedRows(text, [], usualMargins);
  expect(rows).toMatchObject([
    { network: "Telecel", cost: "10.00", priceCustomer: "11.00", priceAgent: "10.60" },
  ]);
  expect(unread).toHaveLength(4);
  expect(pastedRows("Telecel;2 GB;10", ["Telecel"], usualMargins)).toMatchObject({
    rows: [],
    unread: ["Telecel\t2 GB\t10"],
  });
});

test("a pasted package takes the place of the usual one, and others are added", () => {
  const usual = usualRows();
  const { rows } = pastedRows("MTNup2u,1GB,6,5,4\nMTNup2u,7 GB,30,29,28", [], usualMargins);
  const all = withPasted(usual, rows);
  expect(all).toHaveLength(usual.length + 1);
  expect(productsOf(all).products).toMatchObject([
    { network: "MTNup2u", packages: [{ offer: "1GB", priceCustomer: "6.00" }, { offer: "7 GB" }] },
  ]);
});

test("a package of 15 GB does not take the place of one of 1.5 GB", () => {
  const { rows } = pastedRows("AirtelTigo,15 GB,60,59,58", [], usualMargins);
  const offers = withPasted(usualRows(), rows).filter(({ network }) => network === "AirtelTigo");
  expect(offers.map(({ offer }) => offer)).toEqual(expect.arrayContaining(["1.5 GB", "15 GB"]));
});
