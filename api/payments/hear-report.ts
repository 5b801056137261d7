/**
 * What a rail reports about a charge without being asked. A payment is never credited because of it: it is verified first.
 * Only disputes are taken from here, because verification does not show them. One that comes before its payment is received
 * is kept with the charge.
 */
import { sql } from "kysely";
import type { Shop } from "../shop.ts";
import { actAsShop, paymentId } from "../rails/as-shop.ts";
import { type ChargeKey, checkNow, readBooked } from "./charge-rows.ts";
import type { Report } from "../rails/rail.ts";
import { hearPayout } from "../withdrawals/payout-rows.ts";

/** It was told before, or the payment was decided meanwhile. */
const expected = ["unchanged", "payment_decided"] as const;

/** Returns when what it says is stored. */
export async function hearReport(shop: Shop, charge: ChargeKey, report: Report): Promise<void> {
  if (report.about === "payout") return hearPayout(shop.db, report.reference);
  if (!("transaction" in report)) return checkNow(shop.db, charge, report);
  const payment = paymentId(charge.rail, report.transaction);
  if (report.about === "end of dispute") {
    await sql`
      update shop.charge set disputed = false where reference = ${charge.reference} and disputed`.execute(
      shop.db,
    );
    await actAsShop(shop, "end_dispute", { payment }, [...expected, "payment_unknown"]);
    return;
  }
  // First of all: whoever receives the payment meanwhile either finds it, or has received the payment by now.
  await sql`
    insert into shop.charge (rail, reference, state, disputed) values (${charge.rail}, ${charge.reference}, 'asking', true)
    on conflict (reference) do update set disputed = true`.execute(shop.db);
  const booked = await readBooked(shop.db, charge, payment);
  if (booked === undefined) return checkNow(shop.db, charge);
  // The end of the dispute may have been heard meanwhile.
  if (booked.isDisputed) await dispute(shop, payment);
}

/** After the payment is received. */
export async function dispute(shop: Shop, payment: string): Promise<void> {
  await actAsShop(shop, "dispute_payment", { payment }, expected);
}
