/** What takes two admins: filed once, decided once, carried out once, with both names in the log. */
import { afterAll, beforeAll, expect, test } from "vitest";
import type { ApprovalsAnswer } from "#api/contract/approvals.ts";
import type { BalanceAnswer } from "#api/contract/users.ts";
import { TestShop, type TestUser } from "#tools/testing/test-shop.ts";

let shop: TestShop;
let second: TestUser;
let ama: TestUser;

beforeAll(async () => {
  shop = await TestShop.open();
  second = await shop.addUser("second", "0240000008", "Admin");
  ama = await shop.addUser("ama", "0245550101", "Customer", 100_00);
  await setLimit(50);
});
afterAll(() => shop.close());

const setLimit = (limit: number | null, by = shop.admin) =>
  shop.call<{ pending: boolean; limit: number | null }>(
    "PUT",
    "/extra/correction-limit",
    { limit },
    { token: by.token },
  );
const correct = (amount: number, key?: string, by = shop.admin) =>
  shop.call<BalanceAnswer>(
    "PUT",
    "/user/balance",
    { amount, chosenId: ama._id, reason: "why" },
    { token: by.token, ...(key === undefined ? {} : { key }) },
  );
const pending = async () =>
  (
    await shop.call<ApprovalsAnswer>("GET", "/approval", undefined, { token: second.token })
  ).body.items.filter(({ status }) => status === "pending");
const decide = (id: string, how: "approve" | "decline", by: TestUser) =>
  shop.call("PUT", `/approval/${id}/${how}`, {}, { token: by.token });
const balance = async () =>
  (
    await shop.pool.query<{ balance: number }>("select balance from ledger.wallet where user_id = $1", [
      ama._id,
    ])
  ).rows[0]!.balance;

test("a large correction waits, once however often it is sent, and changes nothing; a small one does not", async () => {
  const before = await balance();
  expect((await correct(50)).body).toMatchObject({ balance: (before + 5000) / 100 });
  const first = await correct(60, "key-1");
  expect(first.body).toMatchObject({ balance: (before + 5000) / 100, pending: true });
  expect((await correct(60, "key-1")).body).toMatchObject({ pending: true });
  expect((await correct(61, "key-1")).status).toBe(422);
  expect(await pending()).toMatchObject([
    {
      kind: "correction",
      amount: 60,
      reason: "why",
      user: { username: "ama" },
      requestedBy: { username: "admin" },
    },
  ]);
  expect(await balance()).toBe(before + 5000);
});

test("who asked cannot approve; another admin can, once, and both names stand in the log", async () => {
  const [waiting] = await pending();
  const before = await balance();
  expect((await decide(waiting!._id, "approve", shop.admin)).body).toMatchObject({
    code: "second_admin_needed",
  });
  expect((await decide(waiting!._id, "approve", ama)).status).toBe(403);
  const answers = await Promise.all([1, 2, 3].map(() => decide(waiting!._id, "approve", second)));
  expect(answers.map(({ status }) => status)).toContain(200);
  expect(await balance()).toBe(before + 6000);
  expect((await decide(waiting!._id, "decline", second)).body).toMatchObject({
    code: "approval_decided",
    status: "approved",
  });
  const { rows } = await shop.pool.query(
    "select actor, data from ledger.event where type = 'wallet_corrected' order by position desc limit 1",
  );
  expect(rows).toEqual([
    { actor: second._id, data: { reason: "why", corrects: null, requested_by: shop.admin._id } },
  ]);
  expect(await pending()).toEqual([]);
});

test("approved and declined at once, one of them wins and the other is told", async () => {
  for (let n = 0; n < 8; n++) {
    const before = await balance();
    await correct(51 + n);
    const [waiting] = await pending();
    const [yes, no] = await Promise.all([
      decide(waiting!._id, "approve", second),
      decide(waiting!._id, "decline", second),
    ]);
    expect(new Set([yes.status, no.status])).toEqual(new Set([200, 409]));
    expect(await balance()).toBe(before + (yes.status === 200 ? (51 + n) * 100 : 0));
  }
});

test("what the wallet cannot bear is refused when it is approved, and can be once it bears it", async () => {
  const held = await balance();
  await correct(-(held / 100) - 60);
  const [waiting] = await pending();
  expect((await decide(waiting!._id, "approve", second)).body).toMatchObject({
    code: "insufficient_balance",
  });
  for (const amount of [50, 10]) await correct(amount);
  expect((await decide(waiting!._id, "approve", second)).status).toBe(200);
  expect(await balance()).toBe(0);
});

test("raising the limit waits for the other admin, lowering it acts at once", async () => {
  expect((await setLimit(40)).body).toEqual({ pending: false, limit: 40 });
  expect((await setLimit(null)).body).toEqual({ pending: true, limit: 40 });
  const [waiting] = await pending();
  expect(waiting).toMatchObject({ kind: "limit", amount: null });
  expect((await decide(waiting!._id, "approve", shop.admin)).status).toBe(409);
  expect((await decide(waiting!._id, "approve", second)).status).toBe(200);
  expect((await correct(500)).body).not.toHaveProperty("pending");
  const { wallets, houses } = await shop.books();
  expect(wallets + houses).toBe(0);
});
