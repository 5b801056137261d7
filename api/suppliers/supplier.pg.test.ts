/** Orders that go to suppliers: numbered batches, their files, and the columns of these. */
import { expect, test } from "vitest";
import type { Page } from "#contract/lists.ts";
import type { BatchAnswer, BatchRecord, LayoutsAnswer } from "#contract/supplier.ts";
import { defaultLayout } from "#contract/terms/supplier.ts";
import { openTestShop } from "#tools/testing/test-shop.ts";

const shop = openTestShop();
const ama = shop.userOfFile("ama", "0245550101", "Customer", 1_000_00);
const esi = shop.userOfFile("esi_admin", "0245550102", "Admin", 1_000_00);

const form = {
  name: "Ama M",
  phone: "0245550101",
  card: "GHA-123456789-1",
  dob: "1990-05-17",
  location: "Accra",
};

async function buy(network = "MTNup2u", buyer = ama): Promise<number> {
  const order =
    network === "AFA"
      ? { network, offer: "AFA registration", receiver: "0244123456", items: form }
      : { network, offer: "1 GB", receiver: "0244123456" };
  const answer = await shop.call<{ id: number }>("POST", "/order/create", order, { token: buyer.token });
  return answer.body.id;
}

const send = (network: string, orders: number[], key?: string, by = esi) =>
  shop.call<BatchAnswer>(
    "POST",
    "/order/batch",
    { network, orders },
    { token: by.token, ...(key && { key }) },
  );

async function fileOf(batch: number): Promise<string[]> {
  const path = "/order/batch.csv";
  const { ticket } = (
    await shop.call<{ ticket: string }>("POST", "/download/ticket", { path }, { token: esi.token })
  ).body;
  const answer = await fetch(`${shop.server.url}/api${path}?ticket=${ticket}&batch=${batch}`);
  return (await answer.text()).replace("\uFEFF", "").trimEnd().split("\r\n");
}

test("a batch has a number, its orders are processing, and its file is the same whenever it is downloaded", async () => {
  const orders = [await buy(), await buy()];
  const sent = await send("MTNup2u", orders);
  expect(sent.status).toBe(201);
  const { batch } = sent.body;
  expect(batch).toMatchObject({ network: "MTNup2u", orders: 2, amount: 9.6, open: 2, by: "esi_admin" });
  expect(sent.body.leftOut).toEqual([]);
  const file = await fileOf(batch.batch);
  expect(file).toEqual([
    "Beneficiary,Package,Network,Reference",
    ...orders.map((id) => `0244123456,1 GB,MTNup2u,${10_000_000 + id}`),
  ]);
  await shop.call("PUT", `/order/update-status/${orders[0]}`, { status: "completed" }, { token: esi.token });
  expect(await fileOf(batch.batch)).toEqual(file);
  const { items } = (
    await shop.call<Page<BatchRecord>>("GET", "/order/batches", undefined, { token: esi.token })
  ).body;
  expect(items[0]).toMatchObject({ batch: batch.batch, orders: 2, open: 1 });
  const today = new Date().toISOString().slice(0, 10);
  for (const [days, count] of [
    [`from=${today}&to=${today}`, items.length],
    ["to=2020-01-01", 0],
    ["from=2099-01-01", 0],
  ] as const) {
    const found = await shop.call<Page<BatchRecord>>("GET", `/order/batches?${days}`, undefined, {
      token: esi.token,
    });
    expect([days, found.body.items.length, found.body.total]).toEqual([days, count, count]);
  }
  const list = await shop.call<{ items: { id: number; batch?: number }[] }>(
    "GET",
    `/order/allorders?limit=10&batch=${batch.batch}`,
    undefined,
    { token: esi.token },
  );
  expect(list.body.items.map(({ id }) => id)).toEqual(orders.toReversed());
  expect(list.body.items[0]?.batch).toBe(batch.batch);
});

test("an order that is no longer pending is left out and named, and no order is in two batches", async () => {
  const [done, fresh] = [await buy(), await buy()];
  await shop.call("PUT", `/order/update-status/${done}`, { status: "rejected" }, { token: esi.token });
  const sent = await send("MTNup2u", [fresh, done, fresh]);
  expect(sent.body).toMatchObject({ batch: { orders: 1 }, leftOut: [{ id: done, status: "rejected" }] });
  expect(await send("MTNup2u", [fresh])).toMatchObject({ status: 409, body: { code: "orders_not_pending" } });
});

