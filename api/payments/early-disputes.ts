/** Disputes that Paystack tells of before their payment is received. They are kept with the charge until it is. */
import { sql } from "kysely";
import { paymentStatus } from "#ledger/store/read/payments.ts";
import type { Shop } from "../context.ts";
import { actAsShop } from "./as-shop.ts";
import { checkNow } from "./charge-rows.ts";

/** It was told before, or the payment was decided meanwhile. */
const expected = ["unchanged", "payment_decided"] as const;

/** The note is made first: whoever receives the payment meanwhile either finds it, or has received the payment by now. */
export async function hearDispute(shop: Shop, reference: string, payment: string): Promise<void> {
  await sql`
    insert into shop.charge (reference, state, disputed) values (${reference}, 'asking', true)
    on conflict (reference) do update set disputed = true`.execute(shop.db);
  if ((await paymentStatus(shop.db, payment)) === undefined) return checkNow(shop.db, reference);
  await disputeIfNoted(shop, reference, payment);
}

export async function hearDisputeEnd(shop: Shop, reference: string, payment: string): Promise<void> {
  await sql`
    update shop.charge set disputed = false where reference = ${reference} and disputed`.execute(shop.db);
  await actAsShop(shop, "end_dispute", { payment }, [...expected, "payment_unknown"]);
}

/** After the payment is received. */
export async function disputeIfNoted(shop: Shop, reference: string, payment: string): Promise<void> {
  const { rows } = await sql`
    select from shop.charge where reference = ${reference} and disputed`.execute(shop.db);
  if (rows.length > 0) await actAsShop(shop, "dispute_payment", { payment }, expected);
}
