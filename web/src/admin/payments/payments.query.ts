import { queryOptions } from "@tanstack/react-query";
import type { Rails } from "#api/contract/payments.ts";
import { get } from "../../lib/api.ts";

/** Payments come in at any moment, and nothing else tells this page. */
export const ask_again_ms = 10_000;

export const railsQuery = queryOptions({
  queryKey: ["payments", "rails"],
  staleTime: 0,
  refetchInterval: ask_again_ms,
  queryFn: ({ signal }) => get<Rails>("/payment/rails", signal),
});
