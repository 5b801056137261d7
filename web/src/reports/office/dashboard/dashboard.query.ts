import type { Dashboard } from "#contract/reports.ts";
import { getQuery } from "../../../lib/query-client.ts";

/** What waits too long, and what failed, changes without an event. */
const look_again_ms = 30_000;

/** Fetched again at most once a second while orders, requests, users and settings change. */
export const dashboardQuery = getQuery<Dashboard>(["admin", "dashboard"], "/order/dashboard", {
  refetchInterval: look_again_ms,
  outdatedBy: ({ event }) => event !== "CurrUserUpdated",
});
