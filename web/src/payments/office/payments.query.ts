import type { Rails } from "#contract/payments.ts";
import { getQuery } from "../../lib/get-query.ts";

/** Payments come in at any moment, and nothing else tells this page. */
export const ask_again_ms = 10_000;

export const railsQuery = getQuery<Rails>(["payments", "rails"], "/payment/rails", {
  staleTime: 0,
  refetchInterval: ask_again_ms,
});
