/** Finds whose the payments are that the shop's phone was told of, as soon as the payment and the request are both there. */
import { sql } from "kysely";
import type { Pesewas } from "#contract/terms/money.ts";
import { phoneRails } from "#contract/terms/rails.ts";
import type { Paying } from "../rail.ts";
import { actAsShop, type SeenPayment } from "../as-shop.ts";
import { type Evidence, evidenceOf, type OpenPayment, openPayments, type Which } from "./open-payments.ts";
import { whoPaid } from "./who-paid.ts";

/**
 * Safe to repeat, and by several processes at once. What was decided meanwhile is refused by the ledger, and looked at again
 * in the next round.
 */
export async function matchOpen(shop: Paying, which: Which): Promise<void> {
  const payments = await openPayments(shop.db, which);
  if (payments.length === 0) return;
  const evidence = await evidenceOf(shop.db, payments);
  for (const payment of payments) await match(shop, payment, evidence(payment));
}

async function match(
  shop: Paying,
  { id: payment, amount, held, position: seen }: OpenPayment,
  { requests, claims }: Evidence,
): Promise<void> {
  const decision = whoPaid(amount, requests, claims);
  switch (decision.act) {
    case "match":
      if (held === aboveLimit) return;
      return credit(shop, { payment, seen, amount, user: decision.user, topup: decision.topup });
    case "cover":
      await actAsShop(shop, "cover_payment", { payment, seen, topup: decision.topup }, [
        ...decided,
        "payment_not_credited",
      ]);
      return;
    case "hold":
      if (decision.reason !== held) await hold(shop, { payment, seen, reason: decision.reason });
      return;
    case "none":
  }
}

const decided = ["payment_decided", "changed_meanwhile", "recharge_decided", "recharge_unknown"] as const;

async function hold(shop: Paying, { reason, ...seen }: SeenPayment & { reason: string }): Promise<void> {
  await sql`
    update shop.rail_message set held = ${reason} where (rail, transaction, kind) =
      (select rail, transaction, 'received' from ledger.payment where id = ${seen.payment})`.execute(shop.db);
  const refusals = ["payment_decided", "changed_meanwhile", "unchanged"] as const;
  await actAsShop(shop, "hold_payment", { ...seen, reason }, refusals);
}

const day_h = 24;
const aboveLimit = "More than is credited without an admin";

/** Whoever can make up a message can make up only so much: one payment of a user is looked at after the other. */
async function credit(
  shop: Paying,
  { amount, ...match }: SeenPayment & { amount: Pesewas; user: string; topup: number | null },
): Promise<void> {
  const { amount_max, day_max } = shop.paymentLimits;
  const isAbove = await shop.db.transaction().execute(async (tx) => {
    await sql`select pg_advisory_xact_lock(hashtextextended(${`credit ${match.user}`}, 0))`.execute(tx);
    const { rows } = await sql<{ sum: Pesewas }>`
      select coalesce(sum(amount), 0)::bigint as sum from ledger.payment
      where user_id = ${match.user} and rail = any(${phoneRails}) and status = 'matched'
        and action_at > now() - ${day_h} * interval '1 hour'`.execute(tx);
    if (amount > amount_max || (rows[0]?.sum ?? 0) + amount > day_max) return true;
    await actAsShop(shop, "match_payment", match, [...decided, "user_unknown", "wallet_unknown"]);
    return false;
  });
  // Not before: whoever waits for a second connection of the pool while they have one may wait for each other.
  if (isAbove) await hold(shop, { payment: match.payment, seen: match.seen, reason: aboveLimit });
}
