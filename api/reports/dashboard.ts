/** What the office's first page shows besides the counts of open work: one read, each part at the cost of a page. */
import { listActs } from "#ledger/books/audit-acts.ts";
import {
  completedBefore,
  networksOfDay,
  oldestPendingOrder,
  topupsPendingSince,
} from "#ledger/reports/dashboard.ts";
import { type Sum, sumPeriods, walletFunds } from "#ledger/reports/statistics.ts";
import { countUsers } from "#ledger/users/reads.ts";
import { dayOf, hoursBefore } from "#contract/terms/dates.ts";
import { toCedis } from "#contract/terms/money.ts";
import { officeLimits } from "#contract/terms/office-limits.ts";
import { daysBefore } from "#contract/terms/periods.ts";
import { topupReference } from "#contract/terms/references.ts";
import { actRecord } from "../books/records.ts";
import { backupState } from "../backup/backups.ts";
import type { Shop } from "../shop.ts";
import { operations } from "#contract/operations.ts";
import type { Serve } from "../serve/serve.ts";
import { failedSince } from "../messages/message-list.ts";

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
    const [oldest, late_topups, periods, weekAgo, networks, failed, backups, acts, users, funds] =
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

function sum({ count, value }: Sum) {
  return { count, value: toCedis(value) };
}
