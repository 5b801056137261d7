import type { ClaimRecord } from "#contract/claims.ts";
import { getQuery } from "../lib/get-query.ts";

const ask_again_ms = 15_000;

/** Payments that the user says they made. The feed tells of the credit only. */
export const claimsQuery = getQuery<ClaimRecord[]>(["claims"], "/payment/claim", {
  staleTime: 0,
  refetchInterval: ({ state }) =>
    state.data?.some((claim) => claim.state === "waiting") === true ? ask_again_ms : false,
});
