/** The facts the log can hold. Ids, amounts and states only: names, numbers, emails and forms live in ordinary tables. */
import type { CommandType, Intents } from "./command.ts";
import type { CardNumberMode, Templates } from "#ledger/terms/messages.ts";
import type { Pesewas } from "#ledger/terms/money.ts";
import type { Prices } from "#ledger/terms/pricing.ts";
import type { Stream, StreamKind } from "#ledger/terms/streams.ts";
import type { SupplierLayout } from "#ledger/terms/supplier.ts";
import type {
  AccountStatus,
  ApprovalKind,
  ClearedList,
  Level,
  ProductStatus,
  TopupPurpose,
} from "#ledger/terms/statuses.ts";
import type { RailName, HouseAccount } from "#ledger/terms/rails.ts";

/** What an offer is and what each level pays for it, in pesewas. */
export interface Package extends Prices {
  id: string;
  offer: string;
}

export interface ProductFacts {
  network: string;
  status: ProductStatus;
  /** A warning shown beside the product; never blocks. */
  note: string;
  /** SHA-256 of the image's bytes, hex; the bytes are kept outside the log. */
  image: string | null;
  packages: Package[];
}

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

/** `clearing`: the position of the list_cleared that removed the row together with others. */
interface Removed {
  clearing?: number;
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

/** What an admin says that a rail's wallet held, in place of what its messages say until then (`from`). */
export interface RailBalance {
  rail: RailName;
  from: Pesewas | null;
  balance: Pesewas;
  reason: string;
}

/** The commands that can take two admins, by the kind of their request for approval. */
export const approvableCommands = {
  correction: "correct_balance",
  limit: "change_correction_limit",
  "topup limit": "change_topup_limit",
  topup: "approve_topup",
  product: "change_product",
  "new product": "create_product",
  "payment details": "change_payment_details",
  admin: "change_level",
  "admin status": "change_status",
  "admin deletion": "delete_user",
  payment: "match_payment",
  "move in": "start_move_in",
  "rail balance": "confirm_rail_balance",
} as const satisfies Record<ApprovalKind, CommandType>;

type IntentOf<K extends ApprovalKind> = Intents[(typeof approvableCommands)[K]];

/** What an admin asks for that takes a second admin: the intent of the command, and of a product what it was before. */
export type ApprovalRequest = {
  [K in ApprovalKind]: { kind: K; before?: ProductFacts } & IntentOf<K>;
}[ApprovalKind];

/** `requested_by`: the admin who asked for it, if another one, the actor, had to approve it. */
interface Requested {
  requested_by?: string;
}

/** A purchase below a price that this admin had just cut, and how much below. */
export interface BelowPrice {
  by: string;
  amount: Pesewas;
}

export interface Facts {
  user_registered: { level: Level };
  user_level_changed: { before: Level; after: Level } & Requested;
  user_status_changed: { before: AccountStatus; after: AccountStatus } & Requested;
  /** The names of the fields that changed; their values are personal and stay out. */
  user_profile_changed: { fields: string[] };
  user_deleted: Requested;
  /** One session, or all of the user's if `session` is null, `except` for the one in which the password was changed. */
  sessions_ended: { session: string | null; except?: string };
  /** The key before this one no longer works. */
  api_key_replaced: Record<never, never>;
  wallet_opened: Record<never, never>;
  wallet_corrected: { reason: string; corrects: number | null } & Requested;
  /** What the wallet held in the shop that its user comes from. `move_in`: the id in move_in_started. */
  wallet_moved_in: { move_in: string };
  topup_requested: {
    user: string;
    amount: Pesewas;
    purpose: TopupPurpose;
    momo_transaction_id: string | null;
  };
  /**
   * Why the request is approved next although others, by number, name the same MoMo transaction. An event of its own: the
   * approval is a movement, which its user gets as it was hashed.
   */
  duplicate_accepted: { topups: number[]; reason: string } & Requested;
  /** `payment`: that of a rail, which paid for it. Without one, an admin saw the money. */
  topup_approved: { payment?: string } & Requested;
  /** `reason`: for its user. */
  topup_declined: { reason?: string };
  topup_removed: Removed;
  order_placed: {
    user: string;
    product: string;
    package: string;
    network: string;
    offer: string;
    amount: Pesewas;
    below?: BelowPrice;
  };
  /** `batch`: the supplier batch that it went with; missing if an admin processed it by hand. */
  order_processed: { batch?: number };
  order_completed: Record<never, never>;
  order_rejected: { reason: string | null };
  order_removed: Removed;
  /** Everything decided so far leaves a list. Each row does so by an event of its own, which names this position. */
  list_cleared: { list: ClearedList };
  /** The orders, this many, follow it in the log. `layout`: of the file, so that it is the same whenever it is made. */
  supplier_batch_sent: { batch: number; network: string; orders: number; layout: SupplierLayout };
  supplier_layout_changed: { network: string; before: SupplierLayout; after: SupplierLayout };
  product_created: ProductFacts & Requested;
  product_changed: { before: ProductFacts; after: ProductFacts } & Requested;
  product_status_changed: { before: ProductStatus; after: ProductStatus };
  notice_changed: { before: string; after: string };
  payment_details_changed: { before: PaymentDetails; after: PaymentDetails } & Requested;
  support_links_changed: { before: SupportLinks; after: SupportLinks };
  message_settings_changed: { before: MessageSettings; after: MessageSettings };
  /** Corrections above the limit take two admins; null: none do. */
  correction_limit_changed: { before: Pesewas | null; after: Pesewas | null } & Requested;
  /** A single top-up above it takes two admins; null: none does. */
  topup_limit_changed: { before: Pesewas | null; after: Pesewas | null } & Requested;
  /** Whether sensitive calls ask for the password or code again. */
  step_up_changed: { before: boolean; after: boolean };
  /** Whether admins need a second factor. */
  admin_factor_changed: { before: boolean; after: boolean };
  /** What another shop knew comes here: this many users and products, and what the wallets hold. It follows in the log. */
  move_in_started: MoveIn & Requested;
  /** A rail says that it received money: from `rail` to `suspense`. `transaction`: the rail's own id of it. */
  payment_received: { rail: RailName; transaction: string };
  /** What the rail kept of it: from `rail` to `fees`. */
  payment_fee_charged: { rail: RailName };
  /** Nobody knows yet whose it is. */
  payment_held: { reason: string };
  /** Whose it is. The credit follows it in the log: of the top-up, or without one. */
  payment_matched: { user: string; topup: number | null } & Requested;
  /** An admin had credited this top-up before the rail reported its payment: back from `suspense` to momo. */
  payment_covered: { user: string; topup: number };
  /** The shop sent it back: from `suspense` to the rail. */
  payment_returned: { reason: string };
  /** The payer or their bank disputes it. It stays where it is until the rail has decided. */
  payment_disputed: Record<never, never>;
  payment_dispute_won: Record<never, never>;
  /** The rail took it back. The loss is on `suspense`, or on `corrections` if a wallet has the money. */
  payment_reversed: Record<never, never>;
  /**
   * The rail still has what was booked as returned or reversed: its refund failed. It goes the way back, to `suspense`, or to
   * `corrections` if a wallet has the money.
   */
  payment_return_failed: { reason: string };
  /** What a payment without a top-up brought. */
  wallet_funded: { payment: string } & Requested;
  /** Between a rail and the owner: withdrawn, settled to a bank, or put in. */
  rail_transferred: { rail: RailName; reason: string };
  /** An admin says what a rail's wallet held, so that the messages of its phone go on from there. It moves no money. */
  rail_balance_confirmed: RailBalance & Requested;
  approval_requested: ApprovalRequest;
  /** What was asked for follows it in the log, as an event of the same command. */
  approval_granted: Record<never, never>;
  approval_declined: Record<never, never>;
}

export type EventType = keyof Facts;

/** The kind of stream that each type of event belongs to. */
export const streamKindOf = {
  user_registered: "user",
  user_level_changed: "user",
  user_status_changed: "user",
  user_profile_changed: "user",
  user_deleted: "user",
  sessions_ended: "user",
  api_key_replaced: "user",
  wallet_opened: "wallet",
  wallet_corrected: "wallet",
  wallet_moved_in: "wallet",
  wallet_funded: "wallet",
  topup_requested: "topup",
  duplicate_accepted: "topup",
  topup_approved: "topup",
  topup_declined: "topup",
  topup_removed: "topup",
  order_placed: "order",
  order_processed: "order",
  order_completed: "order",
  order_rejected: "order",
  order_removed: "order",
  list_cleared: "settings",
  move_in_started: "settings",
  supplier_batch_sent: "settings",
  supplier_layout_changed: "settings",
  product_created: "product",
  product_changed: "product",
  product_status_changed: "product",
  notice_changed: "settings",
  payment_details_changed: "settings",
  support_links_changed: "settings",
  message_settings_changed: "settings",
  correction_limit_changed: "settings",
  topup_limit_changed: "settings",
  step_up_changed: "settings",
  admin_factor_changed: "settings",
  payment_received: "payment",
  payment_fee_charged: "payment",
  payment_held: "payment",
  payment_matched: "payment",
  payment_covered: "payment",
  payment_returned: "payment",
  payment_disputed: "payment",
  payment_dispute_won: "payment",
  payment_reversed: "payment",
  payment_return_failed: "payment",
  rail_transferred: "settings",
  rail_balance_confirmed: "settings",
  approval_requested: "approval",
  approval_granted: "approval",
  approval_declined: "approval",
} as const satisfies Record<EventType, StreamKind>;

export type StreamOf<T extends EventType> = Stream<(typeof streamKindOf)[T]>;

/** One half of a transfer: what the wallet or house account gains (negative: loses). `counterparty` has the other half. */
export type Movement = ({ wallet: string } | { wallet?: undefined; house: HouseAccount }) & {
  counterparty: HouseAccount;
  amount: Pesewas;
};

/** An event as a command decides it, without its place in the log. */
export type Draft = {
  [T in EventType]: { type: T; stream: StreamOf<T>; data: Facts[T]; movement?: Movement };
}[EventType];

interface Recorded {
  /** 1, 2, 3 … over the whole log, without gaps. */
  position: number;
  /** 1, 2, 3 … in its stream. */
  version: number;
  /** A user's id, or "system". */
  actor: string;
  command_id: string;
  /** Keyed hash of the command's body, hex: tells a retry from a different command under the same id. */
  fingerprint: string;
  /** UTC with microseconds: 2026-11-21T10:42:00.123000Z. */
  recorded_at: string;
  wallet: string | null;
  /** In place of a wallet, if money moved between two house accounts. */
  house: HouseAccount | null;
  counterparty: HouseAccount | null;
  amount: Pesewas | null;
  balance_after: Pesewas | null;
}

/** An event as decided; the store adds its hash. */
export type LedgerEvent = {
  [T in EventType]: Recorded & { type: T; stream: StreamOf<T>; data: Facts[T] };
}[EventType];

/** An event of some types only. */
export type EventOf<T extends EventType> = Extract<LedgerEvent, { type: T }>;
