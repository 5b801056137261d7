/** The intent and the rules of every command that is not about a request for approval. Those carry out the ones here. */
import type { Deciders } from "#ledger/core/checks.ts";
import type { CorrectionIntents } from "#ledger/core/rows/wallets.ts";
import { correctionCommands } from "../users/corrections.ts";
import { settingsCommands, type SettingsIntents } from "../settings/commands.ts";
import { moveInCommands, type MoveInIntents, userCommands, type UserIntents } from "../users/commands.ts";
import { orderCommands, type OrderIntents } from "../orders/commands.ts";
import { guestOrderCommands, type GuestOrderIntents } from "../orders/guest-orders.ts";
import { refundCommands, type RefundIntents } from "../payments/refunds.ts";
import { paymentCommands, type PaymentIntents } from "../payments/commands.ts";
import { productCommands, type ProductIntents } from "../products/commands.ts";
import { purchaseCommands, type PurchaseIntents } from "../orders/purchases.ts";
import { fulfilmentCommands, type FulfilmentIntents } from "../suppliers/fulfilments.ts";
import { shopCommands, type ShopIntents } from "../shops/commands.ts";
import { supplierCommands, type SupplierIntents } from "../suppliers/commands.ts";
import { supplierSettingsCommands, type SupplierSettingsIntents } from "../suppliers/supplier-settings.ts";
import { topupCommands, type TopupIntents } from "../topups/commands.ts";
import { withdrawalCommands, type WithdrawalIntents } from "../withdrawals/commands.ts";

/** `seen`, in many of them: what the admin saw; refused if it has changed since. */
export interface OwnIntents
  extends
    UserIntents,
    TopupIntents,
    PurchaseIntents,
    OrderIntents,
    SupplierIntents,
    FulfilmentIntents,
    SupplierSettingsIntents,
    SettingsIntents,
    CorrectionIntents,
    ProductIntents,
    MoveInIntents,
    PaymentIntents,
    GuestOrderIntents,
    RefundIntents,
    ShopIntents,
    WithdrawalIntents {}

export const ownCommands: Deciders<OwnIntents> = {
  ...userCommands,
  ...topupCommands,
  ...purchaseCommands,
  ...orderCommands,
  ...supplierCommands,
  ...fulfilmentCommands,
  ...supplierSettingsCommands,
  ...settingsCommands,
  ...correctionCommands,
  ...productCommands,
  ...moveInCommands,
  ...paymentCommands,
  ...guestOrderCommands,
  ...refundCommands,
  ...shopCommands,
  ...withdrawalCommands,
};
