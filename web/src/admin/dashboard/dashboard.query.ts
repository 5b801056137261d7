import { queryOptions } from "@tanstack/react-query";
import type { Dashboard } from "#api/contract/dashboard.ts";
import { get } from "../../lib/api.ts";

/** What waits too long, and what failed, changes without an event. */
const look_again_ms = 30_000;

/** Fetched again at most once a second while orders, requests, users and settings change. */
export const dashboardQuery = queryOptions({
  queryKey: ["admin", "dashboard"],
  queryFn: ({ signal }) => get<Dashboard>("/order/dashboard", signal),
  refetchInterval: look_again_ms,
  meta: { outdatedBy: ({ event }) => event !== "CurrUserUpdated" },
});
