import type { AttemptRecord } from "#contract/fulfilment.ts";
import { getQuery } from "../lib/query-client.ts";

/** The feed does not report them, so an open page asks this often. */
const look_again_ms = 10_000;

/** Orders that a supplier has left open for an hour, or about which it says something else now. */
export const attemptsQuery = getQuery<AttemptRecord[]>(["suppliers", "attempts"], "/supplier/attempts", {
  staleTime: 0,
  refetchInterval: look_again_ms,
});
