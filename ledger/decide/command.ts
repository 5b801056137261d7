/** The commands of the ledger. Time, ids and actor arrive in them: deciding reads no clock and no random number. */
import type { Pesewas } from "#ledger/terms/money.ts";
import type {
  AccountStatus,
  ClearedList,
  Level,
  ProductStatus,
  TopupPurpose,
  TopupStatus,
} from "#ledger/terms/statuses.ts";
import type { RailName } from "#ledger/terms/rails.ts";
import type { SignInHelp } from "#ledger/terms/sign-in-help.ts";
import type { SupplierLayout } from "#ledger/terms/supplier.ts";
import type {
  Facts,
  MessageSettings,
  MoveIn,
  PaymentDetails,
  ProductFacts,
  RailBalance,
  SupportLinks,
} from "./events.ts";

/** Another request that names the same payment, and its status. */
export interface SameMomo {
  topup: number;
  status: TopupStatus;
}

export interface Intents {
  register_user: { user: string; level: Level };
  open_wallet: { user: string };
  /** `seen`, in every command: what the admin saw; refused if it has changed since. */
  /** `makesAdmin`: the caller has been asked whether the user shall be an admin. */
  change_level: { user: string; level: Level; seen?: Level; makesAdmin?: true };
  change_status: { user: string; status: AccountStatus; seen?: AccountStatus };
  change_profile: { user: string; fields: string[] };
  /** An admin gives a user who cannot sign in a way to a new password. */
  help_sign_in: { user: string; way: SignInHelp };
  delete_user: { user: string };
  end_sessions: { user: string; session: string | null; except?: string };
  replace_api_key: { user: string };
  request_topup: {
    topup: number;
    amount: Pesewas;
    purpose: TopupPurpose;
    momo_transaction_id: string | null;
  };
  /** `level`: what the user becomes at the same time (an agent request). */
  approve_topup: {
    topup: number;
    level?: Level;
    /** Other requests with the same MoMo transaction, as the admin saw them; refused if they have changed since. */
    seen?: SameMomo[];
    /** Those that there are. */
    others?: number[];
    /** Why it is approved beside those that were seen. */
    reason?: string;
  };
  decline_topup: { topup: number; reason?: string };
  /** `clearing`, here and below: the position of the list_cleared that removes it. */
  remove_topup: { topup: number; clearing?: number };
  place_order: {
    /** Found by id, or by network and offer. A network or offer named beside an id must still match it. */
    package:
      | { id: string; network?: string | undefined; offer?: string | undefined }
      | { network: string; offer: string };
    /** The price that the buyer saw; refused if it is another one. */
    expected_price: Pesewas | null;
    /** Kept outside the log. */
    receiver: string;
    /** Sealed by the caller before it gets here; kept outside the log. */
    form: string | null;
  };
  process_order: { order: number };
  /** Those of the orders that are still pending go to the supplier, as one batch. */
  send_to_supplier: { network: string; orders: number[] };
  change_supplier_layout: { network: string; layout: SupplierLayout; seen?: SupplierLayout };
  /** `voucher`: a PIN and serial go with it, sealed and kept outside the log. */
  complete_order: { order: number; voucher?: boolean };
  reject_order: { order: number; reason: string | null };
  remove_order: { order: number; clearing?: number };
  clear_list: { list: ClearedList };
  /** Above the limit it becomes a request for approval, which has the command's own id. */
  correct_balance: {
    user: string;
    amount: Pesewas;
    reason: string;
    corrects: number | null;
  };
  create_product: { product: string; facts: ProductFacts };
  /** `seen`: the position of the product that the admin saw. */
  change_product: { product: string; facts: ProductFacts; seen?: number };
  change_product_status: { product: string; status: ProductStatus; seen?: ProductStatus };
  change_notice: { notice: string; seen?: string };
  change_payment_details: PaymentDetails & { seen?: PaymentDetails };
  change_support_links: SupportLinks & { seen?: SupportLinks };
  /** Raising or removing it becomes a request for approval, too. */
  change_correction_limit: { limit: Pesewas | null; seen?: Pesewas | null };
  change_topup_limit: { limit: Pesewas | null; seen?: Pesewas | null };
  change_step_up: { isOn: boolean };
  /** Whether admins need a second factor. */
  change_admin_factor: { required: boolean; seen?: boolean };
  start_move_in: MoveIn;
  /** Only the shop itself, after start_move_in. `amount`: what the wallet held in the other shop. */
  move_in_user: { user: string; level: Level; amount: Pesewas; move_in: string };
  /** Only the shop itself, here and where a rail decides. `fee`: of that, what the rail kept; null if it has not said so. */
  receive_payment: Facts["payment_received"] & { payment: string; amount: Pesewas; fee: Pesewas | null };
  charge_payment_fee: { payment: string; fee: Pesewas };
  hold_payment: { payment: string; reason: string };
  /** `topup`: their request that it pays for. `level`: what the user becomes at the same time. */
  match_payment: { payment: string; user: string; topup: number | null; level?: Level };
  /** The top-up was approved by an admin before the rail reported its payment. */
  cover_payment: { payment: string; topup: number };
  return_payment: { payment: string; reason: string };
  dispute_payment: { payment: string };
  end_dispute: { payment: string };
  /** `fee`: what the rail keeps of it in all. A fee that the customer had paid on top is the shop's now. */
  /** `seen`: the log's position when the rail was asked. About a payment that changed since, its answer may be old. */
  reverse_payment: { payment: string; fee?: Pesewas; seen?: number };
  /** `fee`: what the rail keeps of it again, if it said so. */
  fail_payment_return: { payment: string; reason: string; fee: Pesewas | null };
  /** `amount`: what left the rail; negative: what was put in. */
  transfer_from_rail: { rail: RailName; amount: Pesewas; reason: string };
  /**
   * What the rail's wallet held before the next message of its phone. `from`: what it held by the messages until then; null
   * if there was none.
   */
  confirm_rail_balance: RailBalance;
  grant_approval: { approval: string };
  decline_approval: { approval: string };
  change_message_settings: MessageSettings & { seen?: MessageSettings };
}

export type CommandType = keyof Intents;

interface CommandOf<T extends CommandType> {
  type: T;
  intent: Intents[T];
  /** UUID; the same id is always the same command. */
  id: string;
  /** Keyed hash of the body, 32 hex digits. */
  fingerprint: string;
  /** A user's id, or "system" for the shop's own commands. */
  actor: string;
}

export type Command<T extends CommandType = CommandType> = { [K in T]: CommandOf<K> }[T];

/** A command whose type is only known to the caller. */
export function makeCommand<T extends CommandType>(fields: CommandOf<T>): Command {
  // The type parameter pairs type and intent; TypeScript cannot distribute it over the union.
  return fields as unknown as Command;
}

/** What is stored about an order outside the log. */
export interface OrderDetail {
  order: number;
  receiver: string;
  form: string | null;
}
