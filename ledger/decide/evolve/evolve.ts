/**
 * (state, event) -> state: what each fact does to the rows. The writer, the follower of another writer's events, verify
 * and rebuild all run this code. Rows are replaced and never changed in place; rows that are not loaded are left alone.
 */
import { kindOfStream, type StreamKind } from "#ledger/terms/streams.ts";
import { events, type LedgerEvent } from "../events.ts";
import type { Declaration } from "../events/declare.ts";
import type { State } from "../state.ts";
import type { Changes } from "./changes.ts";
import { moveMoney } from "./movements.ts";

/** @throws Error for an event that the ledger cannot have written: an unknown type, or a type in a foreign stream. */
export function evolve(state: State, event: LedgerEvent, changes: Changes): void {
  // An imported log may have any type. The map pairs each type with its own data; TypeScript cannot follow that.
  const declared = events[event.type] as unknown as Declaration<StreamKind, unknown> | undefined;
  if (declared === undefined || kindOfStream(event.stream) !== declared.stream)
    throw new Error(`no row follows ${event.type} in ${event.stream}`);
  state.position = event.position;
  moveMoney(state, event, changes);
  declared.evolve(state, event, changes);
}
