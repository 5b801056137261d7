import type { DecisionAnswer, RechargeRecord } from "#api/contract/recharges.ts";
import { texts } from "#ledger/terms/texts.ts";
import { call } from "../../lib/api.ts";
import { queryClient } from "../../lib/query-client.ts";
import { applyChange } from "../../live/apply.ts";
import { setBalance } from "../wallet/set-balance.ts";

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
  applyChange(queryClient, { event: "rechargeUpdated", data: answer.recharge, position: answer.position });
  setBalance(answer.user._id, answer.balance, answer.position);
}
