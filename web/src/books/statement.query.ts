import { queryOptions } from "@tanstack/react-query";
import type { MovementRecord } from "#contract/account.ts";
import { get } from "../lib/api.ts";
import { fetchPage, queryString } from "../lib/lists.ts";

interface Filter {
  from?: string | undefined;
  to?: string | undefined;
  search?: string | undefined;
}

/** One page of the user's wallet movements, newest first. Fetched again when the wallet changes. */
export function statementQuery(asked: Filter & { limit: number; cursor: string | undefined }) {
  return queryOptions({
    queryKey: ["statement", asked],
    queryFn: ({ signal }) => fetchPage<MovementRecord>(`/user/statement${queryString({ ...asked })}`, signal),
    meta: { outdatedBy: ({ event }) => event === "CurrUserUpdated" },
  });
}

export function fetchStatement(filter: Filter): Promise<MovementRecord[]> {
  return get<MovementRecord[]>(`/user/statement${queryString({ ...filter })}`);
}
