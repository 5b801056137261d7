import { queryOptions } from "@tanstack/react-query";
import type { LiveEvent } from "#contract/live.ts";
import type { TopupRecord } from "#contract/topups.ts";
import { fetchList } from "../lib/lists.ts";
import { getSession } from "../lib/session.ts";
import { liveQuery } from "../live/live-query.ts";

export function topupOf(event: LiveEvent): TopupRecord | undefined {
  return event.event === "rechargeUpdated" ? event.data : undefined;
}

export function newestTopupFirst(a: TopupRecord, b: TopupRecord): number {
  return (
    b.createdAt.localeCompare(a.createdAt) || Number(b._id) - Number(a._id) || b._id.localeCompare(a._id)
  );
}

/** The user's top-up requests, newest first. */
export const myTopupsQuery = queryOptions({
  ...liveQuery(["topups", "mine"], (signal) => fetchList<TopupRecord>("/recharge?mine=1", signal), {
    key: (topup) => topup._id,
    list: "recharge",
    takes: (event) => {
      const topup = topupOf(event);
      return topup?.userId === getSession()?._id ? topup : undefined;
    },
    unknown: "insert",
    compare: newestTopupFirst,
  }),
  select: ({ rows }) => rows,
});
