import type { Page } from "#api/contract/lists.ts";
import type { MovementRecord } from "#api/contract/account.ts";
import { get } from "../../lib/api.ts";
import { queryString } from "../../lib/lists.ts";
import { getQuery } from "../../lib/get-query.ts";

interface Filter {
  from?: string | undefined;
  to?: string | undefined;
  search?: string | undefined;
}

interface PageOfMovements extends Filter {
  limit: number;
  cursor: string | undefined;
  user?: string;
}

/**
 * One page of wallet movements, newest first: the current user's, or for an admin the given `user`'s. Fetched again
 * when the wallet changes.
 */
export function statementQuery(asked: PageOfMovements) {
  const { user } = asked;
  return getQuery<Page<MovementRecord>>(["statement", asked], `/user/statement${queryString({ ...asked })}`, {
    outdatedBy: (event) =>
      user === undefined
        ? event.event === "CurrUserUpdated"
        : event.event === "userUpdated" && event.data._id === user,
  });
}

export function fetchStatement(filter: Filter): Promise<MovementRecord[]> {
  return get<MovementRecord[]>(`/user/statement${queryString({ ...filter })}`);
}