test("of two admins who send the same orders at once, each order goes with one batch only", async () => {
  const orders = await Promise.all(Array.from({ length: 20 }, () => buy()));
  const answers = await Promise.all([
    send("MTNup2u", orders.slice(0, 15)),
    send("MTNup2u", orders.slice(5), undefined, shop.admin),
  ]);
  const batches = answers.flatMap(({ status, body }) => (status === 201 ? [body.batch] : []));
  expect(batches.reduce((sum, batch) => sum + batch.orders, 0)).toBe(20);
  const lines = (await Promise.all(batches.map(({ batch }) => fileOf(batch)))).flatMap((file) =>
    file.slice(1),
  );
  expect(new Set(lines).size).toBe(20);
});

test("a retry under the same key answers the same batch", async () => {
  const order = await buy();
  const first = await send("MTNup2u", [order], "batch-key");
  expect((await send("MTNup2u", [order], "batch-key")).body.batch).toEqual(first.body.batch);
});

test("a batch of registrations has the forms, and who downloads it is noted", async () => {
  const order = await buy("AFA");
  const { batch } = (await send("AFA", [order])).body.batch;
  expect(await fileOf(batch)).toEqual([
    "Beneficiary,Package,Network,Reference,Name,Phone,Card,Date of birth,Location",
    `0244123456,AFA registration,AFA,${10_000_000 + order},Ama M,0245550101,GHA-123456789-1,1990-05-17,Accra`,
  ]);
  const noted = async () =>
    (
      await shop.call<Page<{ detail: string }>>(
        "GET",
        "/audit/security?kind=private details viewed",
        undefined,
        {
          token: shop.admin.token,
        },
      )
    ).body.items.map(({ detail }) => detail);
  await expect.poll(noted).toContain(`order ${order}`);
});

test("a batch has one network, and only orders that exist", async () => {
  const order = await buy();
  const before = await shop.books();
  expect(await send("Telecel", [order])).toMatchObject({ status: 400, body: { code: "orders_mixed" } });
  expect(await send("MTNup2u", [order, 999_999])).toMatchObject({
    status: 404,
    body: { code: "order_unknown" },
  });
  expect(await send("MTNup2u", [])).toMatchObject({ status: 400, body: { code: "input_invalid" } });
  expect(await shop.books()).toEqual(before);
});

test("in a shop with two admins, one's own orders stay behind for the other", async () => {
  const [own, other] = [await buy("MTNup2u", esi), await buy()];
  expect((await send("MTNup2u", [own, other])).body).toMatchObject({
    batch: { orders: 1 },
    leftOut: [{ id: own, status: "pending" }],
  });
  expect(await send("MTNup2u", [own])).toMatchObject({ status: 403, body: { code: "own_account" } });
  expect((await send("MTNup2u", [own], undefined, shop.admin)).status).toBe(201);
});

test("the columns of a network's file can be changed; earlier batches keep theirs", async () => {
  const before = (await send("MTNup2u", [await buy()])).body.batch.batch;
  const layout = {
    columns: [
      { cell: "reference", title: "Ref" },
      { cell: "beneficiary", title: "MSISDN" },
    ],
    header: true,
    phones: "international",
  };
  const put = (body: object) =>
    shop.call("PUT", "/order/supplier-layout", { network: "MTNup2u", ...body }, { token: esi.token });
  expect((await put({ layout, seen: defaultLayout("MTNup2u") })).status).toBe(200);
  expect(await put({ layout, seen: defaultLayout("MTNup2u") })).toMatchObject({ status: 409 });
  const order = await buy();
  const { batch } = (await send("MTNup2u", [order])).body.batch;
  expect(await fileOf(batch)).toEqual(["Ref,MSISDN", `${10_000_000 + order},233244123456`]);
  expect((await fileOf(before))[0]).toBe("Beneficiary,Package,Network,Reference");
  expect((await put({ layout: { ...layout, header: false } })).status).toBe(200);
  const last = await buy();
  const bare = (await send("MTNup2u", [last])).body.batch.batch;
  expect(await fileOf(bare)).toEqual([`${10_000_000 + last},233244123456`]);
  for (const network of ["constructor", "__proto__", "nowhere"])
    expect(await put({ network, layout })).toMatchObject({ status: 404, body: { code: "product_unknown" } });
  const layouts = (
    await shop.call<LayoutsAnswer>("GET", "/order/supplier-layout", undefined, { token: esi.token })
  ).body;
  expect(layouts.find(({ network }) => network === "MTNup2u")?.layout.header).toBe(false);
});
