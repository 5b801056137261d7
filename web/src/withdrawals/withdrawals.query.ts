import type { Page } from "#contract/lists.ts";
import type { WithdrawalOffer, WithdrawalRecord } from "#contract/withdrawals.ts";
import { getQuery } from "../lib/query-client.ts";

/** Nothing else tells this page that a withdrawal was paid. */
const ask_again_ms = 10_000;

export const withdrawalOfferQuery = getQuery<WithdrawalOffer>(["withdrawals", "offer"], "/withdrawal/offer", {
  staleTime: 0,
});

/** How many of their own withdrawals a user sees. */
export const shown_max = 50;

export const myWithdrawalsQuery = getQuery<Page<WithdrawalRecord>>(
  ["withdrawals", "mine"],
  `/withdrawal?mine=1&limit=${shown_max}`,
  { staleTime: 0, refetchInterval: ask_again_ms },
);
