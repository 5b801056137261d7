import type { TopupRecord } from "#contract/topups.ts";
import type { Pesewas } from "#contract/terms/money.ts";
import { pesewas } from "../../lib/money.ts";

/** A request in one line, for a question about several and for its results. */
export function requestLine({ rechargeId, user, momoTransactionId }: TopupRecord) {
  return (
    <>
      <b>{rechargeId}</b> · {user.username} · MoMo ID {momoTransactionId ?? "not given"}
    </>
  );
}

export function sumOf(topups: readonly TopupRecord[]): Pesewas {
  return topups.reduce((sum, { amount }) => sum + pesewas(amount), 0);
}
