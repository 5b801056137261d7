import type { RechargeRecord } from "#api/contract/recharges.ts";
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
    takes: rechargeOf,
    unknown: "insert",
    compare: newestRechargeFirst,
    belongs: (recharge) => recharge.status === "pending",
  },
);

/** The history of everybody's requests, newest first; new ones go on top of its first page. */
export function rechargePageQuery(limit: number, cursor: number | undefined) {
  return liveQuery(
    ["recharges", "page", { limit, cursor }],
    (signal) => fetchPage<RechargeRecord>(`/recharge${queryString({ limit, cursor })}`, signal),
    {
      key: (recharge) => recharge._id,
      takes: rechargeOf,
      unknown: cursor === undefined ? "insert" : "announce",
      compare: newestRechargeFirst,
      rows_max: limit,
      belongs: (recharge) => recharge.status === "pending",
    },
  );
}
