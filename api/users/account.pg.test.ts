/** A user's statement, the history of an order, named numbers, and the support links. */
import { expect, test } from "vitest";
import { openTestShop, type TestUser } from "#tools/testing/test-shop.ts";
import type { MovementRecord } from "#contract/account.ts";

const shop = openTestShop();
const ama = shop.userOfFile("ama", "0245550101", "Customer");
const kofi = shop.userOfFile("kofi", "0205550102", "Customer", 1000);

const get = <T>(path: string, user: TestUser) => shop.as(user).get<T>(path);
const put = (path: string, body: unknown, user: TestUser) => shop.as(user).put(path, body);

async function buy(user: TestUser): Promise<number> {
  const { body } = await shop.buy(user);
  return body.id;
}

test("the statement explains every cedi, newest first, and pages through all of it", async () => {
  const asked = await shop.as(ama).post<{ recharge: { _id: string } }>("/recharge", { amount: 60 });
  await put(`/recharge/${asked.body.recharge._id}/approve`, {}, shop.admin);
  const order = await buy(ama);
  await put(`/order/update-status/${order}`, { status: "rejected", reason: "no stock" }, shop.admin);
  await put("/user/balance", { amount: -2.5, chosenId: ama._id, reason: "paid twice" }, shop.admin);

  const { body: rows } = await get<MovementRecord[]>("/user/statement", ama);
  expect(rows.map(({ kind, amount, balance }) => [kind, amount, balance])).toEqual([
    ["correction", -2.5, 57.5],
    ["refund", 4.8, 60],
    ["purchase", -4.8, 55.2],
    ["topup", 60, 60],
  ]);
  expect(rows[0]).toMatchObject({ reason: "paid twice", reference: null, corrects: null });
  expect(rows[1]).toMatchObject({ reason: "no stock", reference: String(10_000_000 + order) });
  expect(rows[2]).toMatchObject({ network: "MTNup2u", offer: "1 GB", receiver: "0244123456" });
  expect(rows[3]).toMatchObject({ reference: `T-${asked.body.recharge._id}`, offer: null });

  const paged: MovementRecord[] = [];
  let cursor: number | null = null;
  do {
    const path: string = `/user/statement?limit=3${cursor === null ? "" : `&cursor=${cursor}`}`;
    const { body } = await get<{ items: MovementRecord[]; total: number; next: number | null }>(path, ama);
    expect(body.total).toBe(4);
    paged.push(...body.items);
    cursor = body.next;
  } while (cursor !== null);
  expect(paged).toEqual(rows);
  // Nobody sees another user's statement here. Admins use the audit.
  expect((await get<MovementRecord[]>("/user/statement", shop.admin)).body).toEqual([]);
  expect((await get<MovementRecord[]>("/user/statement", kofi)).body).toHaveLength(1);
});

test("only its owner and admins can read an order's history", async () => {
  const order = await buy(kofi);
  await put(`/order/update-status/${order}`, { status: "processing" }, shop.admin);
  await put(`/order/update-status/${order}`, { status: "completed" }, shop.admin);
  for (const user of [kofi, shop.admin]) {
    const { body } = await get<{ status: string }[]>(`/order/${order}/history`, user);
    expect(body.map(({ status }) => status)).toEqual(["pending", "processing", "completed"]);
  }
  expect(await get(`/order/${order}/history`, ama)).toMatchObject({
    status: 404,
    body: { code: "order_unknown", message: "Order not found" },
  });
});

test("each user can name, rename and remove their own numbers", async () => {
  await put("/user/beneficiaries", { phone: "024 412 3456", name: " Mum " }, ama);
  await put("/user/beneficiaries", { phone: "0551234567", name: "akua" }, ama);
  const renamed = await put("/user/beneficiaries", { phone: "+233244123456", name: "Mother" }, ama);
  expect(renamed.body).toEqual([
    { phone: "0551234567", name: "akua" },
    { phone: "0244123456", name: "Mother" },
  ]);
  expect((await get("/user/beneficiaries", kofi)).body).toEqual([]);
  const left = await put("/user/beneficiaries", { phone: "0551234567", name: null }, ama);
  expect(left.body).toEqual([{ phone: "0244123456", name: "Mother" }]);
  expect(await put("/user/beneficiaries", { phone: "12", name: "x" }, ama)).toMatchObject({
    status: 400,
    body: { fields: { phone: "Please enter a 10-digit phone number" } },
  });
});

test("the number of named numbers is limited, and a full list can still be changed", async () => {
  const name = (at: number) => ({ phone: `05${String(at).padStart(8, "0")}`, name: `n${at}` });
  const { rows } = await shop.pool.query(
    `insert into shop.beneficiary select $1, '05' || lpad(n::text, 8, '0'), 'n' from generate_series(1, 200) n returning 1`,
    [kofi._id],
  );
  expect(rows).toHaveLength(200);
  expect(await put("/user/beneficiaries", name(201), kofi)).toMatchObject({
    status: 409,
    body: { code: "too_many_beneficiaries", message: "You can name 200 numbers at most" },
  });
  expect((await put("/user/beneficiaries", name(7), kofi)).status).toBe(200);
});

test("an admin sets the support links, which must be https", async () => {
  const links = { supportGroup: "https://chat.example/g/abc", supportChat: "" };
  expect(await put("/extra/support-links", links, shop.admin)).toMatchObject({ status: 200, body: links });
  const { body } = await shop.call("GET", "/extra/momo-details");
  expect(body).toMatchObject(links);
  for (const supportChat of ["javascript:alert(1)", "http://x.example/", "https://u@x.example", "x"]) {
    const refused = await put("/extra/support-links", { ...links, supportChat }, shop.admin);
    expect(refused).toMatchObject({
      status: 400,
      body: { message: "Please enter a link that begins with https://" },
    });
  }
  expect((await put("/extra/support-links", links, ama)).status).toBe(403);
});
