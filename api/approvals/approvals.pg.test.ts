/** Approvals by a second admin: requested, decided and carried out once, with both names in the log. */
import { beforeAll, expect, test } from "vitest";
import type { ApprovalsAnswer } from "#contract/approvals.ts";
import type { ActRecord } from "#contract/audit.ts";
import type { Page } from "#contract/lists.ts";
import type { BalanceAnswer } from "#contract/users.ts";
import { formatCedis } from "#contract/terms/money.ts";
import { openTestShop, type TestUser } from "#tools/testing/test-shop.ts";

const shop = openTestShop();
const second = shop.userOfFile("second", "0240000008", "Admin");
const ama = shop.userOfFile("ama", "0245550101", "Customer", 100_00);

beforeAll(async () => {
  await setLimit(50);
});

const setLimit = (limit: number | null, by = shop.admin) =>
  shop.as(by).put<{ pending: boolean; limit: number | null }>("/extra/correction-limit", { limit });
const limitSeen = (limit: number, seen: number | null) =>
  shop.as(shop.admin).put("/extra/correction-limit", { limit, seen: { limit: seen } });
const correct = (amount: number, key?: string, by = shop.admin, user = ama) =>
  shop.as(by).put<BalanceAnswer>("/user/balance", { amount, chosenId: user._id, reason: "why" }, { key });
const pending = async () =>
  (await shop.as(second).get<ApprovalsAnswer>("/approval")).body.items.filter(
    ({ status }) => status === "pending",
  );
const decide = (id: string, how: "approve" | "decline", by: TestUser, key?: string) =>
  shop.as(by).put(`/approval/${id}/${how}`, {}, { key });
const balance = () => shop.balanceOf(ama);

const byShop = (amount: number) =>
  shop.command("correct_balance", "system", { user: ama._id, amount, reason: "test", corrects: null });

test("a large correction makes one request for approval, even when it is retried; a small one applies at once", async () => {
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

test("a client without keys that repeats its request makes one request for approval", async () => {
  const answers = await Promise.all([1, 2, 3].map(() => correct(77)));
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409, 409]);
  expect((await correct(77)).body).toMatchObject({ code: "approval_open", transient: true });
  const other = await shop.another();
  const elsewhere = await shop
    .as(shop.admin)
    .put("/user/balance", { amount: 77, chosenId: ama._id, reason: "why" }, { base: other.url });
  expect(elsewhere.body).toMatchObject({ code: "approval_open" });
  await other.close();
  const waiting = (await pending()).filter(({ amount }) => amount === 77);
  expect(waiting).toHaveLength(1);
  await decide(waiting[0]!._id, "decline", second);
  expect((await correct(77)).body).toMatchObject({ pending: true });
  for (const { _id, amount } of await pending()) if (amount === 77) await decide(_id, "decline", second);
});

test("another admin can approve a request once, the requester cannot, and the log has both names", async () => {
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

test("a retry of a correction that was decided meanwhile gets that decision and requests nothing again", async () => {
  for (const how of ["approve", "decline"] as const) {
    expect((await correct(60, `late-${how}`)).body).toMatchObject({ pending: true });
    const [waiting] = await pending();
    await decide(waiting!._id, how, second);
    const before = await balance();
    expect(await correct(60, `late-${how}`)).toMatchObject({
      status: 409,
      body: { code: "approval_decided", status: `${how}d` },
    });
    expect(await pending()).toEqual([]);
    expect(await balance()).toBe(before);
  }
});

test("a retried decision gets its first answer and decides nothing else", async () => {
  for (const how of ["approve", "decline"] as const) {
    await correct(60, `decided-${how}`);
    const [waiting] = await pending();
    const before = await balance();
    const first = await decide(waiting!._id, how, second, `d-${how}`);
    expect(first.status).toBe(200);
    const again = await Promise.all([1, 2].map(() => decide(waiting!._id, how, second, `d-${how}`)));
    for (const { status, body } of again) {
      expect(status).toBe(200);
      expect(body["approval"]).toEqual(first.body["approval"]);
    }
    // All answers name the same event: the decision is in the log once.
    const positions = [first, ...again].map(({ body }) => body["position"]);
    expect(new Set(positions).size).toBe(1);
    expect(await balance()).toBe(before + (how === "approve" ? 6000 : 0));
    // With another key, or without one, it is already decided. The key is refused for other admins and other decisions.
    for (const key of [undefined, `other-${how}`])
      expect((await decide(waiting!._id, how, second, key)).body).toMatchObject({ code: "approval_decided" });
    expect((await decide(waiting!._id, how, shop.admin, `d-${how}`)).body).toMatchObject({
      code: "approval_decided",
    });
    const opposite = how === "approve" ? "decline" : "approve";
    expect(await decide(waiting!._id, opposite, second, `d-${how}`)).toMatchObject({ status: 422 });
    await correct(61, `next-${how}`);
    const [next] = await pending();
    for (const other of ["approve", "decline"] as const)
      expect(await decide(next!._id, other, second, `d-${how}`)).toMatchObject({
        status: 422,
        body: { code: "key_reused" },
      });
    expect(await pending()).toHaveLength(1);
    await decide(next!._id, "decline", second);
  }
});

test("two decisions at once with the same key decide once and get the same answer", async () => {
  for (const how of ["approve", "decline"] as const)
    for (let n = 0; n < 5; n++) {
      await correct(60, `once-${how}-${n}`);
      const [waiting] = await pending();
      const before = await balance();
      const answers = await Promise.all([1, 2].map(() => decide(waiting!._id, how, second, `o-${how}-${n}`)));
      expect(answers.map(({ status }) => status)).toEqual([200, 200]);
      expect(await balance()).toBe(before + (how === "approve" ? 6000 : 0));
    }
});

test("only one of two declines at once can use the same key", async () => {
  for (let n = 0; n < 5; n++) {
    await correct(60, `two-a-${n}`);
    await correct(61, `two-b-${n}`);
    const waiting = await pending();
    const answers = await Promise.all(waiting.map(({ _id }) => decide(_id, "decline", second, `both-${n}`)));
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 422]);
    const [left, ...more] = await pending();
    expect(more).toEqual([]);
    await decide(left!._id, "decline", second);
  }
});

