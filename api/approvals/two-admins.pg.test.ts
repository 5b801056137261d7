/** What takes two admins besides corrections, and the list of what one admin did alone. */
import { expect, test } from "vitest";
import type { ApprovalsAnswer } from "#contract/approvals.ts";
import type { AloneAnswer } from "#contract/audit.ts";
import { usualWithdrawalRules } from "#contract/terms/withdrawals.ts";
import { openTestShop, testPackages, type TestUser } from "#tools/testing/test-shop.ts";

const shop = openTestShop();
const second = shop.userOfFile("second", "0240000008", "Admin");
const ama = shop.userOfFile("ama", "0245550101", "Customer", 100_00);

const put = (path: string, body: object, by = shop.admin) => shop.as(by).put(path, body);
const approvals = async () => (await shop.as(second).get<ApprovalsAnswer>("/approval")).body;
const newest = async () => (await approvals()).items.filter(({ status }) => status === "pending").at(-1);
const grant = async () => put(`/approval/${(await newest())?._id}/approve`, {}, second);
const wallet = () => shop.balanceOf(ama);

const product = (price: number, extra: object[] = []) => ({
  network: "MTNup2u",
  packages: [
    ...testPackages.map(({ id, offer, ...prices }) => ({
      _id: id,
      offer,
      priceCustomer: id === "mtnup2u-1" ? price : prices.customer / 100,
      priceAgent: prices.agent / 100,
      priceSAg: prices.superAgent / 100,
    })),
    ...extra,
  ],
});

test("the limits bind, because the shop has two admins; raising either waits for the other", async () => {
  for (const path of ["/extra/correction-limit", "/extra/topup-limit"])
    expect(await put(path, { limit: 100 })).toMatchObject({ status: 200, body: { pending: false } });
  expect(await approvals()).toMatchObject({ limit: 100, topupLimit: 100, isBinding: true });
  expect((await put("/extra/topup-limit", { limit: 200 })).body).toEqual({ limit: 100, pending: true });
  expect(await newest()).toMatchObject({ kind: "topup limit", amount: 200, user: null });
  expect((await grant()).status).toBe(200);
  expect((await approvals()).topupLimit).toBe(200);
});

test("a top-up of a new user above a fifth of the limit is credited by the second admin", async () => {
  const { body } = await shop
    .as(ama)
    .post<{ recharge: { _id: string; rechargeId: string } }>("/recharge", { amount: 60 });
  const { _id, rechargeId } = body.recharge;
  expect(await put(`/recharge/${_id}/approve`, {})).toMatchObject({
    status: 200,
    body: { pending: true, recharge: { status: "pending", rechargeId }, balance: 100 },
  });
  expect(await wallet()).toBe(100_00);
  expect(await put(`/recharge/${_id}/approve`, {})).toMatchObject({
    status: 409,
    body: { code: "approval_open" },
  });
  expect(await newest()).toMatchObject({ kind: "topup", amount: 60, rechargeId, user: { username: "ama" } });
  expect((await grant()).status).toBe(200);
  expect(await wallet()).toBe(160_00);
});

test("the second admin's own approval of a top-up grants what the first has asked for, once", async () => {
  const { body } = await shop.as(ama).post<{ recharge: { _id: string } }>("/recharge", { amount: 60 });
  const path = `/recharge/${body.recharge._id}/approve`;
  expect((await put(path, {})).body).toMatchObject({ pending: true });
  const waiting = (await approvals()).items.filter(({ status }) => status === "pending").length;
  const key = "second-word";
  const approve = () => shop.as(second).put(path, {}, { key });
  const done = await approve();
  expect(done).toMatchObject({
    status: 200,
    body: { balance: 220, recharge: { status: "approved" }, account: { balance: 220 } },
  });
  expect(done.body).not.toHaveProperty("pending");
  expect(await approve()).toMatchObject({ status: 200, body: done.body });
  expect(await wallet()).toBe(220_00);
  const { items } = await approvals();
  expect(items.filter(({ status }) => status === "pending")).toHaveLength(waiting - 1);
  expect(items.find(({ status }) => status === "approved")).toMatchObject({
    kind: "topup",
    requestedBy: { username: "admin" },
    decidedBy: { username: "second" },
  });
});

test("a new product that both admins send, through different processes, is sold at once", async () => {
  const afa = {
    network: "AT-ishare",
    packages: [{ offer: "1 GB", priceCustomer: 5, priceAgent: 4, priceSAg: 3 }],
  };
  const create = (by: TestUser, base = shop.server.url) => shop.as(by).post("/product/create", afa, { base });
  expect((await create(shop.admin)).body).toMatchObject({ pending: true });
  expect(await create(shop.admin)).toMatchObject({ status: 409, body: { code: "approval_open" } });
  // The other process has nothing of the first request in memory.
  const other = await shop.another();
  try {
    expect(await create(second, other.url)).toMatchObject({
      status: 201,
      body: { product: { network: "AT-ishare" } },
    });
  } finally {
    await other.close();
  }
  expect((await newest())?.kind).not.toBe("new product");
});

