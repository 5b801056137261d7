import type { WithdrawalRulesAnswer } from "#contract/withdrawals.ts";
import { getQuery } from "../../lib/query-client.ts";

/** Withdrawals are asked for at any moment, and nothing else tells the office. */
export const ask_again_ms = 30_000;

/** The rules, and what waits. */
export const withdrawalRulesQuery = getQuery<WithdrawalRulesAnswer>(
  ["withdrawals", "rules"],
  "/withdrawal/rules",
  { staleTime: 0, refetchInterval: ask_again_ms, outdatedBy: ({ event }) => event === "noticeUpdated" },
);