test("the requester can't approve a small correction that waits, even when it fits their limit again", async () => {
  const fifth = await shop.addUser("fifth", "0240000005", "Admin");
  const yaa = await shop.addUser("yaa", "0245550103");
  await correct(50, "fit-1", fifth, yaa);
  expect((await correct(50, "fit-2", fifth, yaa)).body).toMatchObject({ pending: true });
  await correct(-50, "fit-3", fifth, yaa);
  const [waiting] = await pending();
  expect((await decide(waiting!._id, "approve", fifth)).body).toMatchObject({ code: "second_admin_needed" });
  expect((await decide(waiting!._id, "approve", second)).status).toBe(200);
});

test("when a request is approved and declined at once, one wins and the other is refused", async () => {
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

test("a correction that the wallet can't cover is refused, when requested and when approved, until it can", async () => {
  const held = await balance();
  expect((await correct(-held / 100 - 1)).body).toMatchObject({
    code: "wallet_short",
    message: `The wallet holds ${formatCedis(held)}: a debit cannot take it below zero`,
  });
  expect(await pending()).toEqual([]);
  expect((await correct(-held / 100)).body).toMatchObject({ pending: true });
  const [waiting] = await pending();
  await byShop(-5_00);
  expect((await decide(waiting!._id, "approve", second)).body).toMatchObject({
    code: "wallet_short",
  });
  await byShop(5_00);
  expect((await decide(waiting!._id, "approve", second)).status).toBe(200);
  expect(await balance()).toBe(0);
});

test("small corrections of one admin need approval when their sum is large, across all wallets", async () => {
  const third = await shop.addUser("third", "0240000007", "Admin");
  const kofi = await shop.addUser("kofi", "0245550102");
  expect((await correct(30, "small-1", third)).body).not.toHaveProperty("pending");
  expect((await correct(20, "small-2", third, kofi)).body).not.toHaveProperty("pending");
  // A retry of a completed correction gets its answer, although a new one would now be too much.
  expect((await correct(30, "small-1", third)).body).not.toHaveProperty("pending");
  expect(await balance()).toBe(30_00);
  expect((await correct(1, "small-3", third, kofi)).body).toMatchObject({ balance: 20, pending: true });
  expect((await correct(1, "small-3", third, kofi)).body).toMatchObject({ balance: 20, pending: true });
  const waiting = await pending();
  expect(waiting).toMatchObject([{ amount: 1, user: { username: "kofi" } }]);
  expect((await decide(waiting[0]!._id, "approve", second)).status).toBe(200);
  // Corrections by two admins do not count towards the limit of one. A reversed correction frees its amount again.
  expect((await correct(-10, "small-4", third)).body).toMatchObject({ balance: 20 });
  expect((await correct(10, "small-5", third)).body).toMatchObject({ balance: 30 });
  expect((await correct(0.01, "small-6", third)).body).toMatchObject({ pending: true });
  await decide((await pending())[0]!._id, "decline", third);
  await byShop(-30_00);
});

test("many small corrections at once through two processes stay within one admin's limit", async () => {
  const fourth = await shop.addUser("fourth", "0240000006", "Admin");
  const other = await shop.another();
  const answers = await Promise.all(
    Array.from({ length: 24 }, (_, n) =>
      shop
        .as(fourth)
        .put<BalanceAnswer>(
          "/user/balance",
          { amount: 10, chosenId: ama._id, reason: `part ${n}` },
          { base: n % 2 === 0 ? shop.server.url : other.url },
        ),
    ),
  );
  await other.close();
  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
  expect(answers.filter(({ body }) => body.pending !== true)).toHaveLength(5);
  expect(await balance()).toBe(50_00);
  const waiting = await pending();
  expect(waiting).toHaveLength(19);
  for (const { _id } of waiting) await decide(_id, "decline", second);
  await byShop(-50_00);
});

test("the other admin is told of a request at once, on every process, and nobody else is", async () => {
  const other = await shop.another();
  const [admin, elsewhere, customer] = await Promise.all([
    shop.live(second, null),
    shop.live(second, null, other.url),
    shop.live(ama, null),
  ]);
  const hints = () =>
    [admin, elsewhere].map(
      ({ messages }) =>
        messages.filter((message) => "type" in message && message.type === "approvals").length,
    );
  const decideOne = async (how: "approve" | "decline") => {
    const [waiting] = await pending();
    expect((await decide(waiting!._id, how, second)).status).toBe(200);
  };
  await correct(60);
  await expect.poll(hints).toEqual([1, 1]);
  await decideOne("decline");
  await expect.poll(hints).toEqual([2, 2]);
  await correct(70);
  await expect.poll(hints).toEqual([3, 3]);
  await decideOne("approve");
  await expect.poll(hints).toEqual([4, 4]);
  // Their later messages come after all of these.
  await customer.next((message) => "event" in message && message.event === "CurrUserUpdated");
  expect(JSON.stringify(customer.messages)).not.toContain("approvals");
  for (const client of [admin, elsewhere, customer]) client.close();
  await other.close();
});

test("an admin who reconnects is told of an approval that was requested meanwhile, and a customer is not", async () => {
  const before = (await shop.books()).position;
  await correct(80);
  const [waiting] = await pending();
  const after = (await shop.books()).position;
  const [missed, current, customer] = await Promise.all([
    shop.live(second, before),
    shop.live(second, after),
    shop.live(ama, before),
  ]);
  for (const client of [missed, current, customer])
    await client.next((message) => "type" in message && message.type === "caughtUp");
  const told = ({ messages }: { messages: object[] }) => JSON.stringify(messages).includes('"approvals"');
  expect([missed, current, customer].map(told)).toEqual([true, false, false]);
  for (const client of [missed, current, customer]) client.close();
  await decide(waiting!._id, "decline", second);
});

test("a limit that another admin changed meanwhile is not overwritten", async () => {
  expect((await limitSeen(45, 20)).body).toMatchObject({ code: "changed_meanwhile" });
  expect((await limitSeen(45, null)).body).toMatchObject({ code: "changed_meanwhile" });
  expect((await limitSeen(45, 50)).body).toEqual({ pending: false, limit: 45 });
});

test("raising the limit needs the other admin, lowering it applies at once", async () => {
  expect((await setLimit(40)).body).toEqual({ pending: false, limit: 40 });
  expect((await setLimit(null)).body).toEqual({ pending: true, limit: 40 });
  const [waiting] = await pending();
  expect(waiting).toMatchObject({ kind: "limit", amount: null });
  expect((await decide(waiting!._id, "approve", shop.admin)).status).toBe(409);
  expect((await decide(waiting!._id, "approve", second)).status).toBe(200);
  const acts = await shop.as(second).get<Page<ActRecord>>("/audit/acts?kind=correction%20limit&limit=1");
  expect(acts.body.items).toMatchObject([
    {
      actor: "second",
      requester: "admin",
      user: null,
      changes: [{ what: "limit", before: "40.00", after: "none" }],
    },
  ]);
  const asked = await shop.as(second).get<Page<ActRecord>>(`/audit/acts?actor=${shop.admin._id}&limit=1`);
  expect(asked.body.items).toMatchObject(acts.body.items);
  expect((await correct(500)).body).not.toHaveProperty("pending");
  const { wallets, houses } = await shop.books();
  expect(wallets + houses).toBe(0);
});
