import type { FulfilmentRules } from "#contract/terms/fulfilment.ts";
import type { Pesewas } from "#contract/terms/money.ts";
import type { PriceRule } from "#contract/terms/pricing.ts";
import type { ClearedList } from "#contract/terms/statuses.ts";
import type { WithdrawalRules } from "#contract/terms/withdrawals.ts";
import type { MessageSettings, MoveIn, PaymentDetails, Settings, SupportLinks } from "../rows/settings.ts";
import { type Changed, type Declaration, eventsOf, type Requested, type Traits } from "./declare.ts";

export const settingsEvents = {
  notice_changed: ofSettings<Changed<string>>(({ after }) => ({ notice: after })),
  payment_details_changed: ofSettings<Changed<PaymentDetails> & Requested>(({ after }) => after),
  support_links_changed: ofSettings<Changed<SupportLinks>>(({ after }) => after),
  message_settings_changed: ofSettings<Changed<MessageSettings>>(({ after }) => after),
  /** Corrections above the limit take two admins; null: none do. */
  correction_limit_changed: ofSettings<Changed<Pesewas | null> & Requested>(({ after }) => ({
    correction_limit: after,
  })),
  /** A single top-up above it takes two admins; null: none does. */
  topup_limit_changed: ofSettings<Changed<Pesewas | null> & Requested>(({ after }) => ({
    topup_limit: after,
  })),
  /** Whether sensitive calls ask for the password or code again. */
  step_up_changed: ofSettings<Changed<boolean>>(({ after }) => ({ step_up: after })),
  /** Whether admins need a second factor. */
  admin_factor_changed: ofSettings<Changed<boolean>>(({ after }) => ({ admin_factor: after })),
  fulfilment_rules_changed: ofSettings<Changed<FulfilmentRules>>(({ after }) => ({
    fulfilment_rules: after,
  })),
  withdrawal_rules_changed: ofSettings<Changed<WithdrawalRules>>(({ after }) => ({
    withdrawal_rules: after,
  })),
  price_rule_changed: ofSettings<Changed<PriceRule>>(({ after }) => ({ price_rule: after })),
  /** Everything decided so far leaves a list. Each row does so by an event of its own, which names this position. */
  list_cleared: actOfShop<{ list: ClearedList }>(),
  /** What another shop knew comes here: this many users and products, and what the wallets hold. It follows in the log. */
  move_in_started: actOfShop<MoveIn & Requested>(),
};

export function ofSettings<Data>(
  change: (data: Data, before: Settings) => Partial<Settings>,
  traits?: Traits<"settings", Data>,
): Declaration<"settings", Data> {
  return eventsOf("settings")<Data>((state, { data, version, position }, changes) => {
    state.settings = { ...state.settings, ...change(data, state.settings), version, position };
    changes.settings = true;
  }, traits);
}

/** In the stream of the settings, of which it changes none. */
export function actOfShop<Data>(traits?: Traits<"settings", Data>): Declaration<"settings", Data> {
  return ofSettings<Data>(() => ({}), traits);
}
