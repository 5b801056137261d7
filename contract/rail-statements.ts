/** Balances that admins note from the statements of rails. */
import * as v from "valibot";
import { rails } from "#contract/terms/rails.ts";
import { rejectionText } from "#contract/terms/rejections.ts";
import { moment } from "./audit.ts";
import { cedis } from "./fields.ts";
import type { Operation } from "./operation.ts";

/** The balance of a rail's statement beside the books of the same moment. Cedis. */
export const railStatement = v.object({
  /** Both include what happened before this moment. */
  at: v.string(),
  balance: v.number(),
  books: v.number(),
  agrees: v.boolean(),
  /** The admin who noted it. */
  by: v.string(),
  notedAt: v.string(),
});
export type RailStatement = v.InferOutput<typeof railStatement>;

/** POST /payment/rails/{rail}/statement. */
export const noteStatementBody = v.object({
  at: v.nonOptional(moment),
  balance: v.pipe(cedis, v.minValue(0, rejectionText({ code: "amount_invalid" }))),
});

export const railStatementOperations = {
  noteRailStatement: {
    method: "POST",
    path: "/payment/rails/{rail}/statement",
    tag: "Payments",
    summary: "Note the balance that a rail's own statement has at a moment",
    description:
      "The balance includes what happened before `at`, which is not in the future. It is compared with the books of that moment, on `/payment/rails` and in `/audit/closing`. Of several entries for one moment the newest counts. Each is a security event of the kind `statement noted`.",
    access: "admin",
    params: { rail: v.picklist(rails) },
    body: noteStatementBody,
    answer: railStatement,
  },
} as const satisfies Record<string, Operation>;
