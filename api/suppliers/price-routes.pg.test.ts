/** Price lists, what changed in them, and the rule by which prices are proposed. */
import { expect, test } from "vitest";
import type { ActRecord } from "#contract/audit.ts";
import type { SuppliersAnswer } from "#contract/fulfilment.ts";
import type { Page } from "#contract/lists.ts";
import { openTestShop } from "#tools/testing/test-shop.ts";
import { notePrices } from "./supplier-rows.ts";

const shop = openTestShop();

const asAdmin = <T = SuppliersAnswer>(method: string, path: string, body?: unknown) =>
  shop.call<T>(method, path, body, { token: shop.admin.token });

const price = (code: string, cost: number | string) => ({ code, name: `MTN ${code}`, network: "MTN", cost });
const importList = (...prices: object[]) => asAdmin("PUT", "/supplier/datamart/prices", { prices });
const told = ({ prices }: SuppliersAnswer) =>
  prices.map(({ code, cost, oldCost, changedAt }) => ({
    code,
    cost,
    oldCost,
    isChanged: changedAt !== null,
  }));

test("an imported list takes the place of the last one, and says what each cost was before", async () => {
  const first = (await importList(price("a", "4.20"), price("b", 10), price("c", 15))).body;
  expect(told(first)).toEqual([
    { code: "a", cost: 4.2, oldCost: null, isChanged: false },
    { code: "b", cost: 10, oldCost: null, isChanged: false },
    { code: "c", cost: 15, oldCost: null, isChanged: false },
  ]);
  await importList(price("a", "4.50"), price("b", 10), price("d", 20));
  const { body } = await importList(price("a", "4.50"), price("b", 10), price("d", 20));
  expect(told(body)).toEqual([
    { code: "a", cost: 4.5, oldCost: 4.2, isChanged: true },
    { code: "b", cost: 10, oldCost: null, isChanged: false },
    { code: "d", cost: 20, oldCost: null, isChanged: false },
  ]);
  expect(body.suppliers.find(({ name }) => name === "datamart")).toMatchObject({ pricesFrom: "file" });
  const { items } = (await asAdmin<Page<ActRecord>>("GET", "/audit/acts?limit=2")).body;
  expect(items.map(({ changes }) => changes)).toEqual([
    [{ what: "prices of DataMart", before: null, after: "3 packages" }],
    [
      { what: "prices of DataMart", before: null, after: "3 packages" },
      { what: "cost of a", before: "4.20", after: "4.50" },
      { what: "cost of c", before: "15.00", after: "not in the list" },
      { what: "cost of d", before: null, after: "20.00" },
    ],
  ]);
});

test.each([
  ["a code that is there twice", [price("a", 1), price("a", 2)]],
  ["a cost that is no amount", [price("a", "4.205")]],
  ["a cost below zero", [price("a", -1)]],
  ["a network that does not exist", [{ ...price("a", 1), network: "YELLO" }]],
  ["nothing in it", []],
])("a list with %s is refused", async (_, prices) => {
  const before = (await asAdmin("GET", "/supplier")).body.prices;
  expect(await importList(...prices)).toMatchObject({ status: 400, body: { code: "input_invalid" } });
  expect((await asAdmin("GET", "/supplier")).body.prices).toEqual(before);
});

test("vouchers are no supplier with a list", async () => {
  expect((await asAdmin("PUT", "/supplier/stock/prices", { prices: [price("a", 1)] })).status).toBe(404);
});

test("a supplier that tells its prices itself says what they were before, and no list replaces them", async () => {
  const cost = (amount: number) => [{ code: "YELLO 1", name: "1 GB", network: "YELLO", cost: amount }];
  await notePrices(shop.pool, "datamart", cost(4_20));
  await notePrices(shop.pool, "datamart", cost(4_60));
  await notePrices(shop.pool, "datamart", cost(4_60));
  await shop.restart({
    suppliers: { datamart: { key: "a".repeat(16), url: "http://127.0.0.1:9", answer_ms: 500 } },
  });
  const { body } = await asAdmin("GET", "/supplier");
  expect(told(body)).toEqual([{ code: "YELLO 1", cost: 4.6, oldCost: 4.2, isChanged: true }]);
  expect(await importList(price("a", 1))).toMatchObject({ status: 400 });
  expect((await asAdmin("GET", "/supplier")).body.prices).toEqual(body.prices);
});

test("the rule for prices is changed once, keeps what another admin has set meanwhile, and is in the audit", async () => {
  const { body } = await asAdmin("GET", "/supplier");
  const usual = { unit: "percent", priceCustomer: 10, priceAgent: 6, priceSAg: 4, step: 0.1 };
  expect(body.priceRule).toEqual(usual);
  const rule = { unit: "cedis", priceCustomer: "0.50", priceAgent: 0.3, priceSAg: 0, step: 0.05 };
  const put = (seen: object) => asAdmin("PUT", "/supplier/price-rule", { ...rule, seen });
  expect((await put(usual)).body.priceRule).toEqual({ ...rule, priceCustomer: 0.5 });
  expect(await put(usual)).toMatchObject({ status: 409, body: { code: "changed_meanwhile" } });
  expect((await asAdmin("PUT", "/supplier/price-rule", { ...usual, step: 0 })).status).toBe(400);
  const { items } = (await asAdmin<Page<ActRecord>>("GET", "/audit/acts?limit=10&kind=price%20rule")).body;
  expect(items[0]?.changes).toContainEqual({ what: "margin for customers", before: "10 %", after: "¢0.50" });
  expect(items[0]?.changes).toContainEqual({ what: "rounded up to", before: "¢0.10", after: "¢0.05" });
});

test("vouchers cost what the dearest of those that are left has cost", async () => {
  await shop.addVouchers();
  const add = (cost: number, pin: string) =>
    asAdmin("POST", "/supplier/vouchers", { package: "waec-1", cost, vouchers: [{ pin, serial: pin }] });
  await add(15, "1111");
  await add(15.5, "2222");
  await add(14, "3333");
  expect((await asAdmin("GET", "/supplier")).body).toMatchObject({
    stock: { "waec-1": 3 },
    stockCosts: { "waec-1": 15.5 },
  });
});
