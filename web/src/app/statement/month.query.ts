import { queryOptions } from "@tanstack/react-query";
import type { LiveEvent } from "#api/contract/live.ts";
import type { MonthPicture, MonthRecord } from "#api/contract/account.ts";
import { get } from "../../lib/api.ts";

/** The user's own wallet changed. */
const meta = { outdatedBy: ({ event }: LiveEvent) => event === "CurrUserUpdated" };

/** The months with movements and this one, newest first, with their sums. */
export const monthsQuery = queryOptions({
  queryKey: ["statement-months"],
  queryFn: ({ signal }) => get<MonthRecord[]>("/user/statement/months", signal),
  meta,
});

/** One month, "2026-11", by day and by network. */
export function monthQuery(month: string) {
  return queryOptions({
    queryKey: ["statement-month", month],
    queryFn: ({ signal }) => get<MonthPicture>(`/user/statement/month?month=${month}`, signal),
    meta,
  });
}
