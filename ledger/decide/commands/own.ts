/** The rules of every command that is not about a request for approval. Those carry out the ones here. */
import { correctionCommands } from "./corrections.ts";
import { limitCommands } from "./limits.ts";
import { moveInCommands } from "./move-in.ts";
import { orderCommands } from "./orders.ts";
import { paymentCommands } from "./payments.ts";
import { productCommands } from "./products.ts";
import { purchaseCommands } from "./purchases.ts";
import { settingsCommands } from "./settings.ts";
import { supplierCommands } from "./suppliers.ts";
import { topupCommands } from "./topups.ts";
import { userCommands } from "./users.ts";

export const ownCommands = {
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
