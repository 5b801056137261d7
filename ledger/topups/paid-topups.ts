/** Top-ups to compare with a payment statement: those that some days credited, and those that name its payments. */
import { sql } from "kysely";
import { phoneRails } from "#contract/terms/rails.ts";
import type { TopupStatus } from "#contract/terms/statuses.ts";
import { actOf } from "../tables/acts.ts";
import { type Database, inSnapshot } from "../tables/open-reads.ts";
import { type Bounds, dayPositions, unsummed, within } from "../tables/log-days.ts";
import type { Sql } from "../tables/search.ts";
import { numberIn, paymentIn } from "../tables/stream-sql.ts";

/** Of a payment `p`: it is in no wallet of the phone, and so in no statement of mobile money. */
const isElsewhere = sql`(p.rail <> all(${phoneRails}))`;

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

/** Some approvals, and all of their days. */
export interface ApprovedPage {
  topups: ApprovedTopupView[];
  /** The positions of the days, as far as the log goes. */
  bounds: Bounds;
  count: number;
  /** In pesewas. */
  amount: number;
}

/**
 * Approvals of some days after the position `cursor`, in order, also of top-ups that were removed from the lists. Without
 * those that Paystack paid for: they are in no statement of mobile money.
 */
export function readApprovedTopups(
  db: Database,
  days: { from: string; to: string },
  { cursor, limit }: { cursor?: number | undefined; limit: number },
): Promise<ApprovedPage> {
  return inSnapshot(db, async (tx) => {
    const head = await tx.selectFrom("ledger.head").select("position").executeTakeFirstOrThrow();
    const { low, high } = await dayPositions(tx, days);
    const bounds = { low, high: Math.min(high, head.position) };
    const topups = await listApprovedTopups(tx, { ...bounds, low: (cursor ?? low - 1) + 1 }, limit);
    return { topups, bounds, ...(await sumApproved(tx, days, low)) };
  });
}

async function listApprovedTopups(db: Database, bounds: Bounds, limit: number): Promise<ApprovedTopupView[]> {
  const { rows } = await sql<ApprovedTopupView>`
    select r.id, r.user_id, u.username, k.amount, r.momo_transaction_id, k.recorded_at as approved_at, k.position
    from ledger.act k
    join ledger.event e on e.position = k.position
    join ledger.topup r on r.id = ${numberIn("topup", sql`e.stream`)}
    join shop."user" u on u.id = r.user_id
    left join ledger.payment p on p.id = r.payment
    where ${actOf("topup_approved")} and ${isElsewhere} is not true and ${within(sql`k.position`, bounds)}
    order by k.position limit ${limit}`.execute(db);
  return rows;
}

async function sumApproved(tx: Database, { from, to }: { from: string; to: string }, low: number) {
  // To the log's end: a payment that covers a top-up may come on a later day.
  const fresh = await unsummed(tx, { low, high: Number.MAX_SAFE_INTEGER });
  const { rows } = await sql<{ count: number; amount: number }>`
    select coalesce(sum(count), 0)::bigint as count, coalesce(sum(amount), 0)::bigint as amount from (
      select day, count, amount from audit.topup_day union all select day, count, amount from (${approvedSums(fresh)}) as f
    ) as d where day between ${from} and ${to}`.execute(tx);
  return rows[0] ?? { count: 0, amount: 0 };
}

/** As in audit.topup_day, of the events between two positions: approvals, less those that Paystack turned out to have paid. */
export function approvedSums(bounds: Bounds): Sql {
  return sql`
    select day, sum(count) as count, sum(amount) as amount from (
      select (k.recorded_at at time zone 'UTC')::date as day, 1 as count, k.amount
      from ledger.act k left join ledger.payment p on p.id = k.payment::uuid
      where ${actOf("topup_approved")} and ${isElsewhere} is not true and ${within(sql`k.position`, bounds)}
      union all
      select (r.action_at at time zone 'UTC')::date, -1, -r.amount
      from ledger.act k
      join ledger.event e on e.position = k.position
      join ledger.payment p on p.id = ${paymentIn(sql`e.stream`)} and ${isElsewhere}
      join ledger.topup r on r.id = (e.data ->> 'topup')::bigint
      where ${actOf("payment_covered")} and ${within(sql`k.position`, bounds)}
    ) as a group by day`;
}

export interface NamedTopupView {
  id: number;
  username: string;
  amount: number;
  momo_transaction_id: string;
  status: TopupStatus;
  created_at: string;
  action_at: string | null;
  user_id: string;
  /** The position of its approval; null if there is none, or if Paystack paid. */
  approval: number | null;
}

/** Requests that name one of these transaction IDs, in any case; by number. */
export async function topupsByMomoId(db: Database, ids: readonly string[]): Promise<NamedTopupView[]> {
  const { rows } = await sql<NamedTopupView>`
    select r.id, r.user_id, u.username, r.amount, r.momo_transaction_id, r.status, r.created_at, r.action_at,
      case when ${isElsewhere} is not true then r.credited_at end as approval
    from (select distinct lower(id) as id from unnest(${ids}::text[]) as asked (id)) as asked
    cross join lateral (select * from ledger.topup t where lower(t.momo_transaction_id) = asked.id) as r
    join shop."user" u on u.id = r.user_id
    left join ledger.payment p on p.id = r.payment
    order by r.id`.execute(db);
  return rows;
}
