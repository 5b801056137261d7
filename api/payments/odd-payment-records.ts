import { toCedis } from "#contract/terms/money.ts";
import type { OddPaymentRecord } from "#contract/payments.ts";
import type { OddPayment } from "./odd-payments.ts";

export function oddRecord(row: OddPayment): OddPaymentRecord {
  const { user_id, username, note, handled_by, handled_at } = row;
  return {
    _id: row.id,
    kind: row.kind,
    rail: row.rail,
    transaction: row.transaction,
    other: row.other,
    user: user_id === null ? null : { _id: user_id, username: username ?? "" },
    amount: toCedis(row.amount),
    currency: row.currency,
    domain: row.domain,
    isReversed: row.reversed,
    foundAt: row.found_at,
    handled: handled_at === null ? null : { by: handled_by ?? "", at: handled_at, note: note ?? "" },
  };
}
