/** What handlers may ask: all that a shop is made of. */
import type { Messages } from "./messages/messages.ts";
import type { Paying } from "./rails/rail.ts";

export interface Shop extends Paying {
  messages: Messages;
  isPlayMoney: boolean;
  /** RECEIPT_KEY: signs receipts. Undefined: the shop makes its own key. */
  receiptKey: string | undefined;
  /** Whether this process makes backups by itself. */
  makesBackups: boolean;
}
