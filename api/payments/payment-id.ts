import type { Rail } from "#ledger/terms/payments.ts";
import { commandId } from "../http/command.ts";

/** It follows from the rail's own id, so whoever reports a payment first, it is received once. */
export function paymentId(rail: Rail, transaction: string): string {
  return commandId("payment", `${rail} ${transaction}`);
}