test("a price far below the present one, a new offer and a new product wait, with what would change", async () => {
  const path = "/product/mtnup2u";
  expect((await put(path, product(0.01))).body).toMatchObject({ pending: true });
  expect(await newest()).toMatchObject({
    kind: "product",
    product: "MTNup2u",
    changes: [{ what: "1 GB: customer", before: "4.80", after: "0.01" }],
  });
  const offer = { offer: "100 GB", priceCustomer: 1, priceAgent: 1, priceSAg: 1 };
  expect((await put(path, product(4.8, [offer]))).body).toMatchObject({ pending: true });
  const telecel = { ...product(4.8), network: "Telecel" };
  const made = await shop.as(shop.admin).post("/product/create", telecel);
  expect(made).toMatchObject({ status: 201, body: { pending: true } });
  const listed = await shop.call<{ network: string }[]>("GET", "/product");
  expect(listed.body.map(({ network }) => network)).not.toContain("Telecel");
  expect((await grant()).status).toBe(200);
  const now = await shop.call<{ network: string; packages: { priceCustomer: number }[] }[]>(
    "GET",
    "/product",
  );
  expect(now.body.map(({ network }) => network)).toContain("Telecel");
  expect(now.body.find(({ network }) => network === "MTNup2u")?.packages[0]?.priceCustomer).toBe(4.8);
  expect((await put(path, product(4))).body).toMatchObject({ product: { network: "MTNup2u" } });
});

test("payment details wait, with old and new", async () => {
  const details = { momoPhoneNumber: "0244000002", momoAccountName: "Mallory" };
  expect((await put("/extra/momo-details", details)).body).toMatchObject({ pending: true });
  expect(await newest()).toMatchObject({
    kind: "payment details",
    changes: [
      { what: "mobile money number", after: "0244000002" },
      { what: "account name", after: "Mallory" },
    ],
  });
  const shown = await shop.call<{ momoAccountName: string }>("GET", "/extra/momo-details");
  expect(shown.body.momoAccountName).not.toBe("Mallory");
});

test("nobody credits themselves or approves their own top-up", async () => {
  const refusal = { status: 403, body: { code: "own_account" } };
  expect(await put("/user/balance", { amount: 1, chosenId: shop.admin._id, reason: "r" })).toMatchObject(
    refusal,
  );
  const { body } = await shop.as(shop.admin).post<{ recharge: { _id: string } }>("/recharge", { amount: 60 });
  expect(await put(`/recharge/${body.recharge._id}/approve`, {})).toMatchObject(refusal);
});

/** The id of a withdrawal of ¢10.00 to a number that had money before. */
async function askedToWithdraw(): Promise<string> {
  const rules = { ...usualWithdrawalRules, isOn: true, who: "everyone", what: "everything" } as const;
  await shop.command("change_withdrawal_rules", "system", rules);
  await shop.command("correct_balance", "system", {
    user: ama._id,
    amount: 10_00,
    reason: "r",
    corrects: null,
  });
  const asked = { amount: 10_00, fee: 0, first: false, earned: 0 };
  const position = await shop.command("request_withdrawal", ama._id, asked);
  const found = "select id from ledger.withdrawal where requested = $1";
  return (await shop.pool.query<{ id: string }>(found, [position])).rows[0]!.id;
}

test("what one admin did alone is listed by day and kind; what two did is not", async () => {
  const today = new Date().toISOString().slice(0, 10);
  await put("/user/balance", { amount: 3, chosenId: ama._id, reason: "r" });
  await put("/user/balance", { amount: -1, chosenId: ama._id, reason: "r" });
  const order = { network: "MTNup2u", offer: "1 GB", receiver: "0244123456" };
  const bought = await shop.as(ama).post<{ order: { _id: string; price: number } }>("/order/create", order);
  expect(bought.status).toBe(201);
  await put(`/withdrawal/${await askedToWithdraw()}/send`, { rail: "momo" });
  const { body } = await shop.as(second).get<AloneAnswer>(`/audit/alone?from=${today}&to=${today}`);
  const byAdmin = body.filter(({ actorId }) => actorId === shop.admin._id);
  expect(byAdmin.map(({ kind, count, amount }) => [kind, count, amount])).toEqual([
    ["credit", 1, 3],
    ["debit", 1, 1],
    ["sold below price", 1, 0.8],
    ["withdrawal", 1, 10],
  ]);
  expect(body.find(({ actorId }) => actorId === "system")).toMatchObject({ kind: "credit", actor: "system" });
  expect(new Set(body.map(({ kind }) => kind))).not.toContain("top-up");
});
