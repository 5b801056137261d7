import type { LiveEvent } from "#contract/live.ts";
import type { MomoDuplicates, TopupRecord } from "#contract/topups.ts";
import { getQuery } from "../../lib/query-client.ts";
import { fetchPage, queryString } from "../../lib/lists.ts";
import { liveQuery } from "../../live/live-query.ts";
import { newestTopupFirst, topupOf } from "../my-topups.query.ts";

/** The start of the query keys of all pages of pending requests. */
export const pendingKey = ["topups", "pending"] as const;
export const pending_page = 20;

/**
 * Pending requests, oldest first, because those have waited longest and a new request then moves no row. A decided one
 * stays in place with its badge until the list is fetched again.
 */
export function pendingTopupsQuery(cursor?: string, search?: string) {
  const page = { limit: pending_page, status: "pending", order: "oldest", cursor, search };
  const isFirst = cursor === undefined && search === undefined;
  return liveQuery(
    [...pendingKey, { cursor, search }],
    (signal) => fetchPage<TopupRecord>(`/recharge${queryString(page)}`, signal),
    {
      key: (topup) => topup._id,
      list: "recharge",
      takes: topupOf,
      unknown: isFirst ? "insert" : "announce",
      compare: (a, b) => newestTopupFirst(b, a),
      rows_max: pending_page,
      belongs: (topup) => topup.status === "pending",
    },
  );
}

/** The feed does not include who decided. */
export const topupFreshness = {
  outdatedBy: (event: LiveEvent) => event.event === "rechargeUpdated" && event.data.status !== "pending",
};

/** Open requests with the same MoMo transaction as another request. */
export const momoDuplicatesQuery = getQuery<MomoDuplicates>(
  ["topups", "momo-duplicates"],
  "/recharge/momo-duplicates",
  {
    outdatedBy: (event) =>
      event.event === "rechargeUpdated" || (event.event === "removed" && event.data.list === "recharge"),
  },
);

/** The other requests with the same MoMo transaction as the one with this reference. */
export function othersOf(duplicates: MomoDuplicates | undefined, rechargeId: string | null): TopupRecord[] {
  return duplicates?.find((each) => each.rechargeId === rechargeId)?.others ?? [];
}
