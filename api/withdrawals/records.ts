/** Withdrawals as answers show them. */
import { toCedis } from "#contract/terms/money.ts";
import { isRailAsked } from "#contract/terms/withdrawals.ts";
import type { WithdrawalRecord } from "#contract/withdrawals.ts";
import type { WithdrawalView } from "#ledger/withdrawals/reads.ts";

/** As admins see it. */
export function withdrawalRecord(view: WithdrawalView): WithdrawalRecord {
  const { amount, fee, rail, sent_at, status } = view;
  return {
    _id: view.id,
    user: { _id: view.user, username: view.username },
    amount: toCedis(amount),
    fee: toCedis(fee),
    arrives: toCedis(amount - fee),
    phone: view.to ?? "",
    status,
    rail,
    transaction: view.transaction,
    reason: view.reason,
    createdAt: view.created_at,
    sentAt: sent_at,
    decidedAt: view.action_at,
    isFirst: view.first,
    said: status === "sent" ? view.said : null,
    isAtRail: status === "sent" && isRailAsked(rail, sent_at, new Date().toISOString()),
    by: view.by,
    position: view.position,
  };
}
