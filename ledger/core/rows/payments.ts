import type { Pesewas } from "#contract/terms/money.ts";
import type { PaymentStatus, RefundState } from "#contract/terms/payments.ts";
import type { RailName } from "#contract/terms/rails.ts";
import type { Level } from "#contract/terms/statuses.ts";
import { as, bigint, boolean, integer, type Row, type Table, text, timestamptz, uuid } from "./table.ts";

/** A payment that a rail reported. */
export interface Payment extends Row {
  id: string;
  rail: RailName;
  /** The rail's own id. */
  transaction: string;
  amount: Pesewas;
  /** What the rail kept; null if it has not said so yet. */
  fee: Pesewas | null;
  status: PaymentStatus;
  disputed: boolean;
  /** Why it is held or was returned. */
  reason: string | null;
  user: string | null;
  topup: number | null;
  received_at: string;
  /** Position of the event that received it: lists are in its order. */
  received: number;
  action_at: string | null;
  /** The order of a guest that it paid for, also after that was rejected. */
  order: number | null;
  /** Of what it paid for this order: what the agent earns, and what goes to the shop's fees. */
  margin: Pesewas | null;
  borne: Pesewas | null;
  /** Null: the shop sends nothing back by itself. */
  refund: RefundState | null;
}

/** Nobody else may have a payment that the shop is sending back. */
export function isOnItsWay({ refund }: Pick<Payment, "refund">): boolean {
  return refund === "wanted" || refund === "asked";
}

/** Whether somebody has decided about a payment that was received, as an admin does who lets it wait. */
export function isDecided({ status, refund }: Pick<Payment, "status" | "refund">): boolean {
  return status !== "received" && (status !== "held" || !isOnItsWay({ refund }));
}

export const paymentTable: Table<Payment> = {
  name: "payment",
  key: ["id"],
  fixed: ["amount", "received", "received_at", "rail", "transaction"],
  columns: {
    id: uuid,
    user: as("user_id", uuid),
    amount: bigint,
    fee: bigint,
    topup: as("topup_id", bigint),
    received: bigint,
    received_at: timestamptz,
    action_at: timestamptz,
    position: bigint,
    version: integer,
    disputed: boolean,
    rail: text,
    status: text,
    transaction: text,
    reason: text,
    order: as("order_id", bigint),
    margin: bigint,
    borne: bigint,
    refund: text,
  },
};

/**
 * What an admin says that a rail's wallet held before the next message of its phone. `from`: what it held by the messages
 * until then; null if there was none.
 */
export interface RailBalance {
  rail: RailName;
  from: Pesewas | null;
  balance: Pesewas;
  reason: string;
}

export interface ApprovablePaymentIntents {
  /** `topup`: their request that it pays for. `level`: what the user becomes at the same time. */
  match_payment: { payment: string; user: string; topup: number | null; level?: Level };
  confirm_rail_balance: RailBalance;
}
