/** The shop's settings: notice, limits, payment details, where to reach the shop, what its messages say; and clearing a list. */
import { priceKinds, type PriceRule } from "#contract/terms/pricing.ts";
import type { ClearedList } from "#contract/terms/statuses.ts";
import { settingsStream } from "#contract/terms/streams.ts";
import {
  type CommandFields,
  type Decider,
  type Deciders,
  hasLimit,
  isAdmin,
  needsActor,
} from "#ledger/core/checks.ts";
import type {
  ApprovableSettingsIntents,
  LimitIntents,
  MessageSettings,
  SupportLinks,
} from "#ledger/core/rows/settings.ts";
import { changeDecider, changedSince, unchanged } from "./change.ts";

export interface SettingsIntents extends ApprovableSettingsIntents, LimitIntents {
  clear_list: { list: ClearedList };
  change_notice: { notice: string; seen?: string };
  change_support_links: SupportLinks & { seen?: SupportLinks };
  change_step_up: { isOn: boolean };
  /** Whether admins need a second factor. */
  change_admin_factor: { required: boolean; seen?: boolean };
  change_message_settings: MessageSettings & { seen?: MessageSettings };
  change_price_rule: { rule: PriceRule; seen?: PriceRule };
}

export const settingsCommands: Deciders<SettingsIntents> = {
  change_notice: changeDecider({
    event: "notice_changed",
    before: ({ notice }) => notice,
    after: ({ notice }: SettingsIntents["change_notice"]) => notice,
    checks: ({ seen }, before) => [changedSince(seen, before)],
  }),
  change_payment_details: changeDecider({
    event: "payment_details_changed",
    before: ({ momo_phone_number, momo_account_name }) => ({ momo_phone_number, momo_account_name }),
    after: ({ seen: _, ...after }: SettingsIntents["change_payment_details"]) => after,
    checks: ({ seen }, before) => [changedSince(seen, before)],
    takesTwo: (_after, _before, state) => hasLimit(state),
  }),
  change_support_links: changeDecider({
    event: "support_links_changed",
    before: ({ support_group, support_chat }) => ({ support_group, support_chat }),
    after: ({ seen: _, ...after }: SettingsIntents["change_support_links"]) => after,
    checks: ({ seen }, before) => [changedSince(seen, before)],
  }),
  change_step_up: changeDecider({
    event: "step_up_changed",
    before: ({ step_up }) => step_up,
    after: ({ isOn }: SettingsIntents["change_step_up"]) => isOn,
    checks: ({ isOn }, before) => [unchanged(isOn, before)],
  }),
  change_message_settings: changeDecider({
    event: "message_settings_changed",
    before: ({ admin_phone, card_number, templates }) => ({ admin_phone, card_number, templates }),
    after: ({ seen: _, ...after }: SettingsIntents["change_message_settings"]) => after,
    checks: ({ seen }, before) => [changedSince(seen, before)],
  }),
  change_admin_factor: changeDecider({
    event: "admin_factor_changed",
    before: ({ admin_factor }) => admin_factor,
    after: ({ required }: SettingsIntents["change_admin_factor"]) => required,
    checks: ({ required, seen }, before) => [changedSince(seen, before), unchanged(required, before)],
  }),
  change_price_rule: changeDecider({
    event: "price_rule_changed",
    before: ({ price_rule }) => price_rule,
    after: ({ rule }: SettingsIntents["change_price_rule"]) => rule,
    checks: ({ rule, seen }, before) => [
      changedSince(seen, before),
      unchanged(rule, before),
      ["amount_invalid", () => rule.step < 1 || priceKinds.some((kind) => rule[kind] < 0)],
    ],
  }),
  /** For all corrections that one admin makes within 24 hours, with what was bought below prices that they cut. */
  change_correction_limit: limitDecider("correction_limit"),
  /** For each top-up that only an admin's word confirms. */
  change_topup_limit: limitDecider("topup_limit"),
  /** An admin removes everything decided from a list: one act, whatever the number of rows. */
  clear_list: {
    needs: needsActor,
    checks: isAdmin,
    events: ({ intent }) => [{ type: "list_cleared", stream: settingsStream, data: intent }],
  },
};

type LimitIntent = LimitIntents[keyof LimitIntents];

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
