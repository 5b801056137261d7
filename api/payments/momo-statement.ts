/** The top-ups that the office compares a MoMo statement with. The statement is never sent to the server. */
import { type ApprovedTopupView, readApprovedTopups, topupsByMomoId } from "#ledger/topups/paid-topups.ts";
import { toCedis } from "#contract/terms/money.ts";
import { officeLimits } from "#contract/terms/office-limits.ts";
import { topupReference } from "#contract/terms/references.ts";
import type { Shop } from "../shop.ts";
import type { ApprovedTopup } from "#contract/rail-statements.ts";
import { operations } from "#contract/operations.ts";
import type { Serve } from "../serve/serve.ts";

export function momoStatementRoutes(shop: Shop, serve: Serve): void {
  serve(operations.listApprovedTopups, async (_, { query: { cursor, ...days } }) => {
    const limit = officeLimits.momo_topups_page;
    const { topups, bounds, count, amount } = await readApprovedTopups(shop.db, days, { cursor, limit });
    return {
      items: topups.map(approvedRecord),
      next: topups.length < limit ? null : (topups.at(-1)?.position ?? null),
      after: bounds.low - 1,
      position: bounds.high,
      total: count,
      amount: toCedis(amount),
    };
  });

  serve(operations.findTopupsByMomoId, async (_, { body }) => {
    const views = await topupsByMomoId(shop.db, body.momoTransactionIds);
    return views.map((view) => ({
      rechargeId: topupReference(view.id),
      amount: toCedis(view.amount),
      momoTransactionId: view.momo_transaction_id,
      username: view.username,
      userId: view.user_id,
      status: view.status,
      createdAt: view.created_at,
      actionTimestamp: view.action_at,
      approval: view.approval,
    }));
  });
}

function approvedRecord(view: ApprovedTopupView): ApprovedTopup {
  const { id, amount, momo_transaction_id, username, user_id, approved_at } = view;
  return {
    rechargeId: topupReference(id),
    amount: toCedis(amount),
    momoTransactionId: momo_transaction_id,
    username,
    userId: user_id,
    approvedAt: approved_at,
  };
}
