/** Payments that a rail reports: money that reached the shop, whoever it is from. */
import { movementKinds } from "./statuses.ts";

/**
 * Received: it is in `suspense`. Held: there too, until an admin has looked into it. Matched: it is in a wallet, or stands
 * for a credit that an admin had given before. Returned: the shop sent it back. Reversed: the rail took it back.
 */
export const paymentStatuses = ["received", "held", "matched", "returned", "reversed"] as const;
export type PaymentStatus = (typeof paymentStatuses)[number];

/**
 * What becomes of a payment that the shop sends back by itself. Wanted: the rail is not asked yet. Asked: it was, and may not
 * know of it. Refused: it sends nothing back, so an admin decides.
 */
export const refundStates = ["wanted", "asked", "refused"] as const;
export type RefundState = (typeof refundStates)[number];

/**
 * Why an admin has to look at a payment that does not wait in `suspense`. Not booked: it came in another currency or of the
 * other domain. Paid twice: two charges of one customer were open together, for the same amount, and both were paid. Refund
 * failed: the rail had taken back a payment that is in a wallet, and the shop has it again. Paid after all: a rail has paid a
 * withdrawal that is back in the wallet.
 */
export const oddKinds = ["not booked", "paid twice", "refund failed", "paid after all"] as const;
export type OddKind = (typeof oddKinds)[number];

/**
 * Why house accounts moved without a wallet. "transfer": between a rail and the owner. "float": between a rail or the owner and
 * a supplier. "cost": what a supplier takes for an order, or gives back. "hold": what an agent earns with an order, before it is
 * delivered. "payout": a rail paid a withdrawal, or took it back.
 */
const houseMovementKinds = [
  "payment",
  "fee",
  "return",
  "reversal",
  "transfer",
  "float",
  "cost",
  "hold",
  "payout",
] as const;

/** Everything that moves an account, as a closing tells it. */
export const closingKinds = [...movementKinds, ...houseMovementKinds] as const;
export type ClosingKind = (typeof closingKinds)[number];

/**
 * What became of a prompt. Asking: nobody knows yet whether the rail has it. Otp: the customer must enter a code. Waiting:
 * the customer has to approve it on the phone. Strange: paid, but not what was asked for, so an admin looks at it.
 */
export const chargeStates = ["asking", "otp", "waiting", "paid", "failed", "strange"] as const;
export type ChargeState = (typeof chargeStates)[number];
