/** The shop's figures: by period and day, on the first page, and a user's own sales. */
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
import { dayOf, hoursBefore } from "#contract/terms/dates.ts";
import { profitOf } from "#contract/profit.ts";
import { readClosing } from "#ledger/reports/closing.ts";
import { toCedis } from "#contract/terms/money.ts";
import { daysBefore, periodBefore, periodNames, periodOf, spanOf } from "#contract/terms/periods.ts";
import type { Shop } from "../shop.ts";
import { operations } from "#contract/operations.ts";
import type { Serve } from "../serve/serve.ts";
import { listActs } from "#ledger/books/audit-acts.ts";
import {
  completedBefore,
  networksOfDay,
  oldestPendingOrder,
  topupsPendingSince,
} from "#ledger/reports/dashboard.ts";
import { countUsers } from "#ledger/users/reads.ts";
import { officeLimits } from "#contract/terms/office-limits.ts";
import { topupReference } from "#contract/terms/references.ts";
import { actRecord } from "../books/records.ts";
import { backupState } from "../backup/backups.ts";
import { failedSince } from "../messages/message-list.ts";

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

/** In cedis; null where no supplier has ever told a cost. */
async function earnedOn(db: Shop["db"], day: string): Promise<number | null> {
  const cost = await db
    .selectFrom("ledger.house_account")
    .select("position")
    .where("name", "=", "cost")
    .executeTakeFirst();
  if (!cost?.position) return null;
  const { accounts } = await readClosing(db, { from: day, to: day });
  const profit = profitOf(accounts);
  return profit === undefined ? null : toCedis(profit.total);
}

/** What the office's first page shows besides the counts of open work: one read, each part at the cost of a page. */
const week_h = 7 * 24;
/** Enough for some lines after equal acts in a row are put together. */
const acts_read = 60;

export function dashboardRoutes(shop: Shop, serve: Serve): void {
  serve(operations.readDashboard, async (c) => {
    const { position } = shop.at();
    const now = new Date().toISOString();
    const day = { from: dayOf(now), to: dayOf(now) };
    const from = daysBefore(day.to, 1);
    const late = new Date(Date.parse(now) - officeLimits.late_topup_minutes * 60_000).toISOString();
    const [oldest, late_topups, periods, weekAgo, networks, failed, backups, acts, users, funds, profit] =
      await Promise.all([
        oldestPendingOrder(shop.db),
        topupsPendingSince(shop.db, late),
        sumPeriods(shop.db, [day]),
        completedBefore(shop.db, hoursBefore(now, week_h)),
        networksOfDay(shop.db, day.to),
        failedSince(shop.db, from),
        backupState(shop.db, shop.makesBackups),
        listActs(shop.db, { others: c.get("principal").user }, { limit: acts_read }),
        countUsers(shop.db, {}),
        walletFunds(shop.db),
        earnedOn(shop.db, day.to),
      ]);
    const today = periods[0]!;
    const own =
      acts.length > 0
        ? []
        : await listActs(shop.db, { actor: c.get("principal").user }, { limit: acts_read });
    const { count, oldest: topup } = late_topups;
    return {
      oldestOrder: oldest ? { id: oldest.id, createdAt: oldest.created_at } : null,
      lateTopups: {
        count,
        oldest: topup ? { rechargeId: topupReference(topup.id), createdAt: topup.created_at } : null,
      },
      placed: sum(today.all),
      completed: { today: sum(today.completed), weekAgo: sum(weekAgo) },
      profit,
      networks: networks.map(({ network, ...sold }) => ({ network, ...sum(sold) })),
      failedMessages: { from, states: failed },
      backups: backups ? { lastAt: backups.last_at, isOverdue: backups.is_overdue } : null,
      acts: [...acts, ...own].map(actRecord),
      actsAreOwn: own.length > 0,
      users,
      funds: toCedis(funds),
      position,
    };
  });
}
