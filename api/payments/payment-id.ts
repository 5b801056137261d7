import type { RailName } from "#ledger/terms/rails.ts";
import { commandId } from "../http/command.ts";

/** It follows from the rail's own id, so whoever reports a payment first, it is received once. */
export function paymentId(rail: RailName, transaction: string): string {
  return commandId("payment", `${rail} ${transaction}`);
}
