/** Finds whose the payments are that the shop's phone was told of, as soon as the payment and the request are both there. */
import { sql } from "kysely";
import type { Pesewas } from "#ledger/terms/money.ts";
import type { Database } from "#ledger/store/read/database.ts";
import type { Shop } from "../../context.ts";
import { actAsShop } from "../as-shop.ts";
import { type NamedRequest, whoPaid } from "./who-paid.ts";

interface OpenPayment {
  id: string;
  amount: Pesewas;
  transaction: string;
  /** The request whose reference was typed. */
  topup: number | null;
  /** Why the shop lets it wait. */
  held: string | null;
}

/** Which open payments: one, those that a new request may be about, or all that a request names. */
export type Which = { payment: string } | { topup: number } | "all";

/** Safe to repeat, and by several processes at once. */
export async function matchOpen(shop: Shop, which: Which): Promise<void> {
  for (const payment of await openPayments(shop.db, which)) await match(shop, payment);
}

async function match(
  shop: Shop,
  { id: payment, amount, transaction, topup, held }: OpenPayment,
): Promise<void> {
  const verdict = whoPaid(amount, await namedRequests(shop.db, topup, transaction));
  switch (verdict.act) {
    case "match":
      if (held === aboveLimit) return;
      return credit(shop, { payment, amount, user: verdict.user, topup: verdict.topup });
    case "cover":
      await actAsShop(shop, "cover_payment", { payment, topup: verdict.topup }, [
        ...decided,
        "payment_not_credited",
      ]);
      return;
    case "hold":
      if (verdict.reason !== held) await hold(shop, payment, verdict.reason);
      return;
    case "none":
  }
}

const decided = ["payment_decided", "recharge_decided", "recharge_unknown"] as const;

async function hold(shop: Shop, payment: string, reason: string): Promise<void> {
  await sql`
    update shop.rail_message set held = ${reason} where (rail, transaction, kind) =
      (select rail, transaction, 'received' from ledger.payment where id = ${payment})`.execute(shop.db);
  await actAsShop(shop, "hold_payment", { payment, reason }, ["payment_decided", "unchanged"]);
}

const day_h = 24;
const aboveLimit = "More than is credited without an admin";

/** Whoever can make up a message can make up only so much: one payment of a user is looked at after the other. */
async function credit(
  shop: Shop,
  { amount, ...match }: { payment: string; amount: Pesewas; user: string; topup: number },
): Promise<void> {
  const { amount_max, day_max } = shop.paymentLimits;
  await shop.db.transaction().execute(async (tx) => {
    await sql`select pg_advisory_xact_lock(hashtextextended(${`credit ${match.user}`}, 0))`.execute(tx);
    const { rows } = await sql<{ sum: Pesewas }>`
      select coalesce(sum(amount), 0)::bigint as sum from ledger.payment
      where user_id = ${match.user} and rail <> 'paystack' and status = 'matched'
        and action_at > now() - ${day_h} * interval '1 hour'`.execute(tx);
    if (amount > amount_max || (rows[0]?.sum ?? 0) + amount > day_max)
      return hold(shop, match.payment, aboveLimit);
    await actAsShop(shop, "match_payment", match, [...decided, "user_unknown", "wallet_unknown"]);
  });
}

/** What an admin has read out from the phone is matched by an admin: it is that admin's word. */
async function openPayments(db: Database, which: Which): Promise<OpenPayment[]> {
  const wanted =
    which === "all"
      ? sql`exists (select from ledger.topup t where t.id = m.topup or lower(t.momo_transaction_id) = lower(p.transaction))`
      : "payment" in which
        ? sql`p.id = ${which.payment}`
        : sql`(m.topup = ${which.topup} or lower(p.transaction) =
            (select lower(trim(momo_transaction_id)) from ledger.topup where id = ${which.topup}))`;
  const { rows } = await sql<OpenPayment>`
    select p.id, p.amount, p.transaction, m.held, m.topup
    from ledger.payment p
    join shop.rail_message m on m.rail = p.rail and m.transaction = p.transaction
      and m.kind = 'received' and m.state = 'proven' and m.typed_by is null
    where (p.status = 'received' or p.status = 'held' and p.reason = m.held) and ${wanted}
    order by p.received`.execute(db);
  return rows;
}

async function namedRequests(
  db: Database,
  reference: number | null,
  transaction: string,
): Promise<NamedRequest[]> {
  const { rows } = await sql<NamedRequest>`
    select id, user_id as "user", amount, status, purpose, payment, id is not distinct from ${reference}::bigint as "isByReference"
    from ledger.topup
    where not hidden and (id = ${reference}::bigint or lower(momo_transaction_id) = lower(${transaction}))
    order by id`.execute(db);
  return rows;
}
