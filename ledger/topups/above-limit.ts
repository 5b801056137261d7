import type { Pesewas } from "#contract/terms/money.ts";
import { topupLimitFor } from "#contract/terms/office-limits.ts";
import type { State } from "#ledger/core/state.ts";

/** Whether a credit that only an admin's word confirms takes two admins: lower for young accounts. */
export function isAboveTopupLimit(state: State, user: string, amount: Pesewas): boolean {
  const { topup_limit } = state.settings;
  if (topup_limit === null) return false;
  const registered_at = state.accounts.get(user)?.registered_at ?? state.now;
  return amount > topupLimitFor(topup_limit, registered_at, state.now);
}
