import { queryOptions } from "@tanstack/react-query";
import type { LiveEvent } from "#api/contract/live.ts";
import type { Page } from "#api/contract/lists.ts";
import type { MovementRecord } from "#api/contract/account.ts";
import { get } from "../../lib/api.ts";
import { queryString } from "../../lib/lists.ts";

/**
 * One page of wallet movements, newest first: the current user's, or for an admin the given `user`'s. Fetched again
 * when the wallet changes.
 */
export function statementQuery(limit: number, cursor: string | undefined, user?: string) {
  return queryOptions({
    queryKey: ["statement", { limit, cursor, user }],
    queryFn: ({ signal }) =>
      get<Page<MovementRecord>>(`/user/statement${queryString({ limit, cursor, user })}`, signal),
    meta: {
      outdatedBy: (event: LiveEvent) =>
        user === undefined
          ? event.event === "CurrUserUpdated"
          : event.event === "userUpdated" && event.data._id === user,
    },
  });
}

export function fetchStatement(): Promise<MovementRecord[]> {
  return get<MovementRecord[]>("/user/statement");
}
