import type { Pesewas } from "#contract/terms/money.ts";
import type { Level, TopupPurpose, TopupStatus } from "#contract/terms/statuses.ts";
import type { Row } from "./row.ts";

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
