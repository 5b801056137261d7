/** Rows of shop.odd_payment: payments that do not wait in suspense, and that an admin has to look at all the same. */
import { sql } from "kysely";
import type { Database } from "#ledger/tables/open-reads.ts";
import type { OddKind } from "#contract/terms/payments.ts";
import type { RailName } from "#contract/terms/rails.ts";
import { plainCedis, toCedis } from "#contract/terms/money.ts";
import { tellSql } from "../serve/noting.ts";
import type { ChargeKey, ChargeRow } from "./charge-rows.ts";
import type { Transaction } from "../rails/rail.ts";
import type { OddPaymentRecord } from "#contract/payments.ts";

interface OddPayment {
  id: number;
  kind: OddKind;
  rail: RailName;
  /** The rail's own id of it. */
  transaction: string;
  /** If it was paid twice: that of the other payment. If its refund failed: the refund's. */
  other: string | null;
  user_id: string | null;
  username: string | null;
  /** As the rail says it, in hundredths of the currency. */
  amount: number;
  currency: string;
  domain: string;
  /** The rail has taken or sent it back. */
  reversed: boolean;
  found_at: string;
  note: string | null;
  handled_by: string | null;
  handled_at: string | null;
}

const listed_max = 200;

/** Those that nobody has handled, the oldest first; or all, the newest first. At most 200. */
export async function listOdd(db: Database, status: "open" | "all"): Promise<OddPayment[]> {
  const which = status === "open" ? sql`o.handled_at is null` : sql`true`;
  return odd(db, sql`${which} order by o.id ${status === "open" ? sql`asc` : sql`desc`} limit ${listed_max}`);
}

/** What another admin has written stays. Undefined if there is none. */
export async function handleOdd(
  db: Database,
  { id, note, admin }: { id: number; note: string; admin: string },
): Promise<OddPayment | undefined> {
  await sql`
    update shop.odd_payment set note = ${note}, handled_by = ${admin}, handled_at = now()
    where id = ${id} and handled_at is null`.execute(db);
  const [row] = await odd(db, sql`o.id = ${id}`);
  return row;
}

async function odd(db: Database, rest: ReturnType<typeof sql>): Promise<OddPayment[]> {
  const { rows } = await sql<OddPayment>`
    select o.id, o.kind, o.rail, o.transaction, o.other, o.user_id, u.username, o.amount, o.currency, o.domain, o.reversed,
      o.found_at, o.note, a.username as handled_by, o.handled_at
    from shop.odd_payment o
    left join shop."user" u on u.id = o.user_id
    left join shop."user" a on a.id = o.handled_by
    where ${rest}`.execute(db);
  return rows;
}

/** Once per payment. What the rail says of it later replaces what it said before. */
export async function noteNotBooked(
  db: Database,
  { rail, reference, user }: ChargeRow,
  found: Transaction,
): Promise<void> {
  const isReversed = found.status === "reversed";
  await sql`
    insert into shop.odd_payment (kind, rail, transaction, reference, user_id, amount, currency, domain, reversed)
    values ('not booked', ${rail}, ${found.id}, ${reference}, ${user}, ${found.amount}, ${found.currency}, ${found.domain},
      ${isReversed})
    on conflict (rail, transaction, kind) do update set amount = excluded.amount, currency = excluded.currency,
      domain = excluded.domain, reversed = excluded.reversed`.execute(db);
}

/**
 * The rail says now that the payment is one that the shop books: it leaves the list. Returns what an admin has already done
 * about it, which stays; null if nobody has.
 */
export async function bookAfterAll(db: Database, { rail }: ChargeKey, id: string): Promise<string | null> {
  const which = sql`kind = 'not booked' and rail = ${rail} and transaction = ${id}`;
  const { rows } = await sql<{ note: string | null }>`
    with gone as (delete from shop.odd_payment where ${which} and handled_at is null)
    select note from shop.odd_payment where ${which} and handled_at is not null`.execute(db);
  return rows[0]?.note ?? null;
}

/** The shop has a payment again that is in a wallet. If another refund of it fails, it is open again. */
export async function noteRefundFailed(
  db: Database,
  { rail, reference, user }: ChargeRow,
  found: Transaction,
  refund: string,
): Promise<void> {
  await sql`
    insert into shop.odd_payment as o (kind, rail, transaction, other, reference, user_id, amount, currency, domain)
    values ('refund failed', ${rail}, ${found.id}, ${refund}, ${reference}, ${user}, ${found.amount}, ${found.currency},
      ${found.domain})
    on conflict (rail, transaction, kind) do update set other = excluded.other, found_at = now(), note = null,
      handled_by = null, handled_at = null
    where o.other is distinct from excluded.other`.execute(db);
}

/**
 * Tells the customer and the admins once, if another charge of the customer for the same amount was open together with this
 * one, and both were paid. Both are in the wallet. Runs after the charge's row says which payment it is.
 */
export async function notePaidTwice(
  db: Database,
  { reference, user, amount }: ChargeRow,
  domain: string,
): Promise<void> {
  if (user === null || amount === null) return;
  const detail = "jsonb_build_object('amount', cedis)";
  await sql`
    with paid as (
      select c.rail, c.reference, c.created_at, p.transaction, p.received, p.received_at
      from shop.charge c join ledger.payment p on p.id = c.payment and p.status = 'matched' and p.user_id = c.user_id
      where c.user_id = ${user} and c.amount = ${amount}
    ), twice as (
      select later.rail, later.reference, later.transaction, earlier.transaction as other
      from paid earlier join paid later on earlier.received < later.received
      where ${reference} in (earlier.reference, later.reference)
        and greatest(earlier.created_at, later.created_at) < earlier.received_at
      order by later.received limit 1
    ), found as (
      insert into shop.odd_payment (kind, rail, transaction, other, reference, user_id, amount, currency, domain)
      select 'paid twice', rail, transaction, other, reference, ${user}::uuid, ${amount}::bigint, 'GHS', ${domain} from twice
      on conflict (rail, transaction, kind) do nothing
      returning user_id, ${plainCedis(amount)}::text as cedis
    ) select ${sql.raw(tellSql("paid_twice", "user_id", detail))} from found`.execute(db);
}

export function oddRecord(row: OddPayment): OddPaymentRecord {
  const { user_id, username, note, handled_by, handled_at } = row;
  return {
    _id: row.id,
    kind: row.kind,
    rail: row.rail,
    transaction: row.transaction,
    other: row.other,
    user: user_id === null ? null : { _id: user_id, username: username ?? "" },
    amount: toCedis(row.amount),
    currency: row.currency,
    domain: row.domain,
    isReversed: row.reversed,
    foundAt: row.found_at,
    handled: handled_at === null ? null : { by: handled_by ?? "", at: handled_at, note: note ?? "" },
  };
}
