/**
 * (state, event) -> state: what each fact does to the rows. The writer, the follower of another writer's events, verify
 * and rebuild all run this code. Rows are replaced and never changed in place; rows that are not loaded are left alone.
 */
import { kindOfStream } from "#ledger/terms/streams.ts";
import { type LedgerEvent, streamKindOf } from "../events.ts";
import type { State } from "../state.ts";
import { evolveAccount, registerAccount } from "./accounts.ts";
import { decideApproval, requestApproval } from "./approvals.ts";
import type { Changes } from "./changes.ts";
import { moveMoney } from "./movements.ts";
import { moveOrder, placeOrder, removeOrder } from "./orders.ts";
import { changeProductStatus, putProduct } from "./products.ts";
import { changeSettings } from "./settings.ts";
import { evolvePayment, isOfPayment } from "./payments.ts";
import { acceptDuplicate, decideTopup, removeTopup, requestTopup } from "./topups.ts";
import { openWallet, touchWallet } from "./wallets.ts";

/** @throws Error for an event that the ledger cannot have written: an unknown type, or a type in a foreign stream. */
export function evolve(state: State, event: LedgerEvent, changes: Changes): void {
  if (kindOfStream(event.stream) !== streamKindOf[event.type])
    throw new Error(`no row follows ${event.type} in ${event.stream}`);
  state.position = event.position;
  moveMoney(state, event, changes);
  if (isOfPayment(event)) return evolvePayment(state, event, changes);
  switch (event.type) {
    case "order_placed":
      return placeOrder(state, event, changes);
    case "order_processed":
    case "order_completed":
    case "order_rejected":
      return moveOrder(state, event, changes);
    case "order_removed":
      return removeOrder(state, event, changes);
    case "topup_requested":
      return requestTopup(state, event, changes);
    case "duplicate_accepted":
      return acceptDuplicate(state, event, changes);
    case "topup_approved":
    case "topup_declined":
      return decideTopup(state, event, changes);
    case "topup_removed":
      return removeTopup(state, event, changes);
    case "wallet_opened":
      return openWallet(state, event, changes);
    case "wallet_corrected":
    case "wallet_funded":
    case "wallet_moved_in":
      return touchWallet(state, event, changes);
    case "user_registered":
      return registerAccount(state, event, changes);
    case "user_level_changed":
    case "user_status_changed":
    case "user_profile_changed":
    case "user_deleted":
    case "sessions_ended":
    case "api_key_replaced":
      return evolveAccount(state, event, changes);
    case "product_created":
    case "product_changed":
      return putProduct(state, event, changes);
    case "product_status_changed":
      return changeProductStatus(state, event, changes);
    case "notice_changed":
    case "payment_details_changed":
    case "support_links_changed":
    case "message_settings_changed":
    case "correction_limit_changed":
    case "topup_limit_changed":
    case "step_up_changed":
    case "admin_factor_changed":
    case "list_cleared":
    case "move_in_started":
    case "rail_transferred":
    case "rail_balance_confirmed":
    case "supplier_batch_sent":
    case "supplier_layout_changed":
      return changeSettings(state, event, changes);
    case "approval_requested":
      return requestApproval(state, event, changes);
    case "approval_granted":
    case "approval_declined":
      return decideApproval(state, event, changes);
    default:
      return event satisfies never;
  }
}
