/** Closed lists of states and the only transitions between them (specification section 4). */

export const levels = ["Customer", "Agent", "Super Agent", "Admin"] as const;
export type Level = (typeof levels)[number];

/** Levels that may buy by program, with an API key. Not admins: their key would open more than a wallet. */
export function mayHaveApiKey(level: Level): boolean {
  return level === "Agent" || level === "Super Agent";
}

export const accountStatuses = ["Active", "Banned"] as const;
export type AccountStatus = (typeof accountStatuses)[number];

export const productStatuses = ["available", "out of stock"] as const;
export type ProductStatus = (typeof productStatuses)[number];

export const orderStatuses = ["pending", "processing", "completed", "rejected"] as const;
export type OrderStatus = (typeof orderStatuses)[number];

/** What sales_by_day counts: orders by status, and separately how many of them were removed from the lists. */
export type SalesStatus = OrderStatus | `removed ${OrderStatus}`;

/** The statuses to which an admin may move an order from each status. */
export const orderTransitions: Record<OrderStatus, readonly OrderStatus[]> = {
  pending: ["processing", "rejected"],
  processing: ["completed", "rejected"],
  completed: [],
  rejected: [],
};

export const topupStatuses = ["pending", "approved", "declined"] as const;
export type TopupStatus = (typeof topupStatuses)[number];

/** What daily_total counts of top-up requests. */
export type RequestsStatus = TopupStatus | `removed ${TopupStatus}`;

export const topupPurposes = ["topup", "agent-upgrade"] as const;
export type TopupPurpose = (typeof topupPurposes)[number];

/** What becomes of something that one admin asked for and another one has to decide. */
export const approvalStatuses = ["pending", "approved", "declined"] as const;
export type ApprovalStatus = (typeof approvalStatuses)[number];

/** What can take two admins. "limit": for corrections; "admin": who is one; "admin status": a ban of one, or its end. */
export const approvalKinds = [
  "correction",
  "limit",
  "topup limit",
  "topup",
  "product",
  "new product",
  "payment details",
  "admin",
  "admin status",
  "admin deletion",
  "payment",
  "move in",
  "rail balance",
  "fulfilment",
  "withdrawal",
  "paid withdrawal",
  "failed withdrawal",
] as const;
export type ApprovalKind = (typeof approvalKinds)[number];

/** What the command line does with an admin's rights: `npm run admin -- WORD PHONE`. */
export type AdminWord = "make" | "demote" | "ban" | "unban" | "delete";

/** What a user can prove to be theirs, with a code that is sent there. */
export const proofChannels = ["phone", "email"] as const;
export type ProofChannel = (typeof proofChannels)[number];

/**
 * What becomes of a message. Unsent: there is no gateway or no number; refused: the gateway does not accept it, however
 * often it is sent; expired: it could not be sent in time.
 */
export const messageStates = [
  "waiting",
  "sending",
  "sent",
  "refused",
  "expired",
  "unsent",
  "cancelled",
] as const;
export type MessageState = (typeof messageStates)[number];
/** Nothing sends these again, unless an admin does. */
export const failedMessageStates = [
  "refused",
  "expired",
  "unsent",
] as const satisfies readonly MessageState[];

/** The same for a webhook's deliveries. */
export const deliveryStates = ["waiting", "sending", "delivered", "expired", "cancelled"] as const;

/** Why a wallet's balance changed. "margin": what an agent earned with an order of their shop. */
export const movementKinds = [
  "topup",
  "purchase",
  "refund",
  "correction",
  "opening",
  "margin",
  "withdrawal",
] as const;
export type MovementKind = (typeof movementKinds)[number];

/** The lists that an admin may clear of all decided rows, as the log names them. */
export const clearedLists = ["order", "topup"] as const;
export type ClearedList = (typeof clearedLists)[number];

/** What an admin can do with money without a second one. */
export const loneActKinds = [
  "credit",
  "debit",
  "top-up",
  "refund",
  "sold below price",
  "withdrawal",
] as const;
export type LoneActKind = (typeof loneActKinds)[number];
