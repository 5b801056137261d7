/** What admins do with payments that rails reported. */
import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import type { ActRecord } from "#contract/audit.ts";
import type { Page } from "#contract/lists.ts";
import type { PaymentRecord, Rails } from "#contract/payments.ts";
import { openTestShop, type TestUser } from "#tools/testing/test-shop.ts";

const shop = openTestShop();
const esi = shop.userOfFile("esi", "0244000001", "Admin");
const kofi = shop.userOfFile("kofi", "0244000002");

const as = ({ token }: TestUser) => ({ token });

async function received(amount: number, rail: "momo" | "telecel" = "momo"): Promise<string> {
  const payment = randomUUID();
  const about = { payment, rail, transaction: `T${payment.slice(0, 8)}`, amount, fee: null };
  await shop.command("receive_payment", "system", about);
  return payment;
}

const put = <T>(path: string, body: object, by = shop.admin) =>
  shop.call<T>("PUT", `/payment/${path}`, body, as(by));

async function list(query: string): Promise<PaymentRecord[]> {
  return (await shop.call<Page<PaymentRecord>>("GET", `/payment?limit=50&${query}`, undefined, as(esi))).body
    .items;
}

async function actsOf(user: TestUser): Promise<string[]> {
  const path = `/audit/acts?limit=50&actor=${user._id}`;
  const { body } = await shop.call<Page<ActRecord>>("GET", path, undefined, as(esi));
  return body.items.flatMap(({ changes }) => changes.map(({ what, after }) => `${what}: ${after}`));
}

test("an admin matches, holds, returns and covers payments, and each act is listed with its amount", async () => {
  const matched = await received(60_00);
  expect(await put(`${matched}/match`, { user: kofi._id })).toMatchObject({
    status: 200,
    body: { payment: { status: "matched", user: { username: "kofi" } } },
  });
  expect(await shop.balanceOf(kofi)).toBe(60_00);
  const held = await received(7_00, "telecel");
  expect(await put(`${held}/hold`, { reason: "whose?" })).toMatchObject({
    body: { payment: { status: "held" } },
  });
  expect(await put(`${held}/return`, { reason: "not for us" })).toMatchObject({
    body: { payment: { status: "returned", reason: "not for us" } },
  });
  const asked = { topup: 900_001, amount: 55_00, purpose: "topup", momo_transaction_id: null } as const;
  await shop.command("request_topup", kofi._id, asked);
  await shop.command("approve_topup", shop.admin._id, { topup: 900_001 });
  const late = await received(55_00);
  const other = await received(55_00);
  expect(await put(`${late}/cover`, { recharge: 900_001 })).toMatchObject({
    body: { payment: { status: "matched", rechargeId: "T-900001" } },
  });
  expect(await put(`${other}/cover`, { recharge: 900_001 })).toMatchObject({
    status: 409,
    body: { code: "payment_not_credited" },
  });
  expect(await shop.balanceOf(kofi)).toBe(115_00);
  expect((await list("status=open")).map(({ _id }) => _id)).toEqual([other]);
  const name = (id: string) => `payment T${id.slice(0, 8)}`;
  expect(await actsOf(shop.admin)).toEqual(
    expect.arrayContaining([
      `${name(matched)}, ¢60.00: matched`,
      `${name(held)}, ¢7.00: waits: whose?`,
      `${name(held)}, ¢7.00: returned: not for us`,
      `${name(late)}, ¢55.00: was credited before, by T-900001`,
    ]),
  );
});

test("nobody matches a payment to their own account, and a reason is required to return one", async () => {
  const payment = await received(10_00);
  expect(await put(`${payment}/match`, { user: shop.admin._id })).toMatchObject({
    status: 403,
    body: { code: "own_account" },
  });
  expect((await put(`${payment}/return`, { reason: "" })).status).toBe(400);
  expect(await put(`${randomUUID()}/match`, { user: kofi._id })).toMatchObject({ status: 404 });
  expect((await list("status=received")).some(({ _id }) => _id === payment)).toBe(true);
});

test("above the limit for top-ups a match takes a second admin", async () => {
  await shop.command("change_topup_limit", shop.admin._id, { limit: 500_00 });
  const payment = await received(900_00);
  const before = await shop.balanceOf(kofi);
  expect(await put(`${payment}/match`, { user: kofi._id })).toMatchObject({
    body: { pending: true, payment: { status: "received" } },
  });
  expect(await shop.balanceOf(kofi)).toBe(before);
  expect(await put(`${payment}/match`, { user: kofi._id }, esi)).toMatchObject({
    body: { payment: { status: "matched" } },
  });
  expect(await shop.balanceOf(kofi)).toBe(before + 900_00);
});

test("what the owner takes out of a rail leaves the books of the rail, with a reason", async () => {
  const rails = async () => (await shop.call<Rails>("GET", "/payment/rails", undefined, as(esi))).body.rails;
  const momo = async () => (await rails()).find(({ rail }) => rail === "momo")?.books ?? 0;
  const before = await momo();
  const body = { amount: 25, reason: "withdrawn" };
  expect((await shop.call("POST", "/payment/rails/momo/transfer", body, as(esi))).status).toBe(200);
  expect(await momo()).toBe(before - 25);
  expect(await actsOf(esi)).toContain("balance of momo: −¢25.00: withdrawn");
  const { rows } = await shop.pool.query("select sum(balance)::int as sum from ledger.house_account");
  const wallets = await shop.pool.query("select sum(balance)::int as sum from ledger.wallet");
  expect(rows[0].sum + wallets.rows[0].sum).toBe(0);
});

test("payments are found by the rail's own id, by user, by rail and by day", async () => {
  const payment = await received(3_00, "telecel");
  const ids = async (query: string) => (await list(query)).map(({ _id }) => _id);
  expect(await ids(`search=T${payment.slice(0, 8)}`)).toEqual([payment]);
  expect(await ids("rail=telecel")).toContain(payment);
  expect(await ids("search=kofi")).not.toContain(payment);
  expect((await ids("search=kofi")).length).toBeGreaterThan(2);
  expect(await ids("to=2020-01-01")).toEqual([]);
});

test("a number that no request can have is refused", async () => {
  const payment = await received(8_00);
  for (const recharge of [9_223_372_036_854_776_000, 3e283, 0, 1.5, -1, "x"]) {
    const refused = { status: 400, body: { code: "input_invalid" } };
    expect(await put(`${payment}/cover`, { recharge })).toMatchObject(refused);
    expect(await put(`${payment}/match`, { user: kofi._id, recharge })).toMatchObject(refused);
  }
});
