import type { DecisionAnswer, TopupRecord } from "#contract/topups.ts";
import { texts } from "#contract/terms/texts.ts";
import type { Send } from "../../lib/command.ts";
import { queryClient } from "../../lib/query-client.ts";
import { approvalsQuery } from "../../office/approvals.query.ts";
import { applyAccount, applyChange } from "../../live/apply.ts";

/** The possible decisions on a request. */
export const decisions = {
  approve: { name: "Approve", path: "approve", done: texts.rechargeApproved },
  decline: { name: "Decline", path: "decline", done: texts.rechargeDeclined },
  approveAgent: { name: "Approve and make Agent", path: "approve", done: texts.rechargeApproved },
} as const;
export type Decision = keyof typeof decisions;

/** What an admin decides, and on what grounds. */
export interface Ruling {
  decision: Decision;
  /** The other requests with the same MoMo transaction id, as the page shows them. */
  others: readonly TopupRecord[];
  /** Of a decline: for the user. Of an approval: why, although there are others. */
  reason: string;
}

/** @returns what to say about it */
export async function decide(
  topup: TopupRecord,
  { decision, others, reason }: Ruling,
  send: Send,
): Promise<string> {
  const { path, done } = decisions[decision];
  const seen = { others: others.map(({ rechargeId, status }) => ({ rechargeId, status })) };
  const { recharge, account, pending } = await send<DecisionAnswer>({
    method: "PUT",
    path: `/recharge/${topup._id}/${path}`,
    body: {
      ...(decision === "approveAgent" && { userLevel: "Agent" }),
      ...(decision !== "decline" && { seen }),
      ...(reason !== "" && { reason }),
    },
  });
  if (pending) {
    void queryClient.invalidateQueries(approvalsQuery);
    return texts.awaitingApproval;
  }
  applyChange(queryClient, { event: "rechargeUpdated", data: recharge, position: recharge.position });
  applyAccount(queryClient, account);
  return done;
}
