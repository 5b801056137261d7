import type { CardNumberMode, Templates } from "#ledger/terms/messages.ts";
import type { Pesewas } from "#ledger/terms/money.ts";
import type { ClearedList } from "#ledger/terms/statuses.ts";
import type { SupplierLayout } from "#ledger/terms/supplier.ts";
import type { Row } from "../state.ts";
import { type Changed, type Declaration, eventsOf, type Requested, type Traits } from "./declare.ts";

export interface PaymentDetails {
  momo_phone_number: string;
  momo_account_name: string;
}

/** Addresses of the shop's chat group and of its chat contact; empty if there is none. */
export interface SupportLinks {
  support_group: string;
  support_chat: string;
}

/** Where messages for the shop go, and what they say. An empty `admin_phone` stands for the first admin's own number. */
export interface MessageSettings {
  admin_phone: string;
  card_number: CardNumberMode;
  /** Those that replace the shop's default texts. */
  templates: Templates;
}

/**
 * What moves in from another shop's files. `move_in`: at the command line it follows from the files, so the same files are
 * the same move; of the office's page it is the id of the dry run.
 */
export interface MoveIn {
  move_in: string;
  users: number;
  products: number;
  /** All opening balances together. */
  amount: Pesewas;
}

/** Each is a column of ledger.settings. */
export interface Settings extends Row, PaymentDetails, SupportLinks, MessageSettings {
  notice: string;
  /** Corrections above it take two admins. */
  correction_limit: Pesewas | null;
  /** A single top-up above it takes two admins. */
  topup_limit: Pesewas | null;
  /** Sensitive calls ask for the password or code again. */
  step_up: boolean;
  /** Whether admins need a second factor. */
  admin_factor: boolean;
  /** How many batches have gone to suppliers. */
  supplier_batches: number;
  /** By network: what differs from the default layout. */
  supplier_layouts: Record<string, SupplierLayout>;
}

/** Those of a new shop, in the order in which they are written. A value that may be null is an amount. */
export const emptySettings: Settings = {
  notice: "",
  momo_phone_number: "",
  momo_account_name: "",
  support_group: "",
  support_chat: "",
  correction_limit: null,
  topup_limit: null,
  step_up: false,
  admin_factor: false,
  supplier_batches: 0,
  supplier_layouts: {},
  admin_phone: "",
  card_number: "last four",
  templates: {},
  version: 0,
  position: 0,
};

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
