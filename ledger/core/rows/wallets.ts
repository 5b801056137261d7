import type { Pesewas } from "#contract/terms/money.ts";
import type { Row } from "./row.ts";

export interface Wallet extends Row {
  user: string;
  balance: Pesewas;
}

/**
 * A wallet movement, and how much of it later movements took back: signed, opposite to `amount`, and without what was
 * taken back of those movements in turn.
 */
export interface Entry {
  at: number;
  wallet: string;
  amount: Pesewas;
  reversed: Pesewas;
  /** Of a correction: the movement that it takes back. */
  corrects: number | null;
  /** Position of the movement that last took something back. */
  position: number;
}

/** What an admin gave or took without a second admin: a correction, or a purchase below a price that they had cut. */
export interface LoneAct {
  wallet: string;
  amount: Pesewas;
  recorded_at: string;
}

export interface CorrectionIntents {
  /** Above the limit it becomes a request for approval, which has the command's own id. */
  correct_balance: { user: string; amount: Pesewas; reason: string; corrects: number | null };
}
