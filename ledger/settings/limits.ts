/** The limits above which a correction or a top-up takes two admins. */
import type { CommandFields, Decider, Deciders } from "#ledger/core/checks.ts";
import type { LimitIntents } from "#ledger/core/rows/settings.ts";
import { changeDecider, changedSince, unchanged } from "./change.ts";

type LimitIntent = LimitIntents[keyof LimitIntents];

export const limitCommands: Deciders<LimitIntents> = {
  /** For all corrections that one admin makes within 24 hours, with what was bought below prices that they cut. */
  change_correction_limit: limitDecider("correction_limit"),
  /** For each top-up that only an admin's word confirms. */
  change_topup_limit: limitDecider("topup_limit"),
};

/** Lowering a limit, or setting one, takes one admin: it only makes more take two. */
function limitDecider(
  name: "correction_limit" | "topup_limit",
): Decider<CommandFields<unknown, LimitIntent>> {
  return changeDecider({
    event: `${name}_changed`,
    before: (settings) => settings[name],
    after: ({ limit }: LimitIntent) => limit,
    checks: ({ limit, seen }, before) => [
      changedSince(seen, before),
      unchanged(limit, before),
      ["amount_invalid", () => limit !== null && (!Number.isSafeInteger(limit) || limit <= 0)],
    ],
    takesTwo: (after, before) => before !== null && (after === null || after > before),
  });
}
