/** Vouchers that the shop bought in advance: a sale takes the oldest one, and is completed at once. */
import { beforeAll, expect, test } from "vitest";
import type { OrderRecord } from "#contract/order-list.ts";
import type { SuppliersAnswer } from "#contract/fulfilment.ts";
import { openTestShop } from "#tools/testing/test-shop.ts";

const shop = openTestShop({ suppliers: {} });
const ama = shop.userOfFile("ama", "0245550101", "Customer", 500_00);

beforeAll(async () => {
  await shop.addVouchers();
  await asAdmin("PUT", "/supplier/routes", { package: "waec-1", routes: [{ supplier: "stock", code: "" }] });
});

const asAdmin = <T = Record<string, unknown>>(method: string, path: string, body?: unknown) =>
  shop.call<T>(method, path, body, { token: shop.admin.token });
const pins = (...numbers: number[]) => numbers.map((n) => ({ pin: `1111-${n}`, serial: `S${n}` }));
const add = (vouchers: { pin: string; serial: string }[], package_ = "waec-1") =>
  asAdmin("POST", "/supplier/vouchers", { package: package_, cost: 15.5, vouchers });
const buy = async () => (await shop.buy(ama, "waec-1", "0245550101")).body;
const orderNow = async ({ id }: OrderRecord) => {
  const { body } = await shop.call<OrderRecord[]>("GET", "/order/allorders", undefined, { token: ama.token });
  return body.find((order) => order.id === id);
};
const left = async () => (await asAdmin<SuppliersAnswer>("GET", "/supplier")).body.stock["waec-1"] ?? 0;

test("a sale takes the oldest voucher and is completed, and costs what the voucher had cost", async () => {
  expect(await add(pins(1, 2))).toMatchObject({ status: 200, body: { added: 2, known: 0 } });
  // Whoever imports it again, and twice in one list.
  expect(await add([...pins(2, 3), ...pins(3)])).toMatchObject({ body: { added: 1, known: 2 } });
  const { rows: acts } = await shop.pool.query("select data from ledger.event where type = 'vouchers_added'");
  expect(acts.map(({ data }) => data)).toEqual([
    { package: "waec-1", cost: 15_50, count: 2 },
    { package: "waec-1", cost: 15_50, count: 1 },
  ]);
  const order = await buy();
  await expect
    .poll(() => orderNow(order))
    .toMatchObject({ status: "completed", voucher: { pin: "1111-1", serial: "S1" } });
  expect(await left()).toBe(2);
  const { rows } = await shop.pool.query(
    "select name, balance from ledger.house_account where balance <> 0 and name in ('cost', 'float:stock') order by 1",
  );
  expect(rows).toEqual([
    { name: "cost", balance: -15_50 },
    { name: "float:stock", balance: 15_50 },
  ]);
});

test("buyers at once get one voucher each, and who gets none waits for a person", async () => {
  await add(pins(11, 12, 13));
  const orders = await Promise.all(Array.from({ length: 7 }, buy));
  const states = async () => {
    const now = await Promise.all(orders.map(orderNow));
    return {
      done: now.filter((order) => order?.status === "completed"),
      rest: now.filter((order) => order?.status === "pending"),
    };
  };
  await expect.poll(async () => (await states()).done.length).toBe(5);
  const { done, rest } = await states();
  expect(new Set(done.map((order) => order?.voucher?.pin)).size).toBe(5);
  expect(rest.length).toBe(2);
  expect(await left()).toBe(0);
  // By hand as before, or by itself when there are vouchers again.
  const [first, second] = rest;
  await asAdmin("PUT", `/order/update-status/${first?._id}`, { status: "rejected", reason: "none left" });
  expect(await orderNow(first!)).toMatchObject({ status: "rejected" });
  await add(pins(14));
  await expect
    .poll(() => orderNow(second!))
    .toMatchObject({ status: "completed", voucher: { pin: "1111-14" } });
  expect(await shop.findings()).toEqual([]);
});

test("no page, list or log shows a PIN of the stock", async () => {
  await add(pins(77));
  const { rows } = await shop.pool.query<{ sealed: string }>(
    "select sealed from shop.voucher_stock where order_id is null",
  );
  expect(rows.length).toBe(1);
  expect(JSON.stringify(rows)).not.toContain("1111-77");
  expect(JSON.stringify((await asAdmin("GET", "/supplier")).body)).not.toContain("1111-77");
});

test("vouchers come from the stock only, and nothing else does", async () => {
  const change = (package_: string, supplier: string) =>
    asAdmin("PUT", "/supplier/routes", { package: package_, routes: [{ supplier, code: "YELLO 1" }] });
  expect(await change("waec-1", "datamart")).toMatchObject({
    status: 400,
    body: { message: "Vouchers can only come from the stock" },
  });
  expect(await change("mtnup2u-1", "stock")).toMatchObject({
    status: 400,
    body: { message: "Only vouchers can come from the stock" },
  });
  expect(await add(pins(78), "mtnup2u-1")).toMatchObject({ status: 404, body: { code: "package_unknown" } });
});
