/** (command, state) -> events | rejection. Pure: the same command on the same state is always decided the same way. */
import type { Rejection } from "#ledger/terms/rejections.ts";
import type { Check, Decider } from "./checks.ts";
import type { Command, CommandType, OrderDetail } from "./command.ts";
import { declineApproval, grantApproval } from "./commands/approvals.ts";
import { correctBalance } from "./commands/corrections.ts";
import { changeCorrectionLimit, changeTopupLimit } from "./commands/limits.ts";
import { moveInUser, startMoveIn } from "./commands/move-in.ts";
import { completeOrder, processOrder, rejectOrder, removeOrder } from "./commands/orders.ts";
import {
  chargePaymentFee,
  coverPayment,
  disputePayment,
  failPaymentReturn,
  endDispute,
  holdPayment,
  matchPayment,
  receivePayment,
  returnPayment,
  reversePayment,
  transferFromRail,
  confirmRailBalance,
} from "./commands/payments.ts";
import { changeProduct, changeProductStatus, createProduct } from "./commands/products.ts";
import { placeOrder } from "./commands/purchases.ts";
import {
  changeAdminFactor,
  changeMessageSettings,
  changeNotice,
  changePaymentDetails,
  changeStepUp,
  changeSupportLinks,
  clearList,
} from "./commands/settings.ts";
import { changeSupplierLayout, sendToSupplier } from "./commands/suppliers.ts";
import { approveTopup, declineTopup, removeTopup, requestTopup } from "./commands/topups.ts";
import {
  changeLevel,
  changeProfile,
  changeStatus,
  deleteUser,
  endSessions,
  helpSignIn,
  openWallet,
  registerUser,
  replaceApiKey,
} from "./commands/users.ts";
import type { Draft } from "./events.ts";
import type { Needs, State } from "./state.ts";
import { grantDrafts, openRequestCheck, requestNeeds } from "./same-request.ts";
import { approvalRequest, takesTwoAdmins } from "./two-admins.ts";

export type Decision =
  | { rejection: Rejection }
  | { rejection?: undefined; drafts: Draft[]; details: OrderDetail[] };

export function decide(command: Command, state: State): Decision {
  const decider = deciderOf(command);
  for (const [code, applies] of checksOf(command, state)) {
    const found = applies();
    if (found) return { rejection: found === true ? { code } : { code, ...found } };
  }
  if (takesTwoAdmins(decider, command, state))
    return { drafts: grantDrafts(command, state) ?? [approvalRequest(command, state)], details: [] };
  return {
    drafts: decider.events(command, state),
    details: decider.details?.(command, state) ?? [],
  };
}

/** The rows that deciding this command will read. */
export function needsOf(command: Command, state: State): Needs {
  return requestNeeds(deciderOf(command), command, state);
}

/** The command's reasons to refuse, in the order in which they are looked at. */
export function checksOf(command: Command, state: State): Check[] {
  const decider = deciderOf(command);
  return [...decider.checks(command, state), ...openRequestCheck(decider, command, state)];
}

const deciders: { [T in CommandType]: Decider<T> } = {
  register_user: registerUser,
  open_wallet: openWallet,
  change_level: changeLevel,
  change_status: changeStatus,
  change_profile: changeProfile,
  delete_user: deleteUser,
  help_sign_in: helpSignIn,
  end_sessions: endSessions,
  replace_api_key: replaceApiKey,
  request_topup: requestTopup,
  approve_topup: approveTopup,
  decline_topup: declineTopup,
  remove_topup: removeTopup,
  place_order: placeOrder,
  process_order: processOrder,
  complete_order: completeOrder,
  reject_order: rejectOrder,
  remove_order: removeOrder,
  clear_list: clearList,
  send_to_supplier: sendToSupplier,
  change_supplier_layout: changeSupplierLayout,
  correct_balance: correctBalance,
  change_correction_limit: changeCorrectionLimit,
  change_topup_limit: changeTopupLimit,
  change_step_up: changeStepUp,
  change_admin_factor: changeAdminFactor,
  create_product: createProduct,
  change_product: changeProduct,
  change_product_status: changeProductStatus,
  change_notice: changeNotice,
  change_payment_details: changePaymentDetails,
  change_support_links: changeSupportLinks,
  change_message_settings: changeMessageSettings,
  start_move_in: startMoveIn,
  move_in_user: moveInUser,
  receive_payment: receivePayment,
  charge_payment_fee: chargePaymentFee,
  hold_payment: holdPayment,
  match_payment: matchPayment,
  cover_payment: coverPayment,
  return_payment: returnPayment,
  dispute_payment: disputePayment,
  end_dispute: endDispute,
  reverse_payment: reversePayment,
  fail_payment_return: failPaymentReturn,
  transfer_from_rail: transferFromRail,
  confirm_rail_balance: confirmRailBalance,
  grant_approval: grantApproval,
  decline_approval: declineApproval,
};

function deciderOf(command: Command): Decider<CommandType> {
  // The map pairs each type with its own decider; TypeScript cannot follow that through a lookup.
  return deciders[command.type] as unknown as Decider<CommandType>;
}
