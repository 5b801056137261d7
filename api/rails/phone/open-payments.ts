/** Payments that the shop's phone was told of and that are nobody's yet, and who may have paid them. */
import { sql } from "kysely";
import type { Database } from "#ledger/tables/open-reads.ts";
import type { Pesewas } from "#contract/terms/money.ts";
import type { Claim, NamedRequest } from "./who-paid.ts";

export interface OpenPayment {
  id: string;
  amount: Pesewas;
  transaction: string;
  /** The request whose reference was typed. */
  topup: number | null;
  /** Why the shop lets it wait. */
  held: string | null;
  /** The log's position that last changed it. */
  position: number;
}

/** Which open payments: one, those that a new request or claim may be about, or all. */
export type Which = { payment: string } | { topup: number } | { claim: number } | "all";

/** What an admin has read out from the phone is not among them: it is that admin's word, and matched by an admin. */
export async function openPayments(db: Database, which: Which): Promise<OpenPayment[]> {
  const { rows } = await sql<OpenPayment>`
    select p.id, p.amount, p.transaction, p.position, m.held, m.topup
    from ledger.payment p
    join shop.rail_message m on m.rail = p.rail and m.transaction = p.transaction
      and m.kind = 'received' and m.state = 'proven' and m.typed_by is null
    where p.status in ('received', 'held') and (p.status = 'received' or p.reason = m.held) and ${wanted(which)}
    order by p.received`.execute(db);
  return rows;
}

function wanted(which: Which) {
  if (which === "all") return sql`true`;
  if ("payment" in which) return sql`p.id = ${which.payment}`;
  if ("claim" in which)
    return sql`lower(p.transaction) = (select lower(transaction) from shop.payment_claim where id = ${which.claim})`;
  // Two questions, because an "or" over two tables cannot use their indexes.
  return sql`p.id in (
    select named.id from shop.rail_message typed
    join ledger.payment named on named.rail = typed.rail and named.transaction = typed.transaction
    where typed.topup = ${which.topup}
    union all
    select id from ledger.payment where lower(transaction) =
      (select lower(momo_transaction_id) from ledger.topup where id = ${which.topup}))`;
}

export interface Evidence {
  requests: NamedRequest[];
  claims: Claim[];
}

/** For each payment, who may have paid it. */
export async function evidenceOf(
  db: Database,
  payments: readonly OpenPayment[],
): Promise<(payment: OpenPayment) => Evidence> {
  const [requests, claims] = await Promise.all([namedRequests(db, payments), claimsOf(db, payments)]);
  return ({ id }) => ({ requests: requests.get(id) ?? [], claims: claims.get(id) ?? [] });
}

/**
 * As parameters, transaction IDs have the collation of those that customers enter. With the collation of ledger.payment, the
 * index of those could not be used.
 */
function asked(payments: readonly OpenPayment[]) {
  return sql`unnest(${payments.map(({ id }) => id)}::uuid[], ${payments.map(({ transaction }) => transaction)}::text[],
    ${payments.map(({ topup }) => topup)}::bigint[], ${payments.map(({ amount }) => amount)}::bigint[])
    as o (id, transaction, topup, amount)`;
}

async function claimsOf(
  db: Database,
  payments: readonly OpenPayment[],
): Promise<Map<string, (Claim & { of: string })[]>> {
  const { rows } = await sql<Claim & { of: string }>`
    select o.id as of, c.user_id as "user", c.amount
    from ${asked(payments)}
    join shop.payment_claim c on lower(c.transaction) = lower(o.transaction) and c.answered_at is null
    order by c.id`.execute(db);
  return Map.groupBy(rows, ({ of }) => of);
}

/** A request that an admin approved by hand can be about a payment that is claimed later for so long. */
const byHand_days = 3;

async function namedRequests(
  db: Database,
  payments: readonly OpenPayment[],
): Promise<Map<string, (NamedRequest & { of: string })[]>> {
  const { rows } = await sql<NamedRequest & { of: string }>`
    select o.id as of, t.id, t.user_id as "user", t.amount, t.status, t.purpose, t.payment, t.by
    from ${asked(payments)}
    cross join lateral (
      select t.*, 'reference' as by from ledger.topup t where t.id = o.topup
      union all
      select t.*, 'transaction' from ledger.topup t
      where lower(t.momo_transaction_id) = lower(o.transaction) and t.id is distinct from o.topup
      union all
      select t.*, 'claim' from shop.payment_claim c
      join ledger.topup t on t.user_id = c.user_id and t.amount = o.amount and t.id is distinct from o.topup
      where lower(c.transaction) = lower(o.transaction) and c.answered_at is null
        and t.momo_transaction_id is null and t.purpose = 'topup' and t.payment is null
        and (t.status = 'pending' or t.status = 'approved' and t.action_at > now() - ${byHand_days} * interval '1 day')) t
    where not t.hidden
    order by t.id`.execute(db);
  return Map.groupBy(rows, ({ of }) => of);
}
