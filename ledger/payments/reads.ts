/** Payments that rails reported: lists, one payment, and what the books say that each rail holds. */
import { sql } from "kysely";
import type { PaymentStatus } from "#contract/terms/payments.ts";
import { type RailName, rails } from "#contract/terms/rails.ts";
import type { Pesewas } from "#contract/terms/money.ts";
import type { Database } from "../tables/open-reads.ts";
import { userOrNull } from "../tables/stream-sql.ts";
import { all, countUpToMax, onDays, type Sql, type Total } from "../tables/search.ts";
import type { Payment } from "#ledger/core/rows/payments.ts";

export interface PaymentView extends Omit<Payment, "user" | "topup" | "version"> {
  user_id: string | null;
  username: string | null;
  topup_id: number | null;
  /** Who acted last: an admin's username; null if it was the shop. */
  by: string | null;
}

export interface PaymentFilter {
  /** "open": received or held. */
  status?: PaymentStatus | "open" | undefined;
  rail?: RailName | undefined;
  /** The start of the rail's own id, or a whole username. */
  search?: string | undefined;
  /** The first and the last day (UTC). */
  from?: string | undefined;
  to?: string | undefined;
}

/** Newest first; open ones oldest first, because they wait. */
export async function listPayments(
  db: Database,
  filter: PaymentFilter,
  { cursor, limit }: { cursor?: number | undefined; limit: number },
): Promise<PaymentView[]> {
  const isOpen = filter.status === "open";
  const after =
    cursor === undefined ? [] : [isOpen ? sql`p.received > ${cursor}` : sql`p.received < ${cursor}`];
  const { rows } = await sql<PaymentView>`
    ${views([...conditions(filter), ...after])}
    order by p.received ${isOpen ? sql`asc` : sql`desc`} limit ${limit}`.execute(db);
  return rows;
}

export function totalPayments(db: Database, filter: PaymentFilter): Promise<Total> {
  return countUpToMax(
    db,
    sql`select from ledger.payment p left join shop."user" u on u.id = p.user_id
      where ${all([sql`true`, ...conditions(filter)])}`,
  );
}

export async function paymentById(db: Database, id: string): Promise<PaymentView | undefined> {
  const { rows } = await views([sql`p.id = ${id}`]).execute(db);
  return rows[0];
}

/** Undefined if there is no such payment. */
export async function paymentStatus(db: Database, id: string): Promise<PaymentStatus | undefined> {
  const { rows } = await sql<{ status: PaymentStatus }>`
    select status from ledger.payment where id = ${id}`.execute(db);
  return rows[0]?.status;
}

/** What the books say that each rail holds for the shop, in pesewas: it owes what its account has lost. */
export async function railBalances(db: Database): Promise<Record<RailName, Pesewas>> {
  const rows = await db.selectFrom("ledger.house_account").select(["name", "balance"]).execute();
  const of = (rail: RailName) => 0 - (rows.find(({ name }) => name === rail)?.balance ?? 0);
  return Object.fromEntries(rails.map((rail) => [rail, of(rail)])) as Record<RailName, Pesewas>;
}

export async function openPayments(db: Database): Promise<{ count: number; value: Pesewas }> {
  const { rows } = await sql<{ count: number; value: number }>`
    select count(*) as count, coalesce(sum(amount), 0)::bigint as value
    from ledger.payment where status in ('received', 'held')`.execute(db);
  return rows[0] ?? { count: 0, value: 0 };
}

function views(conditions: Sql[]) {
  return sql<PaymentView>`
    select p.id, p.rail, p.transaction, p.amount, p.fee, p.status, p.disputed, p.reason, p.user_id, u.username, p.topup_id,
      p.received_at, p.action_at, p.position, p.received, a.username as by
    from ledger.payment p
    left join shop."user" u on u.id = p.user_id
    left join ledger.event e on e.position = p.position
    left join shop."user" a on a.id = ${userOrNull(sql`e.actor`)}
    where ${all([sql`true`, ...conditions])}`;
}

function conditions({ status, rail, search, from, to }: PaymentFilter): Sql[] {
  const found: Sql[] = [];
  if (status === "open") found.push(sql`p.status in ('received', 'held')`);
  else if (status !== undefined) found.push(sql`p.status = ${status}`);
  if (rail !== undefined) found.push(sql`p.rail = ${rail}`);
  const sought = search?.trim() ?? "";
  if (sought !== "")
    found.push(sql`(starts_with(p.transaction, ${sought}) or lower(u.username) = lower(${sought}))`);
  return [...found, ...onDays(sql`p.received_at`, { from, to })];
}
