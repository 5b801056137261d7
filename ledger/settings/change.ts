/** The frame of the commands that change a part of the shop's settings. */
import { settingsStream } from "#contract/terms/streams.ts";
import { type Check, type CommandFields, type Decider, isAdmin, needsActor } from "#ledger/core/checks.ts";
import type { Draft, Facts } from "#ledger/core/events.ts";
import type { Changed } from "#ledger/core/events/declare.ts";
import type { settingsEvents } from "#ledger/core/events/settings.ts";
import type { Settings } from "#ledger/core/rows/settings.ts";
import { sortedText } from "#ledger/core/same.ts";
import type { State } from "#ledger/core/state.ts";

type ChangeEvent =
  | "shop_rules_changed"
  | Exclude<keyof typeof settingsEvents, "list_cleared" | "move_in_started">;
type ValueOf<T extends ChangeEvent> = Facts[T] extends Changed<infer Value> ? Value : never;

interface Change<T extends ChangeEvent, Intent> {
  event: T;
  before: (settings: Settings) => ValueOf<T>;
  after: (intent: Intent) => ValueOf<T>;
  checks: (intent: Intent, before: ValueOf<T>) => Check[];
  takesTwo?: (after: ValueOf<T>, before: ValueOf<T>, state: State) => boolean;
}

export function changeDecider<T extends ChangeEvent, Intent>({
  event,
  before,
  after,
  checks,
  takesTwo,
}: Change<T, Intent>): Decider<CommandFields<unknown, Intent>> {
  return {
    needs: needsActor,
    checks: (command, state) => [
      ...isAdmin(command, state),
      ...checks(command.intent, before(state.settings)),
    ],
    ...(takesTwo && {
      takesTwo: ({ intent }, state) => takesTwo(after(intent), before(state.settings), state),
    }),
    events: ({ intent }, { settings }) => {
      const data = { before: before(settings), after: after(intent) };
      // Each event has its own data; TypeScript cannot follow that through its type's name.
      return [{ type: event, stream: settingsStream, data } as Draft];
    },
  };
}

/** Another admin has changed it since this one has seen it. */
export function changedSince<Value>(seen: Value | undefined, before: Value): Check {
  return ["changed_meanwhile", () => seen !== undefined && !areEqual(seen, before)];
}

function areEqual<Value>(a: Value, b: Value): boolean {
  return sortedText(a) === sortedText(b);
}

export function unchanged<Value>(after: Value, before: Value): Check {
  return ["unchanged", () => areEqual(after, before)];
}
