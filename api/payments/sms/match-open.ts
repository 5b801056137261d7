/** Finds whose the payments are that the shop's phone was told of, as soon as the payment and the request are both there. */
import { sql } from "kysely";
import type { Pesewas } from "#ledger/terms/money.ts";
import type { Database } from "#ledger/store/read/database.ts";
import type { Shop } from "../../context.ts";
import { actAsShop } from "../as-shop.ts";
import { type Claim, type NamedRequest, whoPaid } from "./who-paid.ts";

interface OpenPayment {
  id: string;
  amount: Pesewas;
  transaction: string;
  /** The request whose reference was typed. */
  topup: number | null;
  /** Why the shop lets it wait. */
  held: string | null;
}

/** Which open payments: one, those that a new request or claim may be about, or all that any of these names. */
export type Which = { payment: string } | { topup: number } | { claim: number } | "all";

/** Safe to repeat, and by several processes at once. */
export async function matchOpen(shop: Shop, which: Which): Promise<void> {
  for (const payment of await openPayments(shop.db, which)) await match(shop, payment);
}

async function match(
  shop: Shop,
  { id: payment, amount, transaction, topup, held }: OpenPayment,
): Promise<void> {
  const claims = await claimsOf(shop.db, transaction);
  const verdict = whoPaid(
    amount,
    await namedRequests(shop.db, { topup, transaction, amount, claims }),
    claims,
  );
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
  { amount, ...match }: { payment: string; amount: Pesewas; user: string; topup: number | null },
): Promise<void> {
  const { amount_max, day_max } = shop.paymentLimits;
  const isAbove = await shop.db.transaction().execute(async (tx) => {
    await sql`select pg_advisory_xact_lock(hashtextextended(${`credit ${match.user}`}, 0))`.execute(tx);
    const { rows } = await sql<{ sum: Pesewas }>`
      select coalesce(sum(amount), 0)::bigint as sum from ledger.payment
      where user_id = ${match.user} and rail <> 'paystack' and status = 'matched'
        and action_at > now() - ${day_h} * interval '1 hour'`.execute(tx);
    if (amount > amount_max || (rows[0]?.sum ?? 0) + amount > day_max) return true;
    await actAsShop(shop, "match_payment", match, [...decided, "user_unknown", "wallet_unknown"]);
    return false;
  });
  // Not before: whoever waits for a second connection of the pool while they have one may wait for each other.
  if (isAbove) await hold(shop, match.payment, aboveLimit);
}

/** What an admin has read out from the phone is matched by an admin: it is that admin's word. */
async function openPayments(db: Database, which: Which): Promise<OpenPayment[]> {
  const { rows } = await sql<OpenPayment>`
    select p.id, p.amount, p.transaction, m.held, m.topup
    from ledger.payment p
    join shop.rail_message m on m.rail = p.rail and m.transaction = p.transaction
      and m.kind = 'received' and m.state = 'proven' and m.typed_by is null
    where (p.status = 'received' or p.status = 'held' and p.reason = m.held) and ${wanted(which)}
    order by p.received`.execute(db);
  return rows;
}

function wanted(which: Which) {
  if (which === "all")
    return sql`(exists (select from ledger.topup t where t.id = m.topup or lower(t.momo_transaction_id) = lower(p.transaction))
      or exists (select from shop.payment_claim c where lower(c.transaction) = lower(p.transaction) and c.answered_at is null))`;
  if ("payment" in which) return sql`p.id = ${which.payment}`;
  if ("claim" in which)
    return sql`lower(p.transaction) = (select lower(transaction) from shop.payment_claim where id = ${which.claim})`;
  return sql`(m.topup = ${which.topup} or lower(p.transaction) =
    (select lower(momo_transaction_id) from ledger.topup where id = ${which.topup}))`;
}

async function claimsOf(db: Database, transaction: string): Promise<Claim[]> {
  const { rows } = await sql<Claim>`
    select user_id as "user", amount from shop.payment_claim
    where lower(transaction) = lower(${transaction}) and answered_at is null order by id`.execute(db);
  return rows;
}

/** A request that an admin approved by hand can be about a payment that is claimed later for so long. */
const byHand_days = 3;

async function namedRequests(
  db: Database,
  { topup, transaction, amount, claims }: Omit<OpenPayment, "id" | "held"> & { claims: readonly Claim[] },
): Promise<NamedRequest[]> {
  const claimants = claims.map(({ user }) => user);
  const { rows } = await sql<NamedRequest>`
    select id, user_id as "user", amount, status, purpose, payment,
      case when id = ${topup}::bigint then 'reference'
        when lower(momo_transaction_id) = lower(${transaction}) then 'transaction' else 'claim' end as by
    from ledger.topup
    where not hidden and (id = ${topup}::bigint or lower(momo_transaction_id) = lower(${transaction})
      or user_id = any(${claimants}::uuid[]) and momo_transaction_id is null and amount = ${amount} and purpose = 'topup'
        and payment is null and (status = 'pending' or status = 'approved' and action_at > now() - ${byHand_days} * interval '1 day'))
    order by id`.execute(db);
  return rows;
}
