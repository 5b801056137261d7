import type { LiveEvent } from "#api/contract/live.ts";
import type { MonthPicture, MonthRecord } from "#api/contract/account.ts";
import { getQuery } from "../../lib/get-query.ts";

/** The user's own wallet changed. */
const ofWallet = { outdatedBy: ({ event }: LiveEvent) => event === "CurrUserUpdated" };

/** The months with movements and this one, newest first, with their sums. */
export const monthsQuery = getQuery<MonthRecord[]>(["statement-months"], "/user/statement/months", ofWallet);

/** One month, "2026-11", by day and by network. */
export function monthQuery(month: string) {
  return getQuery<MonthPicture>(["statement-month", month], `/user/statement/month?month=${month}`, ofWallet);
}
