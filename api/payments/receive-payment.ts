import { system } from "#ledger/decide/checks.ts";
import type { Intents } from "#ledger/decide/command.ts";
import type { RailName } from "#ledger/terms/rails.ts";
import type { Shop } from "../context.ts";
import { commandId, performUnder } from "../http/command.ts";
import { unlessRefused } from "./as-shop.ts";

/** It follows from the rail's own id, so whoever reports a payment first, it is received once. */
export function paymentId(rail: RailName, transaction: string): string {
  return commandId("payment", `${rail} ${transaction}`);
}

/** False if another amount was received under the same id before. */
export function receivePayment(
  shop: Shop,
  payment: Omit<Intents["receive_payment"], "payment">,
): Promise<boolean> {
  const { rail, transaction, amount } = payment;
  const receive = () =>
    performUnder(shop, `${rail} ${transaction}`, {
      type: "receive_payment",
      intent: { payment: paymentId(rail, transaction), ...payment },
      actor: system,
      scope: "payment",
      body: { rail, transaction, amount, currency: "GHS" },
    });
  return unlessRefused(receive, ["key_reused"]);
}
