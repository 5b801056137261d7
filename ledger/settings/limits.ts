/** The limits above which a correction or a top-up takes two admins. */
import { settingsStream } from "#contract/terms/streams.ts";
import { type CommandOf, type Decider, type Deciders, isAdmin, needsActor } from "#ledger/core/checks.ts";
import type { LimitIntents } from "#ledger/core/rows/settings.ts";
import type { State } from "#ledger/core/state.ts";

export const limitCommands: Deciders<LimitIntents> = {
  /** For all corrections that one admin makes within 24 hours, with what was bought below prices that they cut. */
  change_correction_limit: limitDecider("correction_limit"),
  /** For each top-up that only an admin's word confirms. */
  change_topup_limit: limitDecider("topup_limit"),
};

/** Lowering a limit, or setting one, takes one admin: it only makes more take two. */
function limitDecider(limitName: "correction_limit" | "topup_limit"): Decider<CommandOf<LimitIntents>> {
  const limitIn = ({ settings }: State) => settings[limitName];
  return {
    needs: needsActor,
    checks: (command, state) => {
      const { limit, seen } = command.intent;
      return [
        ...isAdmin(command, state),
        ["changed_meanwhile", () => seen !== undefined && seen !== limitIn(state)],
        ["unchanged", () => limit === limitIn(state)],
        ["amount_invalid", () => limit !== null && (!Number.isSafeInteger(limit) || limit <= 0)],
      ];
    },
    takesTwo: ({ intent: { limit } }, state) => {
      const before = limitIn(state);
      return before !== null && (limit === null || limit > before);
    },
    events: ({ intent }, state) => [
      {
        type: `${limitName}_changed`,
        stream: settingsStream,
        data: { before: limitIn(state), after: intent.limit },
      },
    ],
  };
}
