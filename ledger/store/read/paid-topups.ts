/** Top-ups to compare with a payment statement: those that some days credited, and those that name its payments. */
import { sql } from "kysely";
import type { TopupStatus } from "#ledger/terms/statuses.ts";
import type { Database } from "./database.ts";
import { type Bounds, within } from "./log-days.ts";
import { numberIn } from "./stream-sql.ts";

export interface ApprovedTopupView {
  id: number;
  user_id: string;
  username: string;
  /** What was credited, in pesewas. */
  amount: number;
  momo_transaction_id: string | null;
  approved_at: string;
  /** Of the approval. */
  position: number;
}

/**
 * Approvals between two positions, in order, also of top-ups that were removed from the lists. Without those that Paystack
 * paid for: they are in no statement of mobile money.
 */
export async function listApprovedTopups(
  db: Database,
  { low, high }: Bounds,
  { cursor, limit }: { cursor?: number | undefined; limit: number },
): Promise<ApprovedTopupView[]> {
  const { rows } = await sql<ApprovedTopupView>`
    select r.id, r.user_id, u.username, e.amount, r.momo_transaction_id, e.recorded_at as approved_at, e.position
    from ledger.event e
    join ledger.topup r on r.id = ${numberIn("topup", sql`e.stream`)}
    join shop."user" u on u.id = r.user_id
    left join ledger.payment p on p.id = r.payment
    where e.type = 'topup_approved' and p.rail is distinct from 'paystack' and ${within(sql`e.position`, { low: (cursor ?? low - 1) + 1, high })}
    order by e.position limit ${limit}`.execute(db);
  return rows;
}

export interface NamedTopupView {
  id: number;
  username: string;
  amount: number;
  momo_transaction_id: string;
  status: TopupStatus;
  created_at: string;
  action_at: string | null;
}

/** Requests that name one of these transaction IDs, in any case; by number. */
export async function topupsByMomoId(db: Database, ids: readonly string[]): Promise<NamedTopupView[]> {
  const { rows } = await sql<NamedTopupView>`
    select r.id, u.username, r.amount, r.momo_transaction_id, r.status, r.created_at, r.action_at
    from (select distinct lower(id) as id from unnest(${ids}::text[]) as asked (id)) as asked
    cross join lateral (select * from ledger.topup t where lower(t.momo_transaction_id) = asked.id) as r
    join shop."user" u on u.id = r.user_id
    order by r.id`.execute(db);
  return rows;
}
