/** The commands of the ledger. Time, ids and actor arrive in them: deciding reads no clock and no random number. */
import type { ApprovalIntents } from "./commands/approvals.ts";
import type { CorrectionIntents } from "./commands/corrections.ts";
import type { LimitIntents } from "./commands/limits.ts";
import type { MoveInIntents } from "./commands/move-in.ts";
import type { OrderIntents } from "./commands/orders.ts";
import type { PaymentIntents } from "./commands/payments.ts";
import type { ProductIntents } from "./commands/products.ts";
import type { PurchaseIntents } from "./commands/purchases.ts";
import type { SettingsIntents } from "./commands/settings.ts";
import type { SupplierIntents } from "./commands/suppliers.ts";
import type { TopupIntents } from "./commands/topups.ts";
import type { UserIntents } from "./commands/users.ts";

/** `seen`, in many of them: what the admin saw; refused if it has changed since. */
export interface Intents
  extends
    UserIntents,
    TopupIntents,
    PurchaseIntents,
    OrderIntents,
    SupplierIntents,
    SettingsIntents,
    CorrectionIntents,
    LimitIntents,
    ProductIntents,
    MoveInIntents,
    PaymentIntents,
    ApprovalIntents {}

export type CommandType = keyof Intents;

interface CommandOf<T extends CommandType> {
  type: T;
  intent: Intents[T];
  /** UUID; the same id is always the same command. */
  id: string;
  /** Keyed hash of the body, 32 hex digits. */
  fingerprint: string;
  /** A user's id, or "system" for the shop's own commands. */
  actor: string;
}

export type Command<T extends CommandType = CommandType> = { [K in T]: CommandOf<K> }[T];

/** A command whose type is only known to the caller. */
export function makeCommand<T extends CommandType>(fields: CommandOf<T>): Command {
  // The type parameter pairs type and intent; TypeScript cannot distribute it over the union.
  return fields as unknown as Command;
}

/** What is stored about an order outside the log. */
export interface OrderDetail {
  order: number;
  receiver: string;
  form: string | null;
}
