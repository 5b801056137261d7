import type { Pesewas } from "#contract/terms/money.ts";
import type { HouseAccount } from "#contract/terms/rails.ts";
import { as, bigint, integer, type Row, type Table, text, uuid } from "./table.ts";

export interface Wallet extends Row {
  user: string;
  balance: Pesewas;
}

export const walletTable: Table<Wallet> = {
  name: "wallet",
  key: ["user"],
  columns: { user: as("user_id", uuid), balance: bigint, version: integer, position: bigint },
};

/** An account of the shop itself. */
export interface House {
  balance: Pesewas;
  position: number;
}

export type NamedHouse = House & { name: HouseAccount };

export const houseTable: Table<NamedHouse> = {
  name: "house_account",
  key: ["name"],
  columns: { name: text, balance: bigint, position: bigint },
};

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

/** The log has the rest of a movement. */
export const reversalTable: Table<Pick<Entry, "at" | "reversed" | "position">> = {
  name: "reversal",
  key: ["at"],
  columns: { at: as("entry", bigint), reversed: bigint, position: bigint },
};

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
