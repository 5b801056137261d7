/** The top-ups that the office compares a MoMo statement with. The statement is never sent to the server. */
import { dayPositions } from "#ledger/store/read/log-days.ts";
import {
  type ApprovedTopupView,
  listApprovedTopups,
  topupsByMomoId,
} from "#ledger/store/read/paid-topups.ts";
import { toCedis } from "#ledger/terms/money.ts";
import { topupReference } from "#ledger/terms/references.ts";
import type { Shop } from "../context.ts";
import type { ApprovedTopup } from "../contract/momo-statement.ts";
import { operations } from "../contract/operations.ts";
import { answerWhole } from "../http/list-answer.ts";
import type { Portion } from "../http/row-stream.ts";
import type { Serve } from "../http/serve.ts";

export function momoStatementRoutes(shop: Shop, serve: Serve): void {
  serve(operations.listApprovedTopups, async (c, { query }) => {
    const bounds = await dayPositions(shop.db, query);
    const list = {
      read: (of: Portion) => listApprovedTopups(shop.db, bounds, of),
      cursorOf: ({ position }: ApprovedTopupView) => position,
      toRecord: approvedRecord,
    };
    return answerWhole(shop, c, list, undefined);
  });

  serve(operations.findTopupsByMomoId, async (_, { body }) => {
    const views = await topupsByMomoId(shop.db, body.momoTransactionIds);
    return views.map(({ id, username, amount, momo_transaction_id, status, created_at, action_at }) => ({
      rechargeId: topupReference(id),
      amount: toCedis(amount),
      momoTransactionId: momo_transaction_id,
      username,
      status,
      createdAt: created_at,
      actionTimestamp: action_at,
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
