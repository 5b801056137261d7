import { queryOptions } from "@tanstack/react-query";
import type { PaymentRecord, Rails } from "#api/contract/payments.ts";
import { get } from "../../lib/api.ts";
import { fetchPage, queryString } from "../../lib/lists.ts";

export interface PaymentsAsked {
  status?: string | undefined;
  rail?: string | undefined;
  search?: string | undefined;
  from?: string | undefined;
  to?: string | undefined;
  limit: number;
  cursor?: string | undefined;
}

/** Payments come in at any moment, and nothing else tells this page. */
const ask_again_ms = 10_000;

export const paymentsQuery = (page: PaymentsAsked) =>
  queryOptions({
    queryKey: ["payments", page],
    staleTime: 0,
    refetchInterval: ask_again_ms,
    queryFn: ({ signal }) => fetchPage<PaymentRecord>(`/payment${queryString({ ...page })}`, signal),
  });

export const railsQuery = queryOptions({
  queryKey: ["payments", "rails"],
  staleTime: 0,
  refetchInterval: ask_again_ms,
  queryFn: ({ signal }) => get<Rails>("/payment/rails", signal),
});
