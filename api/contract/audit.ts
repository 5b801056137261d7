/** What the audit shows. */
import * as v from "valibot";
import { movementRecord } from "./statement.ts";

/** A wallet movement with whose wallet it is, who caused it, and its place in the chain. */
export const auditMovement = v.object({
  ...movementRecord.entries,
  userId: v.string(),
  /** The username. */
  user: v.string(),
  /** A user's id, or "system". */
  actorId: v.string(),
  /** The username, or "system". */
  actor: v.string(),
  /** What of it corrections and refunds have left, in cedis, with its sign. */
  remaining: v.number(),
  /** Hex. */
  hash: v.string(),
});
export type AuditMovement = v.InferOutput<typeof auditMovement>;
