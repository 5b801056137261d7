/** The commands of the ledger. Time, ids and actor arrive in them: deciding reads no clock and rolls no dice. */
import type { Pesewas } from "#ledger/terms/money.ts";
import type {
  AccountStatus,
  ClearedList,
  Level,
  ProductStatus,
  RechargePurpose,
} from "#ledger/terms/statuses.ts";
import type { MessageSettings, PaymentDetails, ProductFacts, SupportLinks } from "./events.ts";

export interface Intents {
  register_user: { user: string; level: Level };
  open_wallet: { user: string };
  /** `seen`: what they were when they were looked at; refused if that has changed by now. */
  change_level: { user: string; level: Level; seen?: Level };
  change_status: { user: string; status: AccountStatus; seen?: AccountStatus };
  change_profile: { user: string; fields: string[] };
  delete_user: { user: string };
  end_sessions: { user: string; session: string | null };
  replace_api_key: { user: string };
  request_topup: {
    recharge: number;
    amount: Pesewas;
    purpose: RechargePurpose;
    momo_transaction_id: string | null;
  };
  /** `level`: what the user becomes in the same stroke (an agent request). */
  approve_topup: { recharge: number; level?: Level };
  decline_topup: { recharge: number };
  /** `clearing`, here and below: the position of the list_cleared that it belongs to. */
  remove_topup: { recharge: number; clearing?: number };
  place_order: {
    /** Found by id, or by network and offer; what is named beside an id is what the buyer saw, and must be so still. */
    package:
      | { id: string; network?: string | undefined; offer?: string | undefined }
      | { network: string; offer: string };
    /** What the buyer saw; refused where it is not the price. */
    expected_price: Pesewas | null;
    /** Kept outside the log. */
    receiver: string;
    /** Sealed by the caller before it gets here; kept outside the log. */
    form: string | null;
  };
  process_order: { order: number };
  /** `voucher`: a PIN and serial go with it, sealed and kept outside the log. */
  complete_order: { order: number; voucher?: boolean };
  reject_order: { order: number; reason: string | null };
  remove_order: { order: number; clearing?: number };
  clear_list: { list: ClearedList };
  /** `requested_by`: who asked for what the actor approves; needed above the limit. */
  correct_balance: {
    user: string;
    amount: Pesewas;
    reason: string;
    corrects: number | null;
    requested_by?: string;
  };
  create_product: { product: string; facts: ProductFacts };
  /** `seen`: the position of the product that was looked at; refused where it has changed since. */
  change_product: { product: string; facts: ProductFacts; seen?: number };
  /** `seen`, here and below: what stood there when it was looked at; refused where it is something else by now. */
  change_product_status: { product: string; status: ProductStatus; seen?: ProductStatus };
  change_notice: { notice: string; seen?: string };
  change_payment_details: PaymentDetails & { seen?: PaymentDetails };
  change_support_links: SupportLinks & { seen?: SupportLinks };
  /** Raising it, or taking it away, needs a `requested_by` as well. */
  change_correction_limit: { limit: Pesewas | null; seen?: Pesewas | null; requested_by?: string };
  change_message_settings: MessageSettings & { seen?: MessageSettings };
}

export type CommandType = keyof Intents;

export type Command<T extends CommandType = CommandType> = {
  [K in T]: {
    type: K;
    intent: Intents[K];
    /** UUID; the same id is the same command, for good. */
    id: string;
    /** Keyed hash of the body, 32 hex digits. */
    fingerprint: string;
    /** A user's id, or "system" for the shop's own commands. */
    actor: string;
  };
}[T];

/** What is kept of an order outside the log. */
export interface OrderDetail {
  order: number;
  receiver: string;
  form: string | null;
}
