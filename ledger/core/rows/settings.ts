import type { CardNumberMode, Templates } from "#contract/terms/messages.ts";
import { type FulfilmentRules, type Route, usualRules } from "#contract/terms/fulfilment.ts";
import type { Pesewas } from "#contract/terms/money.ts";
import { type PriceRule, usualPriceRule } from "#contract/terms/pricing.ts";
import { type ShopRules, usualShopRules } from "#contract/terms/shops.ts";
import type { SupplierLayout } from "#contract/terms/supplier.ts";
import { usualWithdrawalRules, type WithdrawalRules } from "#contract/terms/withdrawals.ts";
import {
  bigint,
  boolean,
  type Column,
  type Columns,
  integer,
  jsonb,
  type Row,
  type Table,
  text,
} from "./table.ts";

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
  /** By package: where it can be had. A package that is not here is delivered by hand. */
  package_routes: Record<string, Route[]>;
  fulfilment_rules: FulfilmentRules;
  /** How prices are proposed. None changes by itself. */
  price_rule: PriceRule;
  /** Of the agents' own shops. */
  shop_rules: ShopRules;
  withdrawal_rules: WithdrawalRules;
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
  package_routes: {},
  fulfilment_rules: usualRules,
  price_rule: usualPriceRule,
  shop_rules: usualShopRules,
  withdrawal_rules: usualWithdrawalRules,
  admin_phone: "",
  card_number: "last four",
  templates: {},
  version: 0,
  position: 0,
};

export type OnlySettings = Settings & { /** The table has one row. */ id: boolean };

export const settingsTable: Table<OnlySettings> = {
  name: "settings",
  key: ["id"],
  columns: {
    id: boolean,
    ...Object.fromEntries(
      Object.keys(emptySettings).map((name) => [name, settingColumn(name as keyof Settings)]),
    ),
  } as Columns<OnlySettings>,
};

function settingColumn(name: keyof Settings): Column<never> {
  const first = emptySettings[name];
  if (name === "version") return integer;
  if (typeof first === "string") return text;
  if (typeof first === "boolean") return boolean;
  return typeof first === "object" && first !== null ? jsonb : bigint;
}

export interface ApprovableSettingsIntents {
  change_payment_details: PaymentDetails & { seen?: PaymentDetails };
}

export interface LimitIntents {
  /** Raising or removing it becomes a request for approval, too. */
  change_correction_limit: { limit: Pesewas | null; seen?: Pesewas | null };
  change_topup_limit: { limit: Pesewas | null; seen?: Pesewas | null };
}

export interface ApprovableMoveInIntents {
  start_move_in: MoveIn;
}
