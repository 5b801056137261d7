/** The closing and the sales of periods of a log of several days, compared with a recount of its events. */
import { openTestLedger } from "#tools/testing/test-ledger.ts";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { type ClosingKind, closingKinds } from "#contract/terms/payments.ts";
import { houseAccounts } from "#contract/terms/rails.ts";
import { countBlocks, countDays } from "./counts.ts";
import { openShop, orderOf } from "../log/testing/shop.ts";
import { type ClosedPeriod, type ClosingView, readClosing } from "./closing.ts";
import { readSold } from "./sold.ts";
import { block_positions } from "./sold-sql.ts";

const ledger = openTestLedger();
let admin: string;
let customers: string[];

beforeAll(async () => {
  vi.useFakeTimers({ toFake: ["Date"] });
  vi.setSystemTime("2026-09-30T10:00:00Z");
  ({ admin, customers } = await openShop(ledger.writer, 3, 1_000_00));
  for (const day of ["2026-09-30", "2026-10-01", "2026-10-31", "2026-11-01", "2026-11-03"]) await trade(day);
});

afterAll(() => void vi.useRealTimers());

let made = 0;
const agents = new Set<string>();

/** At the first moment, at noon and at the last moment of a day. Every second day somebody changes level. */
async function trade(day: string): Promise<void> {
  for (const time of ["00:00:00.000", "12:00:00.000", "23:59:59.999"]) {
    if (`${day}T${time}` < "2026-09-30T10") continue;
    vi.setSystemTime(`${day}T${time}Z`);
    made += 1;
    const [buyer = "", other = ""] = [customers[made % 3], customers[(made + 1) % 3]];
    const order = orderOf(await ledger.buy(buyer, "5 GB"));
    // Of another day's order, part of the charge has been given back before.
    const charged = await ledger.buy(other, "1 GB");
    const partly = { user: other, amount: 1_23, reason: "half", corrects: charged[0]!.position };
    await ledger.run("correct_balance", partly, admin);
    vi.setSystemTime(`${day}T${time.replace("00:00:00", "00:00:01")}Z`);
    if (made % 2 === 0) {
      const level = agents.delete(buyer) ? "Customer" : "Agent";
      if (level === "Agent") agents.add(buyer);
      await ledger.run("change_level", { user: buyer, level }, admin);
    }
    for (const one of made % 3 === 0 ? [order, orderOf(charged)] : [orderOf(charged)])
      await ledger.run("reject_order", { order: one, reason: null }, admin);
    const topup = 30_000 + made;
    const asked = { topup, amount: 50_00 + made, purpose: "topup", momo_transaction_id: null } as const;
    await ledger.run("request_topup", asked, buyer);
    await ledger.run("approve_topup", { topup }, admin);
  }
}

const periods: ClosedPeriod[] = [
  { from: "2026-10-01", to: "2026-10-31" },
  { from: "2026-09-01", to: "2026-09-30" },
  { from: "2026-11-01", to: "2026-11-30" },
  { from: "2026-11-04", to: "2026-12-31" },
  { from: "0001-01-01", to: "9999-12-31" },
  { from: "2020-01-01", to: "2020-01-01" },
  { from: "2026-10-31", to: "2026-10-31" },
  { from: "2026-10-01", to: "2026-11-30", at: "2026-10-31T12:00:00Z" },
  { from: "2026-10-01", to: "2026-11-30", at: "2026-10-31T12:00:00.001Z" },
  { from: "2026-11-01", to: "2026-11-30", at: "2026-11-01T00:00:00Z" },
  { from: "2026-10-01", to: "2026-10-31", at: "2026-11-03T12:00:00Z" },
];

/** The same from the events alone, one by one. */
async function recounted({ from, to, at }: ClosedPeriod): Promise<ClosingView["accounts"]> {
  const { rows } = await ledger.pool.query<{
    account: string;
    kind: string;
    amount: number;
    isBefore: boolean;
  }>(
    `select side.account, side.amount, (e.recorded_at at time zone 'UTC')::date < $1 as "isBefore",
       case e.type when 'topup_approved' then 'topup' when 'order_placed' then 'purchase' when 'order_rejected' then 'refund'
         when 'wallet_moved_in' then 'opening' when 'wallet_corrected' then 'correction' when 'wallet_funded' then 'topup'
         when 'payment_received' then 'payment' when 'payment_covered' then 'payment' when 'payment_fee_charged' then 'fee'
         when 'payment_returned' then 'return' when 'payment_return_failed' then 'return' when 'payment_reversed' then 'reversal'
         when 'rail_transferred' then 'transfer' when 'supplier_funded' then 'float'
         when 'withdrawal_requested' then 'withdrawal' when 'withdrawal_failed' then 'withdrawal'
         when 'withdrawal_rejected' then 'withdrawal' when 'withdrawal_paid' then 'payout' when 'withdrawal_reversed' then 'payout'
         when 'withdrawal_fee_taken' then 'fee' when 'withdrawal_charged' then 'fee'
         when 'fulfilment_accepted' then 'cost' when 'fulfilment_returned' then 'cost' end as kind
     from ledger.event e
     cross join lateral (values (e.counterparty, -e.amount), (coalesce(e.house, 'wallets'), e.amount)) as side (account, amount)
     where e.amount is not null and (e.recorded_at at time zone 'UTC')::date <= $2
       and ($3::timestamptz is null or e.recorded_at < $3)`,
    [from, to, at ?? null],
  );
  return (["wallets", ...houseAccounts] as const).map((account) => {
    const own = rows.filter((row) => row.account === account);
    const sumOf = (some: typeof own) => some.reduce((sum, { amount }) => sum + amount, 0);
    const of = (kind: string) => {
      const within = own.filter((row) => !row.isBefore && row.kind === kind);
      return { count: within.length, value: sumOf(within) };
    };
    const moved = Object.fromEntries(closingKinds.map((kind) => [kind, of(kind)])) as Record<
      ClosingKind,
      { count: number; value: number }
    >;
    return { account, opening: sumOf(own.filter((row) => row.isBefore)), moved, closing: sumOf(own) };
  });
}

