import { queryOptions } from "@tanstack/react-query";
import type { MomoDuplicates, RechargeRecord } from "#api/contract/recharges.ts";
import type { RechargeStatus } from "#ledger/terms/statuses.ts";
import { get } from "../../lib/api.ts";
import { fetchPage, queryString } from "../../lib/lists.ts";
import { liveQuery } from "../../live/live-query.ts";
import { newestRechargeFirst, rechargeOf } from "../topup/my-recharges.query.ts";

/** More than ever wait at once; what is beyond comes up as the first are decided. */
const pending_max = 50;

/** Requests that wait. One that is decided stays in its place, with its badge, until the list is asked for again. */
export const pendingRechargesQuery = liveQuery(
  ["recharges", "pending"],
  (signal) =>
    fetchPage<RechargeRecord>(`/recharge${queryString({ limit: pending_max, status: "pending" })}`, signal),
  {
    key: (recharge) => recharge._id,
    list: "recharge",
    takes: rechargeOf,
    unknown: "insert",
    compare: newestRechargeFirst,
    belongs: (recharge) => recharge.status === "pending",
  },
);

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
  return liveQuery(
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
}

/** Open requests that name a MoMo transaction which another request names, too. */
export const momoDuplicatesQuery = queryOptions({
  queryKey: ["recharges", "momo-duplicates"],
  queryFn: ({ signal }) => get<MomoDuplicates>("/recharge/momo-duplicates", signal),
  meta: { outdatedBy: (event) => event.event === "rechargeUpdated" },
});
