/**
 * (state, event) -> state: what each fact does to the rows. The writer, the follower of another writer's events, verify
 * and rebuild all run this code. Rows are replaced and never changed in place; rows that are not loaded are left alone.
 */
import { kindOfStream } from "#contract/terms/streams.ts";
import { declarationOf, type LedgerEvent } from "../events.ts";
import type { State } from "../state.ts";
import type { Changes } from "../changes.ts";
import { moveMoney } from "./movements.ts";

/** @throws Error for an event that the ledger cannot have written: an unknown type, or a type in a foreign stream. */
export function evolve(state: State, event: LedgerEvent, changes: Changes): void {
  const declared = declarationOf(event.type);
  if (declared === undefined || kindOfStream(event.stream) !== declared.stream)
    throw new Error(`no row follows ${event.type} in ${event.stream}`);
  state.position = event.position;
  moveMoney(state, event, changes, declared.takesBack?.(event, state) ?? null);
  declared.evolve(state, event, changes);
}
