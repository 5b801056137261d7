import { queryOptions } from "@tanstack/react-query";
import type { NextRechargeAnswer } from "#api/contract/topups.ts";
import { get } from "../../lib/api.ts";

/** The reference the next request will have; the server keeps it for this user until it is used. */
export const nextReferenceQuery = queryOptions({
  queryKey: ["next-recharge-id"],
  queryFn: ({ signal }) => get<NextRechargeAnswer>("/recharge/next-recharge-id", signal),
  select: (answer) => answer.nextRechargeId,
  // The feed says nothing of it, and it must not change under the eyes of someone who is copying it.
  staleTime: Infinity,
  gcTime: 0,
});
