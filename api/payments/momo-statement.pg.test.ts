/** What a MoMo statement is compared with: the top-ups that some days credited, and those that name its payments. */
import { beforeAll, expect, test } from "vitest";
import type { Closing } from "#contract/reports.ts";
import type { ApprovedAnswer, ApprovedTopup, NamedTopup } from "#contract/rail-statements.ts";
import { dayOf } from "#contract/terms/dates.ts";
import { officeLimits } from "#contract/terms/office-limits.ts";
import { daysBefore } from "#contract/terms/periods.ts";
import { openTestShop } from "#tools/testing/test-shop.ts";

const shop = openTestShop();
const ama = shop.userOfFile("ama", "0245550101", "Customer", 100_00);
const today = dayOf(new Date().toISOString());

beforeAll(async () => {
  await ask(20_001, 60_00, "MP-1x");
  await ask(20_002, 70_00, null);
  await ask(20_003, 80_00, "mp-1X");
  await ask(20_004, 90_00, "MP-2");
  // Decided in another order than they were asked for.
  await approve(20_002);
  await approve(20_001);
  await shop.command("decline_topup", shop.admin._id, { topup: 20_004 });
  // Removed from the lists, but its money came.
  await call("DELETE", "/recharge/delete/20001");
});

async function ask(topup: number, amount: number, momo_transaction_id: string | null): Promise<void> {
  const intent = { topup, amount, purpose: "topup", momo_transaction_id } as const;
  await shop.command("request_topup", ama._id, intent);
}

const approve = (topup: number) => shop.command("approve_topup", shop.admin._id, { topup });

function call<T>(method: "GET" | "POST" | "DELETE", path: string, body?: unknown) {
  return shop.call<T>(method, path, body, { token: shop.admin.token });
}

const approvedPage = (from: string, to: string, cursor: number | null = null) =>
  call<ApprovedAnswer>(
    "GET",
    `/recharge/approved?from=${from}&to=${to}${cursor === null ? "" : `&cursor=${cursor}`}`,
  );

/** All pages. */
async function approved(from: string, to: string): Promise<{ status: number; body: ApprovedTopup[] }> {
  const { status, body } = await approvedPage(from, to);
  const all = [...body.items];
  for (let { next } = body; next !== null;) {
    const { body: page } = await approvedPage(from, to, next);
    all.push(...page.items);
    next = page.next;
  }
  return { status, body: all };
}
const named = (...momoTransactionIds: string[]) =>
  call<NamedTopup[]>("POST", "/recharge/by-momo-id", { momoTransactionIds });

test("the approved top-ups of some days come in the order of their approval, also removed ones", async () => {
  const { body } = await approved(today, today);
  expect(body).toEqual([
    {
      rechargeId: "T-20002",
      amount: 70,
      momoTransactionId: null,
      username: "ama",
      userId: ama._id,
      approvedAt: expect.stringContaining(today),
    },
    expect.objectContaining({ rechargeId: "T-20001", amount: 60, momoTransactionId: "MP-1x" }),
  ]);
  expect((await approved("2020-01-01", "2020-01-31")).body).toEqual([]);
});

test("their sum is the top-ups of the closing of the same days", async () => {
  const { body } = await call<Closing>("GET", `/audit/closing?from=${today}&to=${today}`);
  const sum = (await approved(today, today)).body.reduce((all, { amount }) => all + amount, 0);
  expect(body.accounts[0]?.moved.topup).toEqual({ count: 2, value: sum });
});

test("more than 1,000 approvals are all listed, each once", async () => {
  const topups = Array.from({ length: 1001 }, (_, at) => 30_001 + at);
  const kofi = await shop.addUser("kofi", "0205550102", "Customer");
  // A user may have ten undecided ones at a time.
  for (let first = 0; first < topups.length; first += 10) {
    const some = topups.slice(first, first + 10);
    await Promise.all(
      some.map((topup) => {
        const asked = { topup, amount: 50_00, purpose: "topup", momo_transaction_id: `K${topup}` } as const;
        return shop.command("request_topup", kofi._id, asked);
      }),
    );
    await Promise.all(some.map(approve));
  }
  const { body } = await approved(today, today);
  expect(body).toHaveLength(2 + topups.length);
  expect(new Set(body.map(({ rechargeId }) => rechargeId)).size).toBe(body.length);
});

