import type { DecisionAnswer, TopupRecord } from "#api/contract/topups.ts";
import { texts } from "#ledger/terms/texts.ts";
import { call } from "../../lib/api.ts";
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

/** `key` is the same for every retry, so that the decision is carried out once. */
export async function decide(topup: TopupRecord, decision: Decision, key: string): Promise<void> {
  const { path, body } = decisions[decision];
  const { data: answer } = await call<DecisionAnswer>("PUT", `/recharge/${topup._id}/${path}`, {
    body,
    idempotencyKey: `${key}-${decision}`,
  });
  const { recharge: data, account } = answer;
  applyChange(queryClient, { event: "rechargeUpdated", data, position: data.position });
  applyAccount(queryClient, account);
}
