import { queryOptions } from "@tanstack/react-query";
import type { ClaimRecord } from "#api/contract/claims.ts";
import { get } from "../../lib/api.ts";

const ask_again_ms = 15_000;

/** Payments that the user says they made. The feed tells of the credit only. */
export const claimsQuery = queryOptions({
  queryKey: ["claims"],
  staleTime: 0,
  queryFn: ({ signal }) => get<ClaimRecord[]>("/payment/claim", signal),
  refetchInterval: ({ state }) =>
    state.data?.some((claim) => claim.state === "waiting") === true ? ask_again_ms : false,
});
