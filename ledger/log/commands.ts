/** Commands that were answered, by the id that was made from the caller and their idempotency key. */
import type { EventType } from "#ledger/core/events.ts";
import type { Rejection } from "#contract/terms/rejections.ts";
import type { Stream } from "#contract/terms/streams.ts";
import type { Database } from "../tables/open-reads.ts";

/** `position`: of its last event. `type` and `stream`: of its first event. */
export type CommandView =
  | { rejection: Rejection }
  | { rejection: null; position: number; type: EventType; stream: Stream };

/** Undefined if no command with this id was decided, or if it was refused and the refusal was not kept. */
export async function commandById(db: Database, id: string): Promise<CommandView | undefined> {
  const row = await db
    .selectFrom("ledger.command as c")
    .leftJoin("ledger.event as e", (join) =>
      join.onRef("e.position", "=", "c.position").on("c.rejection", "is", null),
    )
    .select(["c.rejection", "c.position", "c.events", "e.type", "e.stream"])
    .where("c.id", "=", id)
    .executeTakeFirst();
  if (!row) return undefined;
  const { rejection, position, events, type, stream } = row;
  if (rejection) return { rejection };
  return {
    rejection,
    position: position + events - 1,
    type: type as EventType,
    stream: stream as Stream,
  };
}
