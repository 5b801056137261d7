import type { AuditMovement } from "#contract/audit.ts";
import { movementDetails } from "../movement-text.ts";

/** Who caused the movement. If it needed two admins, both. */
export function actors({ actor, requester }: Pick<AuditMovement, "actor" | "requester">): string {
  return requester === null ? actor : `${actor}, requested by ${requester}`;
}

/** The cause of a movement: purchase, top-up, reason, or the corrected movement. */
export function cause(row: AuditMovement): string {
  const corrects = row.corrects === null ? undefined : `corrects ${row.corrects}`;
  return [row.reference, movementDetails(row), corrects].filter(Boolean).join(" · ");
}
