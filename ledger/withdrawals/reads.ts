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
import { railList } from "../tables/rail-list.ts";
import type { Sql } from "../tables/search.ts";
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

export async function withdrawalsById(db: Database, ids: string[]): Promise<WithdrawalView[]> {
  if (ids.length === 0) return [];
  const { rows } = await views(sql`r.id = any(${ids}::uuid[])`).execute(db);
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

const from = sql`ledger.withdrawal r join shop."user" u on u.id = r.user_id`;

function views(conditions: Sql) {
  return sql<WithdrawalView>`
    select r.id, r.user_id as user, r.amount, r.fee, r.first, r.status, r.rail, r.attempt, r.transaction, r.reason, r.created_at,
      r.requested, r.sent_at, r.action_at, r.version, r.position, u.username, u.phone, p.phone as to, p.said, a.username as by
    from ${from}
    left join shop.payout p on p.withdrawal = r.id
    left join ledger.event e on e.position = r.position
    left join shop."user" a on a.id = ${userOrNull(sql`e.actor`)}
    where ${conditions}`;
}

export const withdrawals = railList<"requested", WithdrawalView, WithdrawalStatus>({
  from,
  views,
  sort: "requested",
  at: sql`r.created_at`,
  open: ["requested", "sent"],
});
