/** The intent and the rules of every command that is not about a request for approval. Those carry out the ones here. */
import type { Deciders } from "../checks.ts";
import type { LimitIntents } from "../rows/settings.ts";
import type { CorrectionIntents } from "../rows/wallets.ts";
import { correctionCommands } from "./corrections.ts";
import { limitCommands } from "./limits.ts";
import { moveInCommands, type MoveInIntents } from "./move-in.ts";
import { orderCommands, type OrderIntents } from "./orders.ts";
import { paymentCommands, type PaymentIntents } from "./payments.ts";
import { productCommands, type ProductIntents } from "./products.ts";
import { purchaseCommands, type PurchaseIntents } from "./purchases.ts";
import { settingsCommands, type SettingsIntents } from "./settings.ts";
import { supplierCommands, type SupplierIntents } from "./suppliers.ts";
import { topupCommands, type TopupIntents } from "./topups.ts";
import { userCommands, type UserIntents } from "./users.ts";

/** `seen`, in many of them: what the admin saw; refused if it has changed since. */
export interface OwnIntents
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
    PaymentIntents {}

export const ownCommands: Deciders<OwnIntents> = {
  ...userCommands,
  ...topupCommands,
  ...purchaseCommands,
  ...orderCommands,
  ...supplierCommands,
  ...settingsCommands,
  ...correctionCommands,
  ...limitCommands,
  ...productCommands,
  ...moveInCommands,
  ...paymentCommands,
};
