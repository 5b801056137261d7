/** The shop's figures, the number of orders by status, and a user's own sales. */
import { readSales } from "#ledger/products/catalogue.ts";
import { countOrders } from "#ledger/orders/reads.ts";
import { countByDay } from "#ledger/tables/daily-totals.ts";
import {
  bestBuyers,
  type PeriodView,
  type Sum,
  sumDays,
  sumNetworks,
  sumPeriods,
  walletFunds,
} from "#ledger/reports/statistics.ts";
import { dayOf } from "#contract/terms/dates.ts";
import { toCedis } from "#contract/terms/money.ts";
import { daysBefore, periodBefore, periodNames, periodOf, spanOf } from "#contract/terms/periods.ts";
import type { Shop } from "../shop.ts";
import { operations } from "#contract/operations.ts";
import type { Serve } from "../serve/serve.ts";

const days_shown = 31;
const agents_shown = 10;
const none: PeriodView = {
  all: { count: 0, value: 0 },
  completed: { count: 0, value: 0 },
  rejected: { count: 0, value: 0 },
};

export function statisticsRoutes(shop: Shop, serve: Serve): void {
  serve(operations.readStatistics, async () => {
    const { position } = shop.at();
    const today = dayOf(new Date().toISOString());
    const periods = periodNames.map((name) => ({ name, ...periodOf(name, today) }));
    const month = periodOf("month", today);
    const [sums, days, ofMonth, ofAll, agents, funds] = await Promise.all([
      sumPeriods(shop.db, periods),
      sumDays(shop.db, { from: daysBefore(today, days_shown - 1), to: today }),
      sumNetworks(shop.db, month),
      sumNetworks(shop.db, periodOf("total", today)),
      bestBuyers(shop.db, month.from, agents_shown),
      walletFunds(shop.db),
    ]);
    return {
      periods: periods.map((period, index) => ({ ...period, ...cedis(sums[index] ?? none) })),
      funds: toCedis(funds),
      networks: ofAll.map(({ network, ...total }) => ({
        network,
        month: cedis(ofMonth.find((each) => each.network === network) ?? none),
        total: cedis(total),
      })),
      days: days.map(dayRecord),
      agents: agents.map(({ user_id, username, level, ...bought }) => ({
        userId: user_id,
        username,
        userLevel: level,
        ...sum(bought),
      })),
      position,
    };
  });

  serve(operations.readPeriod, async (_, { query }) => {
    const position = shop.at().position;
    const period = spanOf(query, dayOf(new Date().toISOString()));
    const before = periodBefore(period);
    const [[ofPeriod = none, ofBefore = none], days] = await Promise.all([
      sumPeriods(shop.db, [period, before]),
      sumDays(shop.db, period),
    ]);
    return {
      period: { ...period, ...cedis(ofPeriod) },
      before: { ...before, ...cedis(ofBefore) },
      days: days.map(dayRecord),
      position,
    };
  });

  serve(operations.countOrders, async () => {
    const [orders, topups] = await Promise.all([
      countOrders(shop.db, undefined),
      countByDay(shop.db, "topup", {}, { pending: 0, approved: 0, declined: 0 }),
    ]);
    const { pending, approved, declined } = topups;
    return { ...orders, recharges: { pending, decided: approved + declined } };
  });

  serve(operations.readSales, async (c) => {
    const sales = await readSales(shop.db, c.get("principal").user, new Date().toISOString());
    return { today: sum(sales.today), month: sum(sales.month), position: sales.position };
  });
}

function dayRecord({ day, rejected, ...all }: Awaited<ReturnType<typeof sumDays>>[number]) {
  return { day, ...sum(all), rejected: sum(rejected) };
}

function cedis({ all, completed, rejected }: PeriodView) {
  return { all: sum(all), completed: sum(completed), rejected: sum(rejected) };
}

function sum({ count, value }: Sum) {
  return { count, value: toCedis(value) };
}
