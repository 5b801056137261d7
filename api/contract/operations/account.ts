/** What belongs to one's own account alone: the statement, and the numbers one has given a name. */
import * as v from "valibot";
import { listOrPage, statementQuery } from "../lists.ts";
import type { Operation } from "../operation.ts";
import { beneficiariesAnswer, beneficiaryBody, movementRecord } from "../statement.ts";

export const accountOperations = {
  readStatement: {
    method: "GET",
    path: "/user/statement",
    tag: "Users",
    summary: "One's own wallet movements, newest first",
    description:
      "Every credit and debit with the balance it left; of the `user` that an admin names. With `limit` the answer is a page.",
    access: "signed-in",
    query: statementQuery,
    answer: listOrPage(movementRecord, v.number()),
  },
  listBeneficiaries: {
    method: "GET",
    path: "/user/beneficiaries",
    tag: "Users",
    summary: "The numbers one has given a name",
    access: "signed-in",
    answer: beneficiariesAnswer,
  },
  nameBeneficiary: {
    method: "PUT",
    path: "/user/beneficiaries",
    tag: "Users",
    summary: "Give a number a name, or take it away",
    access: "signed-in",
    body: beneficiaryBody,
    answer: beneficiariesAnswer,
    refusals: ["too_many_beneficiaries"],
  },
} as const satisfies Record<string, Operation>;
