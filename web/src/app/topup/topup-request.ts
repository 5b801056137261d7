import { useQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import type { RechargePurpose } from "#ledger/terms/statuses.ts";
import { closeIntent, openIntents } from "../../lib/intent.ts";
import { myRechargesQuery } from "./my-recharges.query.ts";
import { forgetDraft } from "../../lib/draft.ts";

/** What POST /recharge is sent; the amount in cedis. */
export interface RechargeRequest {
  amount: number;
  rechargeId: string;
  purpose: RechargePurpose;
  momoTransactionId: string | null;
}

/**
 * Tells of requests that were sent and never answered, and that the own list, which the feed keeps, has all the same:
 * nobody must ask for them once more, under the next reference.
 */
export function useSettledRequests(onMade: (request: RechargeRequest) => void): void {
  const { data: recharges = [] } = useQuery(myRechargesQuery);
  useEffect(() => {
    for (const intent of openIntents<RechargeRequest>("recharge")) {
      if (!recharges.some(({ rechargeId }) => rechargeId === intent.body.rechargeId)) continue;
      closeIntent("recharge", intent);
      onMade(intent.body);
    }
  });
}

/** What is typed for a top-up, kept until it is asked for (lib/draft.ts). */
export const topupDrafts = { amount: "topup amount", transactionId: "topup transaction" } as const;

export function forgetTopupDrafts(): void {
  for (const name of Object.values(topupDrafts)) forgetDraft(name);
}
