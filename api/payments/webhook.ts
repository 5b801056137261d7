/**
 * What Paystack reports without being asked. A payment is never credited because of it: it is verified first. Only disputes
 * are taken from here, because verification does not show them.
 */
import { z } from "zod";
import type { Shop } from "../context.ts";
import { actAsShop } from "./as-shop.ts";
import { checkNow } from "./charge-rows.ts";
import { paymentId } from "./payment-id.ts";

const reference = z.string().regex(/^[\w.=-]{1,100}$/);
const about = z.discriminatedUnion("event", [
  z.object({ event: z.literal("charge.success"), data: z.object({ reference }) }),
  z.object({
    event: z.enum(["charge.dispute.create", "charge.dispute.remind", "charge.dispute.resolve"]),
    data: z.object({
      transaction: z.object({ id: z.union([z.int(), z.string()]), reference, status: z.string().nullish() }),
    }),
  }),
  z.object({
    event: z.enum(["refund.processed", "refund.failed", "refund.pending", "refund.processing"]),
    data: z.object({ transaction_reference: reference }),
  }),
]);

/** It was told before, or is about a payment that is not in the books. */
const known = ["unchanged", "payment_unknown", "payment_decided"] as const;

/**
 * The body was signed by Paystack. Returns when what it says is stored, so that it can be answered with 200: Paystack sends
 * anything else again, for three days.
 */
export async function hearPaystack(shop: Shop, body: string): Promise<void> {
  const { data: told } = about.safeParse(parsed(body));
  if (!told) return;
  if ("reference" in told.data) return checkNow(shop.db, told.data.reference);
  if ("transaction_reference" in told.data) return checkNow(shop.db, told.data.transaction_reference);
  const { id, reference: charge, status } = told.data.transaction;
  const payment = paymentId("paystack", String(id));
  if (told.event !== "charge.dispute.resolve") await actAsShop(shop, "dispute_payment", { payment }, known);
  else if (status === "reversed") await checkNow(shop.db, charge);
  else await actAsShop(shop, "end_dispute", { payment }, known);
}

function parsed(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return undefined;
  }
}
