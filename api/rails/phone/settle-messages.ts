/** What the ledger does about messages that are proven. */
import { paymentById } from "#ledger/payments/reads.ts";
import type { Paying } from "../rail.ts";
import { actAsShop, paymentId, receivePayment } from "../as-shop.ts";
import { matchOpen } from "./match-open.ts";
import { markSettled, type RailMessage, unsettledMessages } from "./rail-messages.ts";

const portion_rows = 100;

/** Safe to repeat, and by several processes at once. */
export async function settleMessages(shop: Paying): Promise<void> {
  for (;;) {
    const messages = await unsettledMessages(shop.db, portion_rows);
    await Promise.all(messages.filter(({ kind }) => kind === "received").map((one) => receive(shop, one)));
    // After what they take back.
    for (const message of messages) if (message.kind === "reversed") await reverse(shop, message);
    await markSettled(
      shop.db,
      messages.map(({ id }) => id),
    );
    if (messages.length < portion_rows) return;
  }
}

async function receive(shop: Paying, { rail, transaction, amount, fee }: RailMessage): Promise<void> {
  const payment = paymentId(rail, transaction);
  if (await receivePayment(shop, { rail, transaction, amount, fee })) await matchOpen(shop, { payment });
  else shop.log.warn({ payment }, "two messages with one transaction ID are not the same payment");
}

/** A payment that the books do not know was taken back before it came into them: the rail's light shows the difference. */
async function reverse(shop: Paying, { rail, reverses, amount }: RailMessage): Promise<void> {
  const payment = paymentId(rail, reverses ?? "");
  const known = await paymentById(shop.db, payment);
  if (known?.amount === amount)
    await actAsShop(shop, "reverse_payment", { payment }, ["payment_decided", "payment_unknown"]);
  else shop.log.warn({ rail }, "a payment was taken back that is not in the books");
}
