import type { Pesewas } from "#contract/terms/money.ts";
import type { Level, TopupPurpose, TopupStatus } from "#contract/terms/statuses.ts";
import { as, bigint, boolean, integer, type Row, type Table, text, timestamptz, uuid } from "./table.ts";

export interface Topup extends Row {
  id: number;
  user: string;
  amount: Pesewas;
  purpose: TopupPurpose;
  momo_transaction_id: string | null;
  status: TopupStatus;
  /** Why it was declined. */
  reason: string | null;
  /** Position of the credit. */
  credited_at: number | null;
  /** The payment of a rail that paid for it. */
  payment: string | null;
  created_at: string;
  action_at: string | null;
  hidden: boolean;
}

export const topupTable: Table<Topup> = {
  name: "topup",
  key: ["id"],
  fixed: ["user", "amount", "created_at", "purpose", "momo_transaction_id"],
  columns: {
    id: bigint,
    user: as("user_id", uuid),
    amount: bigint,
    credited_at: bigint,
    created_at: timestamptz,
    action_at: timestamptz,
    position: bigint,
    version: integer,
    hidden: boolean,
    purpose: text,
    status: text,
    momo_transaction_id: text,
    reason: text,
    payment: uuid,
  },
};

export type PendingTopup = Pick<Topup, "id" | "purpose" | "created_at">;

export interface ApprovableTopupIntents {
  /** `level`: what the user becomes at the same time (an agent request). */
  approve_topup: {
    topup: number;
    level?: Level;
    /** Other requests with the same MoMo transaction, as the admin saw them; refused if they have changed since. */
    seen?: { topup: number; status: TopupStatus }[];
    /** Those that there are. */
    others?: number[];
    /** Why it is approved beside those that were seen. */
    reason?: string;
  };
}
