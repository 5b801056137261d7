/** Withdrawals with their users, and what a user may still withdraw. */
import { sql } from "kysely";
import type { Pesewas } from "#contract/terms/money.ts";
import { type RailName, rails } from "#contract/terms/rails.ts";
import {
  type WithdrawalRules,
  withdrawalLimits,
  type WithdrawalStatus,
} from "#contract/terms/withdrawals.ts";
import type { Withdrawal } from "#ledger/core/rows/withdrawals.ts";
import type { Database } from "../tables/open-reads.ts";
import { all, countUpToMax, onDays, type Sql, type Total } from "../tables/search.ts";
import { userOrNull } from "../tables/stream-sql.ts";

export interface WithdrawalView extends Withdrawal {
  username: string;
  /** The user's own number now. */
  phone: string;
  /** Where it goes; null if that was erased. */
  to: string | null;
  said: string | null;
  /** Who acted last: an admin's or the user's own name; null if it was the shop. */
  by: string | null;
}

export interface WithdrawalFilter {
  user?: string | undefined;
  /** Absent: newest first, but what is open. */
  order?: "newest" | "oldest" | undefined;
  /** "open": requested or sent. */
  status?: WithdrawalStatus | "open" | undefined;
  rail?: RailName | undefined;
  /** A whole username, or the start of the rail's own id. */
  search?: string | undefined;
  /** The first and the last day (UTC). */
  from?: string | undefined;
  to?: string | undefined;
}

/** Newest first; open ones oldest first, because they wait. */
export async function listWithdrawals(
  db: Database,
  filter: WithdrawalFilter,
  { cursor, limit }: { cursor?: number | undefined; limit: number },
): Promise<WithdrawalView[]> {
  const isOldestFirst =
    filter.status === "open" || filter.status === "requested" || filter.order === "oldest";
  const after =
    cursor === undefined ? [] : [isOldestFirst ? sql`w.requested > ${cursor}` : sql`w.requested < ${cursor}`];
  const { rows } = await sql<WithdrawalView>`
    ${views([...conditions(filter), ...after])}
    order by w.requested ${isOldestFirst ? sql`asc` : sql`desc`} limit ${limit}`.execute(db);
  return rows;
}

export function totalWithdrawals(db: Database, filter: WithdrawalFilter): Promise<Total> {
  return countUpToMax(
    db,
    sql`select from ledger.withdrawal w join shop."user" u on u.id = w.user_id
      where ${all([sql`true`, ...conditions(filter)])}`,
  );
}

export async function withdrawalsById(db: Database, ids: string[]): Promise<WithdrawalView[]> {
  if (ids.length === 0) return [];
  const { rows } = await views([sql`w.id = any(${ids}::uuid[])`]).execute(db);
  return rows;
}

/** How many wait for an admin, and since when the oldest does. */
export async function waitingWithdrawals(db: Database): Promise<{ count: number; oldest: string | null }> {
  const { rows } = await sql<{ count: number; oldest: string | null }>`
    select count(*) as count, min(created_at) as oldest from ledger.withdrawal where status = 'requested'`.execute(
    db,
  );
  return rows[0] ?? { count: 0, oldest: null };
}

export async function readWithdrawalRules(db: Database): Promise<WithdrawalRules> {
  const row = await db.selectFrom("ledger.settings").select("withdrawal_rules").executeTakeFirstOrThrow();
  return row.withdrawal_rules as unknown as WithdrawalRules;
}

/** All that the user's own shop has brought into their wallet, in pesewas. */
export async function earnedBy(db: Database, user: string): Promise<Pesewas> {
  const { rows } = await sql<{ sum: number }>`
    select coalesce(sum(amount), 0)::bigint as sum from ledger.event
    where wallet = ${user} and counterparty = 'held'`.execute(db);
  return rows[0]?.sum ?? 0;
}

/** What the user has withdrawn in all and within 24 hours, without what came back. */
export async function withdrawnBy(db: Database, user: string): Promise<{ total: Pesewas; today: Pesewas }> {
  const { rows } = await sql<{ total: number; today: number }>`
    select coalesce(sum(amount), 0)::bigint as total, coalesce(sum(amount) filter
      (where created_at > now() - ${withdrawalLimits.day_h} * interval '1 hour'), 0)::bigint as today
    from ledger.withdrawal where user_id = ${user} and status in ('requested', 'sent', 'paid')`.execute(db);
  return rows[0] ?? { total: 0, today: 0 };
}

/** Whether something was paid to this number of the user before. */
export async function hasPaidTo(db: Database, user: string, phone: string): Promise<boolean> {
  const { rows } = await sql`
    select from ledger.withdrawal w join shop.payout p on p.withdrawal = w.id
    where w.user_id = ${user} and w.status = 'paid' and p.phone = ${phone} limit 1`.execute(db);
  return rows.length > 0;
}

/** What may have left each rail and is not booked as paid: how many, and their value. */
export async function onTheirWay(db: Database): Promise<Record<RailName, { count: number; value: Pesewas }>> {
  const { rows } = await sql<{ rail: RailName; count: number; value: number }>`
    select rail, count(*) as count, sum(amount - fee)::bigint as value
    from ledger.withdrawal where status = 'sent' group by rail`.execute(db);
  const of = (rail: RailName) => rows.find((row) => row.rail === rail) ?? { count: 0, value: 0 };
  return Object.fromEntries(rails.map((rail) => [rail, of(rail)])) as Record<
    RailName,
    { count: number; value: Pesewas }
  >;
}

function views(conditionsOfRows: Sql[]) {
  return sql<WithdrawalView>`
    select w.id, w.user_id as user, w.amount, w.fee, w.first, w.status, w.rail, w.attempt, w.transaction, w.reason, w.created_at,
      w.requested, w.sent_at, w.action_at, w.version, w.position, u.username, u.phone, p.phone as to, p.said, a.username as by
    from ledger.withdrawal w
    join shop."user" u on u.id = w.user_id
    left join shop.payout p on p.withdrawal = w.id
    left join ledger.event e on e.position = w.position
    left join shop."user" a on a.id = ${userOrNull(sql`e.actor`)}
    where ${all([sql`true`, ...conditionsOfRows])}`;
}

function conditions({ user, status, rail, search, from, to }: WithdrawalFilter): Sql[] {
  const found: Sql[] = [];
  if (user !== undefined) found.push(sql`w.user_id = ${user}`);
  if (status === "open") found.push(sql`w.status in ('requested', 'sent')`);
  else if (status !== undefined) found.push(sql`w.status = ${status}`);
  if (rail !== undefined) found.push(sql`w.rail = ${rail}`);
  const sought = search?.trim() ?? "";
  if (sought !== "")
    found.push(sql`(starts_with(w.transaction, ${sought}) or lower(u.username) = lower(${sought}))`);
  return [...found, ...onDays(sql`w.created_at`, { from, to })];
}
