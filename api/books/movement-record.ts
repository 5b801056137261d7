/** A movement of a wallet as the wire carries it. */
import type { MovementView } from "#ledger/books/statement.ts";
import { formatDateTime } from "#contract/terms/dates.ts";
import { toCedis } from "#contract/terms/money.ts";
import { orderReference, topupReference } from "#contract/terms/references.ts";
import type { MovementRecord } from "#contract/account.ts";

export function movementRecord(view: MovementView): MovementRecord {
  const { order_id, topup_id } = view;
  return {
    _id: String(view.position),
    position: view.position,
    createdAt: view.recorded_at,
    date: formatDateTime(view.recorded_at),
    kind: view.kind,
    amount: toCedis(view.amount),
    balance: toCedis(view.balance_after),
    reference:
      order_id !== null ? orderReference(order_id) : topup_id === null ? null : topupReference(topup_id),
    network: view.network,
    offer: view.offer,
    receiver: view.receiver,
    reason: view.reason,
    corrects: view.corrects,
  };
}
