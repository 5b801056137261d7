import { minutesText } from "./dates.ts";
import { formatCedis, type Pesewas } from "./money.ts";
import { limits } from "./limits.ts";
import type { AdminWord } from "./statuses.ts";
import { texts } from "./texts.ts";

/**
 * Why a command is refused: a closed list in order of precedence. If several apply, the first one here is the
 * answer, so that a client sees the same reason in whatever order the code checks them.
 *
 * `transient`: the same command under a new id may be accepted later, because the reason is the present state
 * and not the command. Under the old id it stays refused: a retry never has an unexpected effect.
 */
const catalogue = {
  key_reused: { transient: false, text: "This Idempotency-Key was already used for a different request" },
  actor_unknown: { transient: true, text: "Please sign in again" },
  actor_deleted: { transient: false, text: "This account has been deleted" },
  actor_banned: { transient: true, text: texts.banned },
  admin_only: { transient: true, text: "Only an admin can do this" },
  user_exists: { transient: false, text: "This user already exists" },
  phone_taken: { transient: true, text: "This phone number is already registered" },
  email_taken: { transient: true, text: "This email is already registered" },
  username_taken: { transient: true, text: "This username is already taken" },
  approval_unknown: { transient: true, text: "There is no such request" },
  approval_decided: { transient: false, text: "This request is already {status}" },
  user_unknown: { transient: true, text: "User not found" },
  own_account: { transient: false, text: "This is your own account: another admin has to do this" },
  account_of_admin: { transient: true, text: "An admin's password is set on the server only" },
  level_not_grantable: { transient: false, text: "The Admin level cannot be granted here" },
  last_admin: { transient: true, text: "The last admin must stay" },
  wallet_open: { transient: false, text: "This wallet is already open" },
  wallet_unknown: { transient: true, text: "Wallet not found" },
  product_unknown: { transient: true, text: "Product not found" },
  network_taken: { transient: true, text: "A product for this network already exists" },
  package_unknown: { transient: true, text: "Package not found" },
  form_required: { transient: false, text: "Please fill in the registration form" },
  recharge_unknown: { transient: true, text: "Recharge request not found" },
  recharge_decided: { transient: false, text: "This recharge request is already {status}" },
  recharge_open: { transient: true, text: "This recharge request is still pending" },
  payment_known: { transient: false, text: "This payment is already in the books" },
  payment_unknown: { transient: true, text: "Payment not found" },
  payment_decided: { transient: true, text: "This payment is already {status}" },
  payment_differs: {
    transient: true,
    text: "The payment and the request are not about the same amount",
  },
  payment_not_credited: {
    transient: true,
    text: "No credit of this amount waits for a payment of this kind",
  },
  order_unknown: { transient: true, text: "Order not found" },
  order_decided: { transient: true, text: "This order is {status} and cannot become {wanted}" },
  orders_mixed: { transient: false, text: "A batch has orders of one network only" },
  orders_not_pending: { transient: true, text: "None of these orders is pending any more" },
  order_open: { transient: true, text: "This order is still {status}" },
  voucher_required: { transient: false, text: "Please enter the voucher's PIN and serial number" },
  voucher_unexpected: { transient: false, text: "Orders for {network} carry no voucher" },
  agents_only: { transient: true, text: "API keys are for agents" },
  customers_only: { transient: true, text: "Only a Customer can ask to become an Agent" },
  agent_request_open: {
    transient: true,
    text: "Your last request to become an Agent is still pending. Please wait for the decision.",
  },
  changed_meanwhile: {
    transient: true,
    text: "Somebody else has changed this meanwhile. Nothing was saved: please look at it again.",
  },
  reason_required: { transient: false, text: "Please enter the reason" },
  unchanged: { transient: true, text: "Nothing to change: it is already so" },
  entry_unknown: { transient: true, text: "There is no wallet movement at this position" },
  entry_of_other_wallet: { transient: false, text: "This movement belongs to another wallet" },
  amount_invalid: { transient: false, text: "Please enter a valid amount" },
  amount_too_small: { transient: false, text: texts.topupAmountHint },
  amount_too_large: {
    transient: false,
    text: `The amount must not exceed ${formatCedis(limits.topup_amount_max)}`,
  },
  reference_taken: { transient: false, text: "A recharge request with this reference was already submitted" },
  too_many_topups: {
    transient: true,
    text: "Your last topup requests are still pending. Please wait for the decision, or try again in {wait_s}.",
  },
  product_out_of_stock: { transient: true, text: "{network} is out of stock" },
  own_price: {
    transient: true,
    text: "You have just lowered this price, so you cannot buy at it yourself for 24 hours",
  },
  price_changed: { transient: true, text: texts.priceChanged },
  entry_overcorrected: {
    transient: true,
    text: "A movement cannot be corrected beyond its amount. Left to correct: {left}",
  },
  insufficient_balance: { transient: true, text: texts.insufficientBalance },
  wallet_short: {
    transient: true,
    text: "The wallet holds {balance}: a debit cannot take it below zero",
  },
  no_other_admin: {
    transient: true,
    text: "No other admin can approve this. It is done on the server instead: npm run admin -- {command} PHONE",
  },
  business_open: {
    transient: true,
    text: "This user's open orders and top-up requests have to be decided first: {open}",
  },
  wallet_not_empty: { transient: true, text: "The wallet still holds {balance}" },
  second_admin_needed: { transient: true, text: "This takes a second admin's approval" },
  approval_open: {
    transient: true,
    text: "You have already asked for this. Another admin has to approve or decline it first.",
  },
} as const satisfies Record<string, { transient: boolean; text: string }>;

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
  return catalogue[code].transient;
}

export function precedence(code: RejectionCode): number {
  return rejectionCodes.indexOf(code);
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
