import type { DecisionAnswer, RechargeRecord } from "#api/contract/topups.ts";
import { texts } from "#ledger/terms/texts.ts";
import { call } from "../../lib/api.ts";
import { queryClient } from "../../lib/query-client.ts";
import { applyAccount, applyChange } from "../../live/apply.ts";

/** What an admin answers to a request. */
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

/** `key`: the same for every try, so that asked again it is not done again. */
export async function decide(recharge: RechargeRecord, decision: Decision, key: string): Promise<void> {
  const { path, body } = decisions[decision];
  const { data: answer } = await call<DecisionAnswer>("PUT", `/recharge/${recharge._id}/${path}`, {
    body,
    idempotencyKey: `${key}-${decision}`,
  });
  const { recharge: data, account } = answer;
  applyChange(queryClient, { event: "rechargeUpdated", data, position: data.position });
  applyAccount(queryClient, account);
}
