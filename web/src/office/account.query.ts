import type { WalletAtAnswer } from "#contract/audit.ts";
import type { LiveEvent } from "#contract/live.ts";
import { queryString } from "../lib/lists.ts";
import type { AccountAnswer } from "#contract/users.ts";
import { getQuery } from "../lib/query-client.ts";

/** A user with their sessions, fetched again when anything about them changes. */
export function accountQuery(id: string) {
  return getQuery<AccountAnswer>(["account", id], `/user/${id}/account`, {
    outdatedBy: (event) =>
      event.event === "userUpdated" || (event.event === "removed" && event.data.list === "user")
        ? event.data._id === id
        : false,
  });
}

export const walletMoved = (event: LiveEvent) => event.event === "userUpdated";

/** A wallet just before a time, after a position, or now. */
export function walletAtQuery(user: string, when: { at?: string; position?: number } = {}) {
  return getQuery<WalletAtAnswer>(
    ["audit", "wallet", user, when],
    `/audit/wallet${queryString({ user, ...when })}`,
    { outdatedBy: walletMoved },
  );
}