const states = [
  "nothing is counted yet",
  "everything is counted",
  "the last day is not counted yet",
] as const;

describe.each(states)("while %s", (state) => {
  beforeAll(async () => {
    if (state === "everything is counted") while (await countDays(ledger.db));
    if (state === "the last day is not counted yet") await trade("2026-11-04");
  });

  test.each(periods)(
    "the closing from $from to $to (before $at) is what the events add up to",
    async (period) => {
      const { accounts } = await readClosing(ledger.db, period);
      expect(accounts).toEqual(await recounted(period));
      expect(accounts.reduce((sum, { closing }) => sum + closing, 0)).toBe(0);
      expect(accounts.reduce((sum, { opening }) => sum + opening, 0)).toBe(0);
    },
  );

  test("the closing of all days is the balance of every account", async () => {
    const { accounts } = await readClosing(ledger.db, { from: "2026-11-02", to: "2026-11-04" });
    const { rows } = await ledger.pool.query<{ account: string; closing: number }>(
      `select name as account, balance as closing from ledger.house_account
       union all select 'wallets', sum(balance)::bigint from ledger.wallet`,
    );
    const closings = accounts.map(({ account, closing }) => ({ account, closing }));
    expect(closings).toHaveLength(rows.length);
    expect(closings).toEqual(expect.arrayContaining(rows));
  });

  test.each(periods.filter(({ at }) => at === undefined))(
    "the sales from $from to $to add up to the closing's, by package and by agent",
    async (period) => {
      const [{ accounts }, sold] = await Promise.all([
        readClosing(ledger.db, period),
        readSold(ledger.db, period),
      ]);
      const { purchase, refund } = accounts.find(({ account }) => account === "sales")!.moved;
      const closed = {
        orders: purchase.count,
        charged: purchase.value,
        refunds: refund.count,
        refunded: 0 - refund.value,
      };
      for (const rows of [sold.packages, sold.agents]) {
        const sumOf = (name: keyof typeof closed) => rows.reduce((sum, row) => sum + row[name], 0);
        expect({
          orders: sumOf("orders"),
          charged: sumOf("charged"),
          refunds: sumOf("refunds"),
          refunded: sumOf("refunded"),
        }).toEqual(closed);
      }
    },
  );

  test("a sale counts under the level that its buyer had when they bought, whatever they are now", async () => {
    const { packages } = await readSold(ledger.db, { from: "2026-09-30", to: "2026-11-04" });
    // Only the level at the time of the order explains its price.
    const { rows } = await ledger.pool.query<{ level: string; charged: number }>(
      `select case when amount in (5_00, 7_00) then 'Customer' else 'Agent' end as level, sum(amount)::bigint as charged
       from ledger."order" group by 1`,
    );
    const byLevel = new Map<string, number>();
    for (const { level, charged } of packages) byLevel.set(level, (byLevel.get(level) ?? 0) + charged);
    expect(rows).toHaveLength(2);
    expect(byLevel).toEqual(new Map(rows.map(({ level, charged }) => [level, charged])));
  });
});

describe("a day of several blocks", () => {
  const day = "2026-11-05";
  const seconds = 150;
  const moment = (second: number) =>
    `${day}T10:${String(Math.floor(second / 60)).padStart(2, "0")}:${String(second % 60).padStart(2, "0")}Z`;
  let blocks = 0;

  beforeAll(async () => {
    vi.setSystemTime(`${day}T09:00:00Z`);
    const buyer = customers[0] ?? "";
    const credit = { user: buyer, amount: 900_000_00, reason: "float", corrects: null };
    await ledger.run("correct_balance", credit, admin);
    for (let second = 0; second < seconds; second++) {
      vi.setSystemTime(moment(second));
      const placed = await Promise.all(Array.from({ length: 100 }, () => ledger.buy(buyer, "1 GB")));
      const rejected = placed.slice(0, 5).map(orderOf);
      await Promise.all(rejected.map((order) => ledger.run("reject_order", { order, reason: null }, admin)));
    }
    while (await countBlocks(ledger.db)) blocks += 1;
  });

  test("only whole blocks are counted, each once", async () => {
    const { rows } = await ledger.pool.query<{ position: number }>("select position from ledger.head");
    expect(blocks).toBe(Math.floor(rows[0]!.position / block_positions));
    expect(blocks).toBeGreaterThan(2);
    expect(await countBlocks(ledger.db)).toBe(false);
  });

  const recounts = new Map<number, ReturnType<typeof recounted>>();

  describe.each([false, true])("its days being counted: %s", (areCounted) => {
    beforeAll(async () => {
      if (areCounted) while (await countDays(ledger.db));
    });

    test.each([0, 1, 24, 25, 26, 38, 39, 40, 75, 77, 79, 80, 116, 120, 149, 150])(
      "the closing before its second %i is what the events add up to",
      async (second) => {
        const period = { from: "2026-11-01", to: day, at: moment(second) };
        // The same for both, because it reads the events alone.
        const expected = recounts.get(second) ?? recounted(period);
        recounts.set(second, expected);
        expect((await readClosing(ledger.db, period)).accounts).toEqual(await expected);
      },
    );
  });
});
