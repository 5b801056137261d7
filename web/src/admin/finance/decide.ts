import type { DecisionAnswer, TopupRecord } from "#api/contract/topups.ts";
import { texts } from "#ledger/terms/texts.ts";
import type { Send } from "../../lib/use-command.ts";
import { queryClient } from "../../lib/query-client.ts";
import { approvalsQuery } from "../approvals/approvals.query.ts";
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

/** @returns what to say about it */
export async function decide(topup: TopupRecord, decision: Decision, send: Send): Promise<string> {
  const { path, body, done } = decisions[decision];
  const {
    recharge: data,
    account,
    pending,
  } = await send<DecisionAnswer>({
    method: "PUT",
    path: `/recharge/${topup._id}/${path}`,
    body,
  });
  if (pending) {
    void queryClient.invalidateQueries(approvalsQuery);
    return texts.awaitingApproval;
  }
  applyChange(queryClient, { event: "rechargeUpdated", data, position: data.position });
  applyAccount(queryClient, account);
  return done;
}
