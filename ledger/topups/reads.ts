/** Top-up requests with who asked. */
import type { TopupStatus } from "#contract/terms/statuses.ts";
import { topupStream } from "#contract/terms/streams.ts";
import { sql } from "kysely";
import { countByDay, type Days } from "../tables/daily-totals.ts";
import { anyOf, type Database } from "../tables/open-reads.ts";
import { wholeRow } from "../tables/search.ts";
import { userOrNull } from "../tables/stream-sql.ts";
import { topupStatusAfter } from "#ledger/core/events/topups.ts";
import { type Topup, topupTable } from "#ledger/core/rows/topups.ts";

export interface TopupView extends Topup {
  username: string;
  phone: string;
  /** The name of who decided it; lists have it only. */
  decided_by?: string | null;
}

export async function topupsById(db: Database, ids: number[]): Promise<TopupView[]> {
  if (ids.length === 0) return [];
  return await topups(db).where("r.id", "=", anyOf(ids, "bigint")).execute();
}

/** A user's requests that changed after a position, oldest change first. */
export async function topupsChangedSince(
  db: Database,
  user: string,
  position: number,
  limit: number,
): Promise<TopupView[]> {
  return await topups(db)
    .where("r.user_id", "=", user)
    .where("r.position", ">", position)
    .orderBy("r.position")
    .limit(limit)
    .execute();
}

/** All requests of a user, also those that were removed from the lists, by number. */
export async function topupsOfUser(
  db: Database,
  user: string,
  { cursor = 0, limit }: { cursor?: number | undefined; limit: number },
): Promise<TopupView[]> {
  return await topups(db)
    .where("r.user_id", "=", user)
    .where("r.id", ">", cursor)
    .orderBy("r.id")
    .limit(limit)
    .execute();
}

/**
 * Visible requests of one status that changed last at `upTo` or before, oldest first, in portions: those made after the one
 * numbered `after`; 0 is before all.
 */
export async function topupIds(
  db: Database,
  { status, after, upTo, limit }: { status: TopupStatus; after: number; upTo: number; limit: number },
): Promise<number[]> {
  const rows = await db
    .selectFrom("ledger.topup")
    .select("id")
    .where("hidden", "=", false)
    .where("status", "=", status)
    .where("position", "<=", upTo)
    .$if(after > 0, (query) =>
      query.where(
        sql<boolean>`(created_at, id) > (select c.created_at, c.id from ledger.topup c where c.id = ${after})`,
      ),
    )
    .orderBy("created_at")
    .orderBy("id")
    .limit(limit)
    .execute();
  return rows.map(({ id }) => id);
}

/** The events of a request's own stream that are steps of its history. */
const ownSteps = { ...topupStatusAfter, duplicate_accepted: true };

/** What happened to a request. */
export interface TopupStep {
  type: keyof typeof ownSteps | "wallet_corrected";
  recorded_at: string;
  position: number;
  /** The name of whoever took the step, or "system". */
  by: string;
  /** The admin who asked for it, if it took two. */
  requester: string | null;
  reason: string | null;
  /** Signed pesewas; null if it moved no money. */
  amount: number | null;
}

/** The history of a request with the corrections of its credit, oldest first. */
export async function topupSteps(db: Database, topup: number): Promise<TopupStep[]> {
  const { rows } = await sql<TopupStep>`
    with own as materialized (
      select e.* from ledger.event e where e.stream = ${topupStream(topup)} and e.type = any(${Object.keys(ownSteps)}::text[])
    ), step as (
      select * from own
      union all
      select c.* from own
      join ledger.act k on k.corrects = own.position join ledger.event c on c.position = k.position
      where own.type = 'topup_approved'
    )
    select s.type, s.recorded_at, s.position, coalesce(u.username, s.actor) as by, q.username as requester,
      s.data ->> 'reason' as reason, s.amount
    from step s
    left join shop."user" u on u.id = ${userOrNull(sql`s.actor`)}
    left join shop."user" q on q.id = (s.data ->> 'requested_by')::uuid
    order by s.position`.execute(db);
  return rows;
}

/** How many requests the lists show; everybody's are a sum over days, a user's own are counted. */
export async function countTopups(
  db: Database,
  { user, status, from, to }: Days & { user?: string | undefined; status?: TopupStatus | undefined },
): Promise<number> {
  if (user === undefined) {
    const counts = await countByDay(db, "topup", { from, to }, { pending: 0, approved: 0, declined: 0 });
    return status === undefined ? counts.pending + counts.approved + counts.declined : counts[status];
  }
  let query = db
    .selectFrom("ledger.topup")
    .select(({ fn }) => fn.countAll<number>().as("count"))
    .where("user_id", "=", user)
    .where("hidden", "=", false);
  if (status !== undefined) query = query.where("status", "=", status);
  if (from !== undefined) query = query.where("created_at", ">=", `${from}T00:00:00Z`);
  if (to !== undefined) query = query.where("created_at", "<", sql<string>`${to}::date + 1`);
  return Number((await query.executeTakeFirst())?.count ?? 0);
}

export interface MomoDuplicate {
  id: number;
  momo_transaction_id: string;
  /** By number. */
  others: number[];
}

/**
 * Open requests whose MoMo transaction other requests have, too, in any case; removed ones were paid for as well. The
 * others are sought for each open one by index: as a plain join all requests that there ever were are read. `only`: of this
 * request.
 */
export async function momoDuplicates(db: Database, only?: number): Promise<MomoDuplicate[]> {
  const { rows } = await sql<MomoDuplicate>`
    select p.id, p.momo_transaction_id, same.others
    from ledger.topup p
    cross join lateral (
      select json_agg(r.id order by r.id) as others
      from ledger.topup r
      where lower(r.momo_transaction_id) = lower(p.momo_transaction_id) and r.id <> p.id
    ) same
    where p.status = 'pending' and not p.hidden and p.momo_transaction_id is not null and same.others is not null
      ${only === undefined ? sql`` : sql`and p.id = ${only}`}
    order by p.id`.execute(db);
  return rows;
}

/**
 * The number the user's next request will have: kept for them until a request with it exists, then a new one.
 * Two calls at once get the same one.
 */
export async function reserveTopup(db: Database, user: string): Promise<number> {
  const { rows } = await sql<{ topup: number }>`
    insert into shop.topup_reservation as r (user_id, topup)
    values (${user}, nextval('shop.topup_number'))
    on conflict (user_id) do update set topup = case
      when exists (select from ledger.topup where id = r.topup) then excluded.topup
      else r.topup end
    returning topup`.execute(db);
  return rows[0]!.topup;
}

/** A number that nobody else gets, nor has ever seen. */
export async function freshTopup(db: Database): Promise<number> {
  const { rows } = await sql<{
    topup: number;
  }>`select nextval('shop.topup_number') as topup`.execute(db);
  return rows[0]!.topup;
}

function topups(db: Database) {
  return db
    .selectFrom("ledger.topup as r")
    .innerJoin("shop.user as u", "u.id", "r.user_id")
    .select(wholeRow(topupTable, "r"))
    .select(["u.username", "u.phone"])
    .$castTo<TopupView>();
}
