import { queryOptions } from "@tanstack/react-query";
import type { TestPayment, TestPaymentAnswer } from "#contract/test-payments.ts";
import { getQuery } from "../../lib/get-query.ts";
import { railsQuery } from "./payments.query.ts";

const ask_again_ms = 2000;

/** Whether a test payment is possible, and what became of the last one. */
export const testPaymentQuery = getQuery<TestPaymentAnswer>(["payments", "test"], "/payment/test", {
  staleTime: 0,
});

/** The same, while somebody watches it. The webhook may come after the payment is booked. */
export const watchedTestQuery = queryOptions({ ...testPaymentQuery, refetchInterval: ask_again_ms });

/** The lights as they are once the payment is booked. */
export const lightsAfterQuery = ({ startedAt, status }: TestPayment) =>
  queryOptions({
    ...railsQuery,
    queryKey: ["payments", "rails", "after", startedAt],
    enabled: status !== null,
  });

export function isOpen(test: TestPayment | null | undefined): boolean {
  return test?.state === "asking" || test?.state === "otp" || test?.state === "waiting";
}
