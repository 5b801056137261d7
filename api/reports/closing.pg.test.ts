/** The closing and the sales of a period over HTTP. */
import { closingKinds } from "#contract/terms/payments.ts";
import { beforeAll, expect, test } from "vitest";
import type { Closing, Sold } from "#contract/reports.ts";
import type { OrderRecord } from "#contract/order-list.ts";
import { dayOf } from "#contract/terms/dates.ts";
import { daysBefore } from "#contract/terms/periods.ts";
import { openTestShop, type TestUser } from "#tools/testing/test-shop.ts";

const today = dayOf(new Date().toISOString());

const shop = openTestShop();
const ama = shop.userOfFile("ama", "0245550101", "Customer", 100_00);
const kofi = shop.userOfFile("kofi", "0205550102", "Agent", 100_00);

beforeAll(async () => {
  await buy(ama, "mtnup2u-1");
  const { id } = await buy(ama, "mtnup2u-1");
  await shop.command("reject_order", shop.admin._id, { order: id, reason: "No stock" });
  await buy(kofi, "mtnup2u-2");
  await shop.requestTopup(ama, 20_001, 60_00);
  await shop.command("approve_topup", shop.admin._id, { topup: 20_001 });
});

async function buy(user: TestUser, packageId: string): Promise<OrderRecord> {
  return (await shop.buy(user, packageId)).body;
}

const ask = <T>(path: string) => shop.as(shop.admin).get<T>(path);

test("the closing of this month is in cedis, and each side of it adds up to zero", async () => {
  const { body } = await ask<Closing>("/audit/closing");
  expect(body).toMatchObject({ from: `${today.slice(0, 8)}01`, to: today, at: null, after: 0 });
  const moved = {
    topup: { count: 1, value: 60 },
    purchase: { count: 3, value: -31.5 },
    refund: { count: 1, value: 4.8 },
    correction: { count: 2, value: 200 },
  };
  const none = { count: 0, value: 0 };
  const nothing = Object.fromEntries(closingKinds.map((kind) => [kind, none]));
  const row = { opening: 0, moved: nothing };
  expect(body.accounts).toEqual([
    { account: "wallets", opening: 0, moved: { ...nothing, ...moved }, closing: 233.3 },
    { ...row, account: "momo", moved: { ...nothing, topup: { count: 1, value: -60 } }, closing: -60 },
    ...["telecel", "paystack", "suspense", "fees", "owner"].map((account) => ({
      ...row,
      account,
      closing: 0,
    })),
    {
      ...row,
      account: "sales",
      moved: { ...nothing, purchase: { count: 3, value: 31.5 }, refund: { count: 1, value: -4.8 } },
      closing: 26.7,
    },
    {
      ...row,
      account: "corrections",
      moved: { ...nothing, correction: { count: 2, value: -200 } },
      closing: -200,
    },
    ...[
      "opening",
      "cost",
      "payouts",
      "held",
      "float:datamart",
      "float:hubnet",
      "float:reloadly",
      "float:stock",
    ].map((account) => ({
      ...row,
      account,
      closing: 0,
    })),
  ]);
  expect(body.position).toBe((await shop.books()).position);
});

test("the closing of days to come opens with today's balances, and that of days before is empty", async () => {
  const next = await ask<Closing>(`/audit/closing?from=${daysBefore(today, -1)}`);
  expect(next.body).toMatchObject({ from: daysBefore(today, -1), to: daysBefore(today, -1) });
  expect(next.body.accounts[0]).toMatchObject({ opening: 233.3, closing: 233.3 });
  const past = await ask<Closing>("/audit/closing?from=2020-01-01&to=2020-01-31");
  expect(past.body.accounts.every(({ opening, closing }) => opening === 0 && closing === 0)).toBe(true);
});

test("a moment before the first day is refused", async () => {
  const answer = await ask("/audit/closing?from=2020-01-02&at=2020-01-01T10:00:00Z");
  expect(answer).toMatchObject({ status: 400, body: { message: "The moment is before the first day" } });
  expect((await ask("/audit/closing?from=2020-01-02&to=2020-01-01")).status).toBe(400);
  expect((await ask<Closing>("/audit/closing?at=2020-01-10T10:00:00Z")).body).toMatchObject({
    from: "2020-01-01",
    to: "2020-01-10",
  });
});

test("sales are summed by network, package, level and agent, the highest first", async () => {
  const { body } = await ask<Sold>("/order/sold");
  const sum = (count: number, value: number) => ({ count, value });
  // No supplier has told a cost, so nobody knows the profit.
  const total = { orders: sum(3, 31.5), refunds: sum(1, 4.8), net: 26.7, cost: sum(0, 0), profit: null };
  const ofAma = { orders: sum(2, 9.6), refunds: sum(1, 4.8), net: 4.8 };
  const ofKofi = { orders: sum(1, 21.9), refunds: sum(0, 0), net: 21.9 };
  expect(body).toMatchObject({
    total: { ...total, fees: 0 },
    times: [{ time: today, ...total, fees: 0 }],
    suppliers: [{ supplier: null, ...total }],
    belowCost: sum(0, 0),
    networks: [{ network: "MTNup2u", ...total }],
    packages: [
      { network: "MTNup2u", offer: "5 GB", ...ofKofi },
      { network: "MTNup2u", offer: "1 GB", ...ofAma },
    ],
    levels: [
      { userLevel: "Agent", ...ofKofi },
      { userLevel: "Customer", ...ofAma },
    ],
    agents: [
      { userId: kofi._id, username: "kofi", userLevel: "Agent", ...ofKofi },
      { userId: null, username: "Everybody else", userLevel: "", ...ofAma },
    ],
  });
  expect((await ask<Sold>("/order/sold?from=2020-01-01&to=2020-01-31")).body).toMatchObject({ packages: [] });
});
