import { minutesText } from "./dates.ts";
import { formatCedis, type Pesewas } from "./money.ts";
import { limits } from "./limits.ts";
import type { AdminWord } from "./statuses.ts";
import { texts } from "./texts.ts";

const permanent = (text: string) => ({ text, isTransient: false });
const transient = (text: string) => ({ text, isTransient: true });

/**
 * Why a command is refused: a closed list in order of precedence. If several apply, the first one here is the
 * answer, so that a client sees the same reason in whatever order the code checks them.
 *
 * `transient`: the same command under a new id may be accepted later, because the reason is the present state
 * and not the command. Under the old id it stays refused: a retry never has an unexpected effect.
 */
const catalogue = {
  key_reused: permanent("This Idempotency-Key was already used for a different request"),
  actor_unknown: transient("Please sign in again"),
  actor_deleted: permanent("This account has been deleted"),
  actor_banned: transient(texts.banned),
  admin_only: transient("Only an admin can do this"),
  user_exists: permanent("This user already exists"),
  phone_taken: transient("This phone number is already registered"),
  email_taken: transient("This email is already registered"),
  username_taken: transient("This username is already taken"),
  approval_unknown: transient("There is no such request"),
  approval_decided: permanent("This request is already {status}"),
  user_unknown: transient("User not found"),
  own_account: permanent("This is your own account: another admin has to do this"),
  account_of_admin: transient("An admin's password is set on the server only"),
  level_not_grantable: permanent("The Admin level cannot be granted here"),
  shops_off: transient("Agents' shops are switched off"),
  shop_agents_only: transient("Shops are for agents"),
  shop_exists: permanent("You already have a shop"),
  shop_unknown: transient("There is no such shop"),
  shop_closed: transient("This shop is closed"),
  last_admin: transient("The last admin must stay"),
  wallet_open: permanent("This wallet is already open"),
  wallet_unknown: transient("Wallet not found"),
  product_unknown: transient("Product not found"),
  network_taken: transient("A product for this network already exists"),
  package_unknown: transient("Package not found"),
  form_required: permanent("Please fill in the registration form"),
  recharge_unknown: transient("Recharge request not found"),
  recharge_decided: permanent("This recharge request is already {status}"),
  recharge_open: transient("This recharge request is still pending"),
  payment_known: permanent("This payment is already in the books"),
  payment_unknown: transient("Payment not found"),
  payment_decided: transient("This payment is already {status}"),
  refund_open: transient("The shop is sending this payment back. Its rail has to answer first."),
  refund_unknown: transient("The shop sends nothing back of this payment"),
  payment_differs: transient("The payment and the request are not about the same amount"),
  payment_not_credited: transient("No credit of this amount waits for a payment of this kind"),
  order_unknown: transient("Order not found"),
  order_decided: transient("This order is {status} and cannot become {wanted}"),
  orders_mixed: permanent("A batch has orders of one network only"),
  orders_not_pending: transient("None of these orders is pending any more"),
  fulfilment_unknown: transient("This order was not sent to a supplier"),
  fulfilment_settled: transient("This attempt is already {status}"),
  fulfilment_open: transient(
    "This order is at a supplier. Nothing can be done with it until it is known what became of it.",
  ),
  fulfilments_used_up: transient("No further supplier is left for this order"),
  refund_unwanted: transient("The shop does not refund this order by itself"),
  order_open: transient("This order is still {status}"),
  withdrawals_off: transient("This shop pays nothing out of wallets"),
  withdrawals_for_agents: transient("Only agents can withdraw in this shop"),
  withdrawal_unknown: transient("Withdrawal not found"),
  withdrawal_decided: transient("This withdrawal is already {status}"),
  withdrawal_open: transient(
    "This withdrawal is at Paystack. Nothing can be done with it until it is known what became of it.",
  ),
  voucher_required: permanent("Please enter the voucher's PIN and serial number"),
  voucher_unexpected: permanent("Orders for {network} carry no voucher"),
  agents_only: transient("API keys are for agents"),
  customers_only: transient("Only a Customer can ask to become an Agent"),
  agent_request_open: transient(
    "Your last request to become an Agent is still pending. Please wait for the decision.",
  ),
  changed_meanwhile: transient(
    "Somebody else has changed this meanwhile. Nothing was saved: please look at it again.",
  ),
  reason_required: permanent("Please enter the reason"),
  unchanged: transient("Nothing to change: it is already so"),
  entry_unknown: transient("There is no wallet movement at this position"),
  entry_of_other_wallet: permanent("This movement belongs to another wallet"),
  amount_invalid: permanent("Please enter a valid amount"),
  amount_too_small: permanent(texts.topupAmountHint),
  amount_too_large: permanent(`The amount must not exceed ${formatCedis(limits.topup_amount_max)}`),
  reference_taken: permanent("A recharge request with this reference was already submitted"),
  too_many_topups: transient(
    "Your last topup requests are still pending. Please wait for the decision, or try again in {wait_s}.",
  ),
  product_out_of_stock: transient("{network} is out of stock"),
  own_price: transient("You have just lowered this price, so you cannot buy at it yourself for 24 hours"),
  price_changed: transient(texts.priceChanged),
  price_below_cost: transient("{offer}: your price must be at least {price}, which is what you pay"),
  price_above_highest: transient("{offer}: your price must be at most {price}"),
  entry_overcorrected: transient("A movement cannot be corrected beyond its amount. Left to correct: {left}"),
  withdrawal_too_small: transient("A withdrawal is at least {price}"),
  withdrawal_day_limit: transient("You can withdraw {left} more within 24 hours"),
  withdrawal_not_earned: transient("You can withdraw what you have earned: {left}"),
  insufficient_balance: transient(texts.insufficientBalance),
  wallet_short: transient("The wallet holds {balance}: a debit cannot take it below zero"),
  no_other_admin: transient(
    "No other admin can approve this. It is done on the server instead: npm run admin -- {command} PHONE",
  ),
  business_open: transient("This user's open orders and top-up requests have to be decided first: {open}"),
  wallet_not_empty: transient("The wallet still holds {balance}"),
  second_admin_needed: transient("This takes a second admin's approval"),
  approval_open: transient(
    "You have already asked for this. Another admin has to approve or decline it first.",
  ),
};

export type RejectionCode = keyof typeof catalogue;

/** The codes, most important first. */
export const rejectionCodes = Object.keys(catalogue) as RejectionCode[];

/** A refusal, with what the message and the client need to know; money in pesewas. */
export interface Rejection {
  code: RejectionCode;
  /** The present state, for the 409s that say it. */
  status?: string;
  wanted?: string;
  network?: string;
  offer?: string;
  /** The word of the command line that does it. */
  command?: AdminWord;
  price?: Pesewas;
  balance?: Pesewas;
  /** How much the wallet lacks. */
  missing?: Pesewas;
  left?: Pesewas;
  /** Seconds until the same may be accepted. */
  wait_s?: number;
  /** How many orders and top-ups are pending. */
  open?: number;
}

export function isTransient(code: RejectionCode): boolean {
  return catalogue[code].isTransient;
}

const moneyFields = new Set(["price", "balance", "missing", "left"]);

/** The message for people, in the specification's words if it has them. */
export function rejectionText(rejection: Rejection): string {
  return catalogue[rejection.code].text.replace(/\{(\w+)\}/g, (_, name: keyof Rejection) => {
    const value = rejection[name] ?? "";
    if (name === "wait_s") return minutesText(Number(value));
    return moneyFields.has(name) ? formatCedis(Number(value)) : String(value);
  });
}
