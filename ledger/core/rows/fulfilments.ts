import type { FulfilmentState, RefusalKind, SupplierName } from "#contract/terms/fulfilment.ts";
import type { Pesewas } from "#contract/terms/money.ts";
import { as, bigint, integer, type Row, type Table, text, timestamptz } from "./table.ts";

/** One attempt to have an order delivered by a supplier. */
export interface Fulfilment extends Row {
  /** Order and attempt: "17-1". */
  id: string;
  order: number;
  /** 1, 2, 3 … */
  attempt: number;
  supplier: SupplierName;
  /** What the supplier calls the package. */
  code: string;
  /** Our own, by which the supplier knows it. */
  reference: string;
  state: FulfilmentState;
  /** What the supplier keeps of its float; null if it has not said so. */
  cost: Pesewas | null;
  /** Why it was refused, or what an admin knows of it who settled it. */
  reason: string | null;
  /** What a refusal says about the number; null if nothing. */
  refusal: RefusalKind | null;
  /** What the supplier said after the attempt had ended, if that was something else. */
  contradiction: string | null;
  /** When an admin took care of the contradiction. */
  seen_at: string | null;
  sent_at: string;
  settled_at: string | null;
}

export const fulfilmentTable: Table<Fulfilment> = {
  name: "fulfilment",
  key: ["id"],
  fixed: ["order", "attempt", "supplier", "code", "reference", "sent_at"],
  columns: {
    id: text,
    order: as("order_id", bigint),
    cost: bigint,
    sent_at: timestamptz,
    settled_at: timestamptz,
    position: bigint,
    attempt: integer,
    version: integer,
    supplier: text,
    code: text,
    reference: text,
    state: text,
    reason: text,
    contradiction: text,
    refusal: text,
    seen_at: timestamptz,
  },
};

export function fulfilmentId(order: number, attempt: number): string {
  return `${order}-${attempt}`;
}

export function isOpen({ state }: Fulfilment): boolean {
  return state === "sent" || state === "accepted";
}

/** Of the command that settles an open attempt. Above the limit of corrections it takes two admins. */
export interface SettleIntent {
  order: number;
  attempt: number;
  outcome: "delivered" | "refused";
  reason: string;
}
