import type { ClaimForAdmins } from "#contract/claims.ts";
import type { OddPaymentRecord, Rails } from "#contract/payments.ts";
import type { PhoneReport } from "#contract/phone.ts";
import { getQuery } from "../../lib/query-client.ts";
import { queryString } from "../../lib/lists.ts";

/** Payments and messages come in at any moment, and nothing else tells this page. */
export const ask_again_ms = 10_000;
const askedAgain = { staleTime: 0, refetchInterval: ask_again_ms };

export const railsQuery = getQuery<Rails>(["payments", "rails"], "/payment/rails", askedAgain);

export type PhoneRailReport = PhoneReport["rails"][number];

export const phoneQuery = getQuery<PhoneReport>(["payments", "phone"], "/payment/phone", askedAgain);

export const claimsQuery = getQuery<ClaimForAdmins[]>(["payments", "claims"], "/payment/claims", askedAgain);

export function oddPaymentsQuery(status: "open" | "all") {
  const path = `/payment/odd${queryString({ status })}`;
  return getQuery<OddPaymentRecord[]>(["payments", "odd", status], path, askedAgain);
}