test("each page has the count and the sum of all pages, and the positions of its days", async () => {
  const { body: first } = await approvedPage(today, today);
  expect(first.items).toHaveLength(officeLimits.momo_topups_page);
  expect(first).toMatchObject({ total: 1003, amount: 70 + 60 + 1001 * 50, next: expect.any(Number) });
  const { body: second } = await approvedPage(today, today, first.next);
  expect(second).toMatchObject({ total: 1003, amount: first.amount, next: null });
  expect(second.items).toHaveLength(3);
  const { rows } = await shop.pool.query<{ position: number }>("select position from ledger.head");
  expect([first.after, second.position]).toEqual([0, rows[0]?.position]);
  const { body: none } = await approvedPage("2020-01-01", "2020-01-31");
  expect(none).toMatchObject({ items: [], next: null, total: 0, amount: 0, position: 0 });
});

test("requests are found by their MoMo transaction IDs, in any case, whatever became of them", async () => {
  const { body } = await named("mp-1x", "MP-1X", "MP-2", "MP-9");
  expect(body.map(({ rechargeId, status }) => [rechargeId, status])).toEqual([
    ["T-20001", "approved"],
    ["T-20003", "pending"],
    ["T-20004", "declined"],
  ]);
  expect(body[1]).toMatchObject({
    amount: 80,
    username: "ama",
    momoTransactionId: "mp-1X",
    actionTimestamp: null,
    approval: null,
  });
  const { body: page } = await approvedPage(today, today);
  const at = body[0]?.approval ?? 0;
  expect(at).toBeGreaterThan(page.after);
  expect(at).toBeLessThan(page.next ?? 0);
  // Neither a part nor a pattern of an ID is the ID.
  expect((await named("MP", "MP-_", "P-2")).body).toEqual([]);
});

test.each([
  ["no days", "", "All fields are required"],
  ["days in the wrong order", `?from=2026-11-02&to=2026-11-01`, "The from day is after the to day"],
  ["93 days", `?from=2026-01-01&to=2026-04-03`, "At most 92 days at a time"],
])("%s are refused", async (_, query, message) => {
  expect(await call("GET", `/recharge/approved${query}`)).toMatchObject({ status: 400, body: { message } });
});

test("92 days are not too many", async () => {
  expect((await approved(daysBefore(today, 91), today)).status).toBe(200);
});

test.each([
  ["no IDs", []],
  [
    "more IDs than one call looks up",
    Array.from({ length: officeLimits.momo_ids_max + 1 }, (_, at) => `A${at}`),
  ],
  ["an empty ID", [" "]],
  ["text that is no ID", ["a b"]],
  ["a number", [12]],
])("%s: refused", async (_, momoTransactionIds) => {
  const { status } = await call("POST", "/recharge/by-momo-id", { momoTransactionIds });
  expect(status).toBe(400);
});

test("each is a security event like an export, without what was asked or answered", async () => {
  const noted = async () => {
    const { rows } = await shop.pool.query<{ detail: string; row: string }>(
      `select detail, to_jsonb(e)::text as row from shop.security_event e where kind = 'export'`,
    );
    return rows;
  };
  await approved("2020-01-01", "2020-01-01");
  await expect
    .poll(async () => [...new Set((await noted()).map(({ detail }) => detail))].toSorted())
    .toEqual(["/recharge/approved", "/recharge/by-momo-id"]);
  expect((await noted()).map(({ row }) => row).join("")).not.toMatch(/mp-1x|2020-01-01/i);
});
