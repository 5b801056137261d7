import { useQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import type { TopupPurpose } from "#contract/terms/statuses.ts";
import type { Command } from "../lib/command.ts";
import { forgetCommands, type SentCommand, unansweredCommands } from "../lib/unanswered.ts";
import { myTopupsQuery } from "./my-topups.query.ts";
import { forgetDraft } from "../lib/draft.ts";
import { toCedis, type Pesewas } from "#contract/terms/money.ts";
import { rechargeSubmitted } from "#contract/terms/texts.ts";
import { notify } from "../lib/notifications.ts";

/** The body of POST /recharge. The amount is in cedis. */
interface TopupRequest {
  amount: number;
  rechargeId: string;
  purpose: TopupPurpose;
  momoTransactionId: string | null;
}

const path = "/recharge";

export function requestCommand(body: TopupRequest): Command {
  return { method: "POST", path, body, isKept: true };
}

export function isTopupRequest(command: SentCommand): command is SentCommand<TopupRequest> {
  return command.path === path;
}

/** The drafts of a top-up, kept until it is requested (lib/draft.ts). */
export const topupDrafts = { amount: "topup amount", transactionId: "topup transaction" } as const;

export function forgetTopupDrafts(): void {
  for (const name of Object.values(topupDrafts)) forgetDraft(name);
}

/**
 * Reports requests that were sent without an answer but are in the user's list, which the feed keeps up to date.
 * Otherwise the user would request them again under the next reference. Closes the PAYMENT NOTICE if its request is one
 * of them; `open` is undefined if no notice is open.
 */
export function useMadeRequests(
  open: { purpose: TopupPurpose; amount: Pesewas } | undefined,
  close: () => void,
): void {
  const { data: topups = [] } = useQuery(myTopupsQuery);
  useEffect(() => {
    for (const { key, body } of unansweredCommands().filter(isTopupRequest)) {
      if (!topups.some(({ rechargeId }) => rechargeId === body.rechargeId)) continue;
      forgetCommands([key]);
      notify(rechargeSubmitted(body.rechargeId), "success");
      if (body.purpose !== open?.purpose || body.amount !== toCedis(open.amount)) continue;
      forgetTopupDrafts();
      close();
    }
  });
}
