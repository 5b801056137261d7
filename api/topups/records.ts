/** Top-up requests for answers and the feed, as the wire carries them. */
import type { TopupView } from "#ledger/topups/reads.ts";
import { toCedis } from "#contract/terms/money.ts";
import { topupReference } from "#contract/terms/references.ts";
import type { TopupRecord } from "#contract/topups.ts";
import type { Person } from "../serve/people.ts";
import type { Topup } from "#ledger/core/rows/topups.ts";

export function topupView(row: Topup, { username, phone }: Pick<Person, "username" | "phone">): TopupView {
  return { ...row, username, phone };
}

/** Only admins see who decided: customers deal with the shop, not with a person. */
export function topupRecord(view: TopupView): TopupRecord {
  return {
    _id: String(view.id),
    rechargeId: topupReference(view.id),
    amount: toCedis(view.amount),
    status: view.status,
    purpose: view.purpose,
    momoTransactionId: view.momo_transaction_id,
    reason: view.reason,
    createdAt: view.created_at,
    actionTimestamp: view.action_at,
    decidedBy: view.decided_by ?? null,
    user: { _id: view.user, username: view.username, phone: view.phone },
    userId: view.user,
    position: view.position,
  };
}
