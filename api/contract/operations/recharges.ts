/** Top-up requests. */
import * as v from "valibot";
import { serial } from "../fields.ts";
import { listOrPage, positionedMessage, rechargesQuery, removalAnswer } from "../lists.ts";
import type { Operation } from "../operation.ts";
import {
  approveBody,
  decisionAnswer,
  nextRechargeAnswer,
  rechargeAnswer,
  rechargeBody,
  rechargeRecord,
} from "../recharges.ts";

export const rechargeOperations = {
  listRecharges: {
    method: "GET",
    path: "/recharge",
    tag: "Top-ups",
    summary: "List requests, newest first",
    description:
      "All for an admin, one's own for anybody else and with `mine=1`. With `limit` the answer is a page. `search` is a part of the reference, the username, the user's number or the MoMo transaction id; its total counts to 1,000, and `totalIsExact` says whether that is all.",
    access: "signed-in",
    query: rechargesQuery,
    answer: listOrPage(rechargeRecord, v.number()),
  },
  nextRechargeId: {
    method: "GET",
    path: "/recharge/next-recharge-id",
    tag: "Top-ups",
    summary: "Reserve the reference of the next request",
    description: "The same one until it is used.",
    access: "signed-in",
    answer: nextRechargeAnswer,
  },
  requestRecharge: {
    method: "POST",
    path: "/recharge",
    tag: "Top-ups",
    summary: "Submit a request",
    access: "signed-in",
    body: rechargeBody,
    command: true,
    status: 201,
    answer: rechargeAnswer,
    refusals: ["amount_invalid", "amount_too_small", "amount_too_large", "wallet_unknown", "reference_taken"],
  },
  approveRecharge: {
    method: "PUT",
    path: "/recharge/{id}/approve",
    tag: "Top-ups",
    summary: "Approve a request, which credits the wallet",
    access: "admin",
    params: { id: serial },
    body: approveBody,
    command: true,
    answer: decisionAnswer,
    refusals: [
      "recharge_unknown",
      "recharge_decided",
      "level_not_grantable",
      "own_account",
      "wallet_unknown",
    ],
  },
  declineRecharge: {
    method: "PUT",
    path: "/recharge/{id}/decline",
    tag: "Top-ups",
    summary: "Decline a request",
    access: "admin",
    params: { id: serial },
    command: true,
    answer: decisionAnswer,
    refusals: ["recharge_unknown", "recharge_decided"],
  },
  removeRecharge: {
    method: "DELETE",
    path: "/recharge/delete/{id}",
    tag: "Top-ups",
    summary: "Remove a decided request from the lists",
    access: "admin",
    params: { id: serial },
    command: true,
    answer: positionedMessage,
    refusals: ["recharge_unknown", "recharge_open"],
  },
  removeAllRecharges: {
    method: "DELETE",
    path: "/recharge/del-all-requests",
    tag: "Top-ups",
    summary: "Remove all decided requests from the lists",
    description: "Open ones stay, and the answer says how many.",
    access: "admin",
    answer: removalAnswer,
  },
} as const satisfies Record<string, Operation>;
