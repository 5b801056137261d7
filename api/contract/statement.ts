/** One's own wallet movements, and the numbers one has given a name. */
import * as v from "valibot";
import { limits } from "#ledger/terms/limits.ts";
import { movementKinds } from "#ledger/terms/statuses.ts";
import { phone, text } from "./fields.ts";

/** One credit (positive) or debit, in cedis, with the balance it left. */
export const movementRecord = v.object({
  _id: v.string(),
  position: v.number(),
  createdAt: v.string(),
  /** dd/mm/yyyy hh:mm, UTC. */
  date: v.string(),
  kind: v.picklist(movementKinds),
  amount: v.number(),
  balance: v.number(),
  /** The order's or the request's; null for a correction. */
  reference: v.nullable(v.string()),
  /** Of the order. */
  network: v.nullable(v.string()),
  offer: v.nullable(v.string()),
  receiver: v.nullable(v.string()),
  reason: v.nullable(v.string()),
  /** Position of the movement that a correction names. */
  corrects: v.nullable(v.number()),
});
export type MovementRecord = v.InferOutput<typeof movementRecord>;

/** PUT /user/beneficiaries: gives a number a name; null takes it away again. */
export const beneficiaryBody = v.object({
  phone,
  name: v.nullable(text(limits.name_length_max, "Please enter a name")),
});

export const beneficiaryRecord = v.object({ phone: v.string(), name: v.string() });
export type BeneficiaryRecord = v.InferOutput<typeof beneficiaryRecord>;

/** Both calls answer all of them, by name. */
export const beneficiariesAnswer = v.array(beneficiaryRecord);
