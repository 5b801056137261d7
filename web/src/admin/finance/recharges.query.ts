import { queryOptions } from "@tanstack/react-query";
import type { LiveEvent } from "#api/contract/live.ts";
import type { MomoDuplicates, RechargeRecord } from "#api/contract/topups.ts";
import type { RechargeStatus } from "#ledger/terms/statuses.ts";
import { get } from "../../lib/api.ts";
import { fetchPage, queryString } from "../../lib/lists.ts";
import { liveQuery } from "../../live/live-query.ts";
import { newestRechargeFirst, rechargeOf } from "../../app/topup/my-recharges.query.ts";

/** The keys of every page of what waits. */
export const pendingKey = ["recharges", "pending"] as const;
export const pending_page = 20;

interface PageOfPending {
  cursor?: string | undefined;
  search?: string | undefined;
}

/**
 * Requests that wait, the oldest first: they have waited longest, and a new one moves none of them. One that is decided
 * stays in its place, with its badge, until the list is asked for again.
 */
export function pendingRechargesQuery({ cursor, search }: PageOfPending) {
  const page = { limit: pending_page, status: "pending", order: "oldest", cursor, search };
  const isFirst = cursor === undefined && search === undefined;
  return liveQuery(
    [...pendingKey, { cursor, search }],
    (signal) => fetchPage<RechargeRecord>(`/recharge${queryString(page)}`, signal),
    {
      key: (recharge) => recharge._id,
      list: "recharge",
      takes: rechargeOf,
      unknown: isFirst ? "insert" : "announce",
      compare: (a, b) => newestRechargeFirst(b, a),
      rows_max: pending_page,
      belongs: (recharge) => recharge.status === "pending",
    },
  );
}

export interface PageOfRecharges {
  limit: number;
  cursor?: string | undefined;
  status?: RechargeStatus | undefined;
  search?: string | undefined;
  user?: string | undefined;
}

/** The history of everybody's requests, newest first; new ones go on top of its first page. */
export function rechargePageQuery(page: PageOfRecharges) {
  const { limit, cursor, status, search, user } = page;
  const isFirst = cursor === undefined && search === undefined;
  const query = liveQuery(
    ["recharges", "page", page],
    (signal) => fetchPage<RechargeRecord>(`/recharge${queryString({ ...page })}`, signal),
    {
      key: (recharge) => recharge._id,
      list: "recharge",
      takes: rechargeOf,
      unknown: isFirst ? "insert" : "announce",
      compare: newestRechargeFirst,
      rows_max: limit,
      belongs: (recharge) =>
        isFirst &&
        (status === undefined ? recharge.status === "pending" : recharge.status === status) &&
        (user === undefined || recharge.userId === user),
    },
  );
  // The feed does not say who decided.
  return queryOptions({ ...query, meta: { ...query.meta, outdatedBy: isDecision } });
}

function isDecision(event: LiveEvent): boolean {
  return event.event === "rechargeUpdated" && event.data.status !== "pending";
}

/** Open requests that name a MoMo transaction which another request names, too. */
export const momoDuplicatesQuery = queryOptions({
  queryKey: ["recharges", "momo-duplicates"],
  queryFn: ({ signal }) => get<MomoDuplicates>("/recharge/momo-duplicates", signal),
  meta: {
    outdatedBy: (event) =>
      event.event === "rechargeUpdated" || (event.event === "removed" && event.data.list === "recharge"),
  },
});
