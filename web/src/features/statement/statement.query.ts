import { queryOptions } from "@tanstack/react-query";
import type { LiveEvent } from "#api/contract/live.ts";
import type { Page } from "#api/contract/lists.ts";
import type { MovementRecord } from "#api/contract/statement.ts";
import { get } from "../../lib/api.ts";
import { queryString } from "../../lib/lists.ts";

/** One page of one's own wallet movements, newest first; asked for again when the wallet moves. */
export function statementQuery(limit: number, cursor: number | undefined) {
  return queryOptions({
    queryKey: ["statement", { limit, cursor }],
    queryFn: ({ signal }) =>
      get<Page<MovementRecord>>(`/user/statement${queryString({ limit, cursor })}`, signal),
    meta: { outdatedBy: (event: LiveEvent) => event.event === "CurrUserUpdated" },
  });
}

export function fetchStatement(): Promise<MovementRecord[]> {
  return get<MovementRecord[]>("/user/statement");
}
