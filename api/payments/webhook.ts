/**
 * What Paystack reports without being asked. A payment is never credited because of it: it is verified first. Only disputes
 * are taken from here, because verification does not show them.
 */
import { z } from "zod";
import type { Shop } from "../context.ts";
import { checkNow, noteFailedRefund } from "./charge-rows.ts";
import { hearDispute, hearDisputeEnd } from "./early-disputes.ts";
import { paymentId } from "./payment-id.ts";
import { parsed } from "./signed-body.ts";

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
    event: z.literal("refund.failed"),
    data: z.object({
      id: z.union([z.int(), z.string().max(50)]),
      transaction_reference: reference,
      // Documented as text in some events, and as a number in others.
      amount: z.union([z.int(), z.string().regex(/^\d{1,15}$/)]).nullish(),
    }),
  }),
  z.object({
    event: z.enum(["refund.processed", "refund.pending", "refund.processing"]),
    data: z.object({ transaction_reference: reference }),
  }),
]);

/**
 * The body was signed by Paystack. Returns when what it says is stored, so that it can be answered with 200: Paystack sends
 * anything else again, for three days.
 */
export async function hearPaystack(shop: Shop, body: string): Promise<void> {
  const { data: told } = about.safeParse(parsed(body));
  if (!told) return;
  if ("reference" in told.data) return checkNow(shop.db, told.data.reference, "payment");
  if ("transaction_reference" in told.data) {
    const { transaction_reference: charge } = told.data;
    if (told.event === "refund.failed") {
      const { id, amount } = told.data;
      const failed = {
        id: String(id),
        amount: amount === null || amount === undefined ? null : Number(amount),
      };
      await noteFailedRefund(shop.db, charge, failed);
    }
    return checkNow(shop.db, charge, "reversal");
  }
  const { id, reference: charge, status } = told.data.transaction;
  const payment = paymentId("paystack", String(id));
  if (told.event !== "charge.dispute.resolve") await hearDispute(shop, charge, payment);
  else if (status === "reversed") await checkNow(shop.db, charge, "reversal");
  else await hearDisputeEnd(shop, charge, payment);
}
