/** The shop's settings: notice, payment details, where to reach the shop, what its messages say; and clearing a list. */
import type { ClearedList } from "#contract/terms/statuses.ts";
import { settingsStream } from "#contract/terms/streams.ts";
import { messageKinds } from "#contract/terms/event-texts.ts";
import { type Deciders, hasLimit, isAdmin, needsActor } from "#ledger/core/checks.ts";
import type { ApprovableSettingsIntents, MessageSettings, SupportLinks } from "#ledger/core/rows/settings.ts";

export interface SettingsIntents extends ApprovableSettingsIntents {
  clear_list: { list: ClearedList };
  change_notice: { notice: string; seen?: string };
  change_support_links: SupportLinks & { seen?: SupportLinks };
  change_step_up: { isOn: boolean };
  /** Whether admins need a second factor. */
  change_admin_factor: { required: boolean; seen?: boolean };
  change_message_settings: MessageSettings & { seen?: MessageSettings };
}

export const settingsCommands: Deciders<SettingsIntents> = {
  change_notice: {
    needs: needsActor,
    checks: (command, state) => {
      const { seen } = command.intent;
      return [
        ...isAdmin(command, state),
        ["changed_meanwhile", () => seen !== undefined && seen !== state.settings.notice],
      ];
    },
    events: ({ intent }, { settings }) => [
      {
        type: "notice_changed",
        stream: settingsStream,
        data: { before: settings.notice, after: intent.notice },
      },
    ],
  },
  change_payment_details: {
    needs: needsActor,
    checks: (command, state) => {
      const { seen } = command.intent;
      const { momo_phone_number, momo_account_name } = state.settings;
      return [
        ...isAdmin(command, state),
        [
          "changed_meanwhile",
          () =>
            seen !== undefined &&
            (seen.momo_phone_number !== momo_phone_number || seen.momo_account_name !== momo_account_name),
        ],
      ];
    },
    takesTwo: (_, state) => hasLimit(state),
    events: ({ intent: { seen: _, ...after } }, { settings: { momo_phone_number, momo_account_name } }) => [
      {
        type: "payment_details_changed",
        stream: settingsStream,
        data: { before: { momo_phone_number, momo_account_name }, after },
      },
    ],
  },
  change_support_links: {
    needs: needsActor,
    checks: (command, state) => {
      const { seen } = command.intent;
      const { support_group, support_chat } = state.settings;
      return [
        ...isAdmin(command, state),
        [
          "changed_meanwhile",
          () =>
            seen !== undefined &&
            (seen.support_group !== support_group || seen.support_chat !== support_chat),
        ],
      ];
    },
    events: ({ intent: { seen: _, ...after } }, { settings: { support_group, support_chat } }) => [
      {
        type: "support_links_changed",
        stream: settingsStream,
        data: { before: { support_group, support_chat }, after },
      },
    ],
  },
  change_step_up: {
    needs: needsActor,
    checks: (command, state) => [
      ...isAdmin(command, state),
      ["unchanged", () => command.intent.isOn === state.settings.step_up],
    ],
    events: ({ intent }, { settings }) => [
      {
        type: "step_up_changed",
        stream: settingsStream,
        data: { before: settings.step_up, after: intent.isOn },
      },
    ],
  },
  change_message_settings: {
    needs: needsActor,
    checks: (command, state) => {
      const { seen } = command.intent;
      return [
        ...isAdmin(command, state),
        ["changed_meanwhile", () => seen !== undefined && !areSameSettings(seen, state.settings)],
      ];
    },
    events: ({ intent: { seen: _, ...after } }, { settings: { admin_phone, card_number, templates } }) => [
      {
        type: "message_settings_changed",
        stream: settingsStream,
        data: { before: { admin_phone, card_number, templates }, after },
      },
    ],
  },
  change_admin_factor: {
    needs: needsActor,
    checks: (command, state) => {
      const { settings } = state;
      const { required, seen } = command.intent;
      return [
        ...isAdmin(command, state),
        ["changed_meanwhile", () => seen !== undefined && seen !== settings.admin_factor],
        ["unchanged", () => required === settings.admin_factor],
      ];
    },
    events: ({ intent }, { settings }) => [
      {
        type: "admin_factor_changed",
        stream: settingsStream,
        data: { before: settings.admin_factor, after: intent.required },
      },
    ],
  },
  /** An admin removes everything decided from a list: one act, whatever the number of rows. */
  clear_list: {
    needs: needsActor,
    checks: isAdmin,
    events: ({ intent }) => [{ type: "list_cleared", stream: settingsStream, data: intent }],
  },
};

function areSameSettings(a: MessageSettings, b: MessageSettings): boolean {
  return (
    a.admin_phone === b.admin_phone &&
    a.card_number === b.card_number &&
    messageKinds.every((kind) => a.templates[kind] === b.templates[kind])
  );
}
