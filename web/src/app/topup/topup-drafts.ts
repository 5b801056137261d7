import { forgetDraft } from "../../lib/draft.ts";

/** What is typed for a top-up, kept until it is asked for (lib/draft.ts). */
export const topupDrafts = { amount: "topup amount", transactionId: "topup transaction" } as const;

export function forgetTopupDrafts(): void {
  for (const name of Object.values(topupDrafts)) forgetDraft(name);
}
