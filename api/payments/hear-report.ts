/**
 * What a rail reports about a charge without being asked. A payment is never credited because of it: it is verified first.
 * Only disputes are taken from here, because verification does not show them.
 */
import type { RailName } from "#ledger/terms/rails.ts";
import type { Shop } from "../context.ts";
import { checkNow, noteFailedRefund } from "./charge-rows.ts";
import { hearDispute, hearDisputeEnd } from "./early-disputes.ts";
import type { Report } from "./rails/rail.ts";
import { paymentId } from "./receive-payment.ts";

/** Returns when what it says is stored. */
export async function hearReport(shop: Shop, rail: RailName, { reference, ...told }: Report): Promise<void> {
  const charge = { rail, reference };
  switch (told.about) {
    case "failed refund":
      await noteFailedRefund(shop.db, charge, told);
      return checkNow(shop.db, charge, "reversal");
    case "dispute":
      return hearDispute(shop, charge, paymentId(rail, told.transaction));
    case "end of dispute":
      return hearDisputeEnd(shop, charge, paymentId(rail, told.transaction));
    default:
      return checkNow(shop.db, charge, told.about);
  }
}
