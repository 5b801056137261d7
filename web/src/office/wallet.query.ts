import type { WalletAtAnswer } from "#api/contract/audit.ts";
import type { LiveEvent } from "#api/contract/live.ts";
import { getQuery } from "../lib/get-query.ts";
import { queryString } from "../lib/lists.ts";

export const walletMoved = (event: LiveEvent) => event.event === "userUpdated";

/** A wallet just before a time, after a position, or now. */
export function walletAtQuery(user: string, when: { at?: string; position?: number } = {}) {
  return getQuery<WalletAtAnswer>(
    ["audit", "wallet", user, when],
    `/audit/wallet${queryString({ user, ...when })}`,
    { outdatedBy: walletMoved },
  );
}
