import type { Pesewas } from "#contract/terms/money.ts";
import type { RailName } from "#contract/terms/rails.ts";
import type { WithdrawalStatus } from "#contract/terms/withdrawals.ts";
import { as, bigint, boolean, integer, type Row, type Table, text, timestamptz, uuid } from "./table.ts";

/** Money that a user takes out of their wallet. The number that it goes to is outside the log. */
export interface Withdrawal extends Row {
  id: string;
  user: string;
  /** What left the wallet. */
  amount: Pesewas;
  /** What the shop keeps of it. */
  fee: Pesewas;
  /** Nothing had been paid to this number before. */
  first: boolean;
  status: WithdrawalStatus;
  rail: RailName | null;
  attempt: number;
  /** The rail's own id of what it paid. */
  transaction: string | null;
  /** Why it was rejected, failed or could not be sent. */
  reason: string | null;
  created_at: string;
  /** Position of the event that asked for it: lists are in its order. */
  requested: number;
  sent_at: string | null;
  /** When it ended. */
  action_at: string | null;
}

export const withdrawalTable: Table<Withdrawal> = {
  name: "withdrawal",
  key: ["id"],
  fixed: ["user", "amount", "fee", "first", "created_at", "requested"],
  columns: {
    id: uuid,
    user: as("user_id", uuid),
    amount: bigint,
    fee: bigint,
    requested: bigint,
    created_at: timestamptz,
    sent_at: timestamptz,
    action_at: timestamptz,
    position: bigint,
    version: integer,
    attempt: integer,
    first: boolean,
    status: text,
    rail: text,
    transaction: text,
    reason: text,
  },
};

/** What a user has withdrawn, without what came back. */
export interface Withdrawn {
  total: Pesewas;
  /** At least those of the last 24 hours. */
  recent: Pick<Withdrawal, "id" | "amount" | "created_at">[];
}

export interface ApprovableWithdrawalIntents {
  /** Above the limit for top-ups, or to a number for the first time, it takes two admins. */
  send_withdrawal: { withdrawal: string; rail: RailName };
  /** `fee`: what the rail took for it; null if it has not said so. */
  pay_withdrawal: { withdrawal: string; transaction: string; fee: Pesewas | null };
  fail_withdrawal: { withdrawal: string; reason: string };
}
