/** What one admin asks for and another one approves. */
import { approvalAnswer, approvalsAnswer, correctionLimitAnswer, correctionLimitBody } from "../approvals.ts";
import { uuid } from "../fields.ts";
import type { Operation } from "../operation.ts";

export const approvalOperations = {
  listApprovals: {
    method: "GET",
    path: "/approval",
    tag: "Audit",
    summary: "What waits for a second admin, and what was decided last",
    access: "admin",
    answer: approvalsAnswer,
  },
  approve: {
    method: "PUT",
    path: "/approval/{id}/approve",
    tag: "Audit",
    summary: "Carry out what another admin has asked for",
    description: "Refused for whoever asked. Both names stand in the log.",
    access: "admin",
    params: { id: uuid },
    command: true,
    answer: approvalAnswer,
    refusals: [
      "approval_unknown",
      "approval_decided",
      "second_admin_needed",
      "user_unknown",
      "wallet_unknown",
      "entry_unknown",
      "entry_of_other_wallet",
      "entry_overcorrected",
      "wallet_short",
      "amount_invalid",
      "amount_too_large",
      "unchanged",
    ],
  },
  decline: {
    method: "PUT",
    path: "/approval/{id}/decline",
    tag: "Audit",
    summary: "Decline what another admin has asked for, or take back one's own",
    access: "admin",
    params: { id: uuid },
    command: true,
    answer: approvalAnswer,
    refusals: ["approval_unknown", "approval_decided"],
  },
  changeCorrectionLimit: {
    method: "PUT",
    path: "/extra/correction-limit",
    tag: "Audit",
    summary: "Change the amount above which a correction takes two admins",
    description: "Lowering it acts at once; raising it, or taking it away, waits for another admin.",
    access: "admin",
    body: correctionLimitBody,
    command: true,
    answer: correctionLimitAnswer,
    refusals: ["changed_meanwhile", "unchanged", "amount_invalid", "approval_decided"],
  },
} as const satisfies Record<string, Operation>;
