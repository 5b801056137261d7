/** Every movement of every wallet over HTTP: who, why and how much, threads of movements, and balances in the past. */
import { describe, expect, test } from "vitest";
import { openAudited } from "#tools/testing/audited-shop.ts";
import { dayOf } from "#tools/testing/day-of.ts";
import type { AuditMovement, ThreadAnswer, WalletAtAnswer } from "#contract/audit.ts";
import type { Page } from "#contract/lists.ts";

const audited = openAudited();
const { at, buy, get, movements, positions } = audited;

describe("movements in the audit", () => {
  test("show the actor, reason, amount, remainder and hash", async () => {
    const { items } = await movements(`user=${audited.ama._id}&kind=purchase`);
    const first = items.at(-1)!;
    const { rows } = await audited.owner.query(
      "select encode(hash, 'hex') as hash from ledger.event where position = $1",
      [first.position],
    );
    expect(first).toMatchObject({
      kind: "purchase",
      user: "ama",
      userId: audited.ama._id,
      actor: "ama",
      amount: -4.8,
      balance: 95.2,
      reference: "10000001",
      network: "MTNup2u",
      offer: "1 GB",
      receiver: "0244123456",
      // The whole amount was returned, and then half a cedi of it was taken again.
      remaining: -0.5,
      hash: rows[0].hash,
    });
    const [topup] = (await movements(`user=${audited.ama._id}&kind=topup`)).items;
    expect(topup).toMatchObject({ amount: 100, actor: "admin", reference: "T-10001", position: at["topup"] });
  });

  test("are filtered by user, actor, kind, amount, day and text", async () => {
    const corrections = [at["of the correction"], at["first"]];
    expect(await positions(`user=${audited.ama._id}&kind=correction`)).toEqual(corrections);
    expect(await positions(`actor=${audited.shop.admin._id}`)).toEqual([
      at["of the correction"],
      at["refund"],
      at["first"],
      at["topup"],
    ]);
    expect(await positions(`actor=${audited.ama._id}`)).toHaveLength(2);
    expect(await positions("actor=system")).toHaveLength(1);
    expect(await positions(`actor=${audited.shop.admin._id}&kind=refund`)).toEqual([at["refund"]]);
    expect(await positions(`actor=${audited.shop.admin._id}&kind=purchase`)).toEqual([]);
    expect(await positions("min=100&max=100")).toEqual([at["topup"]]);
    expect(await positions("max=0.50")).toEqual([at["of the correction"]]);
    expect(await positions("search=NO STOCK")).toEqual([at["refund"]]);
    expect(await positions("search=10000001")).toEqual([at["refund"], at["purchase"]]);
    expect(await positions("search=T-10001")).toEqual([at["topup"]]);
    expect(await positions("search=too&max=1")).toEqual([at["of the correction"]]);
    expect(await positions("search=%25")).toEqual([]);
    const day = await dayOf(audited.owner, at["refund"]!);
    expect(await positions(`kind=refund&from=${day}&to=${day}`)).toEqual([at["refund"]]);
    expect(await positions("kind=refund&to=2020-01-01")).toEqual([]);
  });

  test("come in pages without gaps, with totals", async () => {
    const all: number[] = [];
    for (let cursor: number | null = null, turns = 0; turns < 20; turns++) {
      const page: Page<AuditMovement> = await get(
        `/audit/movements?limit=3${cursor === null ? "" : `&cursor=${cursor}`}`,
      );
      all.push(...page.items.map(({ position }) => position));
      expect(page).toMatchObject({ total: 19, totalIsExact: true });
      cursor = page.next;
      if (cursor === null) break;
    }
    const { rows } = await audited.owner.query<{ position: number }>(
      "select position from ledger.event where wallet is not null order by 1 desc",
    );
    expect(all).toEqual(rows.map(({ position }) => position));
    expect(await movements("kind=correction")).toMatchObject({ total: 3, totalIsExact: true });
  });

  test("are only for admins, and only for valid queries", async () => {
    for (const path of [
      "movements",
      "acts",
      "books",
      "verify",
      `wallet?user=${audited.ama._id}`,
      `thread/${at["topup"]}`,
    ])
      expect(await audited.shop.as(audited.ama).get(`/audit/${path}`)).toMatchObject({
        status: 403,
        body: { code: "admin_only" },
      });
    expect((await audited.shop.as(audited.ama).post("/audit/verify")).status).toBe(403);
    for (const query of [
      "kind=x",
      "min=1,5",
      "user=x",
      "actor=x",
      "from=2026-02-30",
      "from=2026-02-02&to=2026-02-01",
    ])
      expect((await audited.shop.as(audited.shop.admin).get(`/audit/movements?${query}`)).status).toBe(400);
  });
});

test.each(["purchase", "first", "refund", "of the correction"])(
  "a thread is the same when it is read from its %s",
  async (from) => {
    const { movements: found, steps } = await get<ThreadAnswer>(`/audit/thread/${at[from]}`);
    const names = ["purchase", "first", "refund", "of the correction"];
    expect(found.map(({ position }) => position)).toEqual(names.map((name) => at[name]));
    expect(steps.map(({ what }) => what)).toEqual(["order placed", "order processed", "order rejected"]);
  },
);

