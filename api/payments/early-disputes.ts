/** Disputes that a rail tells of before their payment is received. They are kept with the charge until it is. */
import { sql } from "kysely";
import { paymentStatus } from "#ledger/store/read/payments.ts";
import type { Shop } from "../context.ts";
import { actAsShop } from "./as-shop.ts";
import { type ChargeKey, checkNow } from "./charge-rows.ts";

/** It was told before, or the payment was decided meanwhile. */
const expected = ["unchanged", "payment_decided"] as const;

/** The note is made first: whoever receives the payment meanwhile either finds it, or has received the payment by now. */
export async function hearDispute(shop: Shop, charge: ChargeKey, payment: string): Promise<void> {
  await sql`
    insert into shop.charge (rail, reference, state, disputed) values (${charge.rail}, ${charge.reference}, 'asking', true)
    on conflict (reference) do update set disputed = true`.execute(shop.db);
  if ((await paymentStatus(shop.db, payment)) === undefined) return checkNow(shop.db, charge);
  await disputeIfNoted(shop, charge, payment);
}

export async function hearDisputeEnd(shop: Shop, { reference }: ChargeKey, payment: string): Promise<void> {
  await sql`
    update shop.charge set disputed = false where reference = ${reference} and disputed`.execute(shop.db);
  await actAsShop(shop, "end_dispute", { payment }, [...expected, "payment_unknown"]);
}

/** After the payment is received. */
export async function disputeIfNoted(shop: Shop, { reference }: ChargeKey, payment: string): Promise<void> {
  const { rows } = await sql`
    select from shop.charge where reference = ${reference} and disputed`.execute(shop.db);
  if (rows.length > 0) await actAsShop(shop, "dispute_payment", { payment }, expected);
}
