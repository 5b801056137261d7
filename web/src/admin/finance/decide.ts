import type { DecisionAnswer, TopupRecord } from "#api/contract/topups.ts";
import { texts } from "#ledger/terms/texts.ts";
import type { Send } from "../../lib/use-command.ts";
import { queryClient } from "../../lib/query-client.ts";
import { applyAccount, applyChange } from "../../live/apply.ts";

/** The possible decisions on a request. */
export const decisions = {
  approve: { name: "Approve", path: "approve", body: {}, done: texts.rechargeApproved },
  decline: { name: "Decline", path: "decline", body: {}, done: texts.rechargeDeclined },
  approveAgent: {
    name: "Approve and make Agent",
    path: "approve",
    body: { userLevel: "Agent" },
    done: texts.rechargeApproved,
  },
} as const;
export type Decision = keyof typeof decisions;

export async function decide(topup: TopupRecord, decision: Decision, send: Send): Promise<void> {
  const { path, body } = decisions[decision];
  const { recharge: data, account } = await send<DecisionAnswer>({
    method: "PUT",
    path: `/recharge/${topup._id}/${path}`,
    body,
  });
  applyChange(queryClient, { event: "rechargeUpdated", data, position: data.position });
  applyAccount(queryClient, account);
}