test("a thread leads from a purchase to the top-up before it, and from a top-up to all purchases that it may have paid for", async () => {
  const user = await audited.shop.addUser("threaded", "0245550177");
  const topUp = async (recharge: number) => {
    await audited.shop.requestTopup(user, recharge, 60_00);
    return audited.shop.command("approve_topup", audited.shop.admin._id, { topup: recharge });
  };
  const spent = async (position: number) => (await get<ThreadAnswer>(`/audit/thread/${position}`)).spent;
  const first = await topUp(10_101);
  expect(await get<ThreadAnswer>(`/audit/thread/${first}`)).toMatchObject({
    topup: null,
    spent: { after: first, before: null, purchases: [], isCut: false },
  });
  const paid = [await buy(user), await buy(user)];
  await buy(audited.kofi);
  const second = await topUp(10_102);
  const later = await buy(user);
  const { rows } = await audited.owner.query<{ order: number }>(
    "select id as order from ledger.order where charged_at = $1",
    [paid[1]],
  );
  const refund = await audited.shop.command("reject_order", audited.shop.admin._id, {
    order: rows[0]!.order,
    reason: null,
  });

  const of = async (position: number) => {
    const { movements: own, topup } = await get<ThreadAnswer>(`/audit/thread/${position}`);
    return { own: own.map((each) => each.position), topup: topup?.position };
  };
  expect(await of(paid[0]!)).toEqual({ own: [paid[0]], topup: first });
  expect(await of(paid[1]!)).toEqual({ own: [paid[1], refund], topup: first });
  // The refund came after the second top-up, but the refunded purchase came before it.
  expect(await of(refund)).toEqual({ own: [paid[1], refund], topup: first });
  expect(await of(later)).toEqual({ own: [later], topup: second });
  expect(await of(second)).toEqual({ own: [second], topup: first });
  expect((await get<ThreadAnswer>(`/audit/thread/${later}`)).spent).toBeNull();

  const ofFirst = await spent(first);
  expect(ofFirst).toMatchObject({ after: first, before: second, isCut: false });
  expect(ofFirst?.purchases.map(({ position, remaining }) => [position, remaining])).toEqual([
    [paid[0], -4.8],
    [paid[1], 0],
  ]);
  expect((await spent(second))?.purchases.map(({ position }) => position)).toEqual([later]);
  const between = `user=${user._id}&kind=purchase&after=${first}`;
  expect(await positions(`${between}&before=${second}`)).toEqual(paid.toReversed());
  expect(await movements(`${between}&before=${second}`)).toMatchObject({ total: 2, totalIsExact: true });
  expect(await positions(between)).toEqual([later, ...paid.toReversed()]);
  expect(await positions(`${between}&before=${first}`)).toEqual([]);

  for (let n = 0; n < 20; n++)
    await audited.shop
      .command("correct_balance", audited.shop.admin._id, {
        user: user._id,
        amount: 5_00,
        reason: "r",
        corrects: null,
      })
      .then(() => buy(user));
  const cut = await spent(second);
  expect(cut).toMatchObject({ before: null, isCut: true });
  expect(cut?.purchases).toHaveLength(20);
  expect(cut?.purchases[0]?.position).toBe(later);
});

test("the thread of a position that moved no money is unknown", async () => {
  expect(await audited.shop.as(audited.shop.admin).get("/audit/thread/1")).toMatchObject({
    status: 404,
    body: { code: "entry_unknown" },
  });
});

test("a wallet's balance is read at any position and any moment", async () => {
  const { rows } = await audited.owner.query<{
    position: number;
    balance_after: number;
    recorded_at: string;
  }>("select position, balance_after, recorded_at from ledger.event where wallet = $1 order by position", [
    audited.ama._id,
  ]);
  for (const row of rows) {
    const here = await get<WalletAtAnswer>(`/audit/wallet?user=${audited.ama._id}&position=${row.position}`);
    expect(here).toMatchObject({ balance: row.balance_after / 100, movement: { position: row.position } });
    const before = await get<WalletAtAnswer>(`/audit/wallet?user=${audited.ama._id}&at=${row.recorded_at}`);
    // Two movements may have the same millisecond.
    const expected = rows.findLast(({ recorded_at }) => recorded_at < row.recorded_at);
    expect(before.balance).toBe((expected?.balance_after ?? 0) / 100);
    expect(before.movement?.position).toBe(expected?.position);
  }
  const now = await get<WalletAtAnswer>(`/audit/wallet?user=${audited.ama._id}`);
  expect(now.balance).toBe((rows.at(-1)?.balance_after ?? 0) / 100);
  expect(
    await audited.shop
      .as(audited.shop.admin)
      .get(`/audit/wallet?user=${"0".repeat(8)}-0000-4000-8000-000000000000`),
  ).toMatchObject({ status: 404 });
  const { status, body } = await audited.shop
    .as(audited.shop.admin)
    .get(`/audit/wallet?user=${audited.ama._id}&at=2026-02-30T10:42:00Z`);
  expect([status, body["code"]]).toEqual([400, "input_invalid"]);
});

test("a correction that needed two admins names both", async () => {
  const second = await audited.shop.addUser("second", "0245550109", "Admin");
  await audited.shop.command("change_correction_limit", audited.shop.admin._id, { limit: 50_00 });
  const asked = { user: audited.kofi._id, amount: 60_00, reason: "a large one", corrects: null };
  await audited.shop.commandByTwo("correct_balance", [second._id, audited.shop.admin._id], asked);
  expect((await movements("search=a large one")).items).toMatchObject([
    { actor: "admin", requester: "second" },
  ]);
  // Both caused it: the search by actor also finds the admin who asked.
  const [large] = await positions("search=a large one");
  for (const query of [
    "",
    "&kind=correction",
    "&search=a large one",
    "&min=60&max=60",
    `&user=${audited.kofi._id}`,
  ])
    expect(await positions(`actor=${second._id}${query}`), query).toEqual([large]);
  expect(await positions(`actor=${second._id}&kind=topup`)).toEqual([]);
  expect(await movements(`actor=${second._id}`)).toMatchObject({ total: 1, totalIsExact: true });
  expect(await positions(`actor=${audited.shop.admin._id}&search=a large one`)).toEqual([large]);
});
