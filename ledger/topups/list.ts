/** Lists of top-up requests: filtered, searched, in pages, and counted. */
import { sql } from "kysely";
import { topupStatusAfter } from "#ledger/core/events/topups.ts";
import { topupTable } from "#ledger/core/rows/topups.ts";
import { topupReferencePrefix } from "#contract/terms/references.ts";
import { type TopupStatus, topupStatuses } from "#contract/terms/statuses.ts";
import type { Database } from "../tables/open-reads.ts";
import { countTopups, type TopupView } from "./reads.ts";
import {
  all,
  any,
  countFound,
  findIds,
  numbersWith,
  onDays,
  orderBy,
  type Range,
  type Search,
  type Searchable,
  searchFor,
  type Sql,
  type Total,
  wholeRow,
} from "../tables/search.ts";
import { streamOf, userOrNull } from "../tables/stream-sql.ts";

export interface TopupFilter {
  /** Only of this user; undefined: of everybody. */
  user?: string | undefined;
  status?: TopupStatus | undefined;
  search?: string | undefined;
  /** The first and the last day of the request, "2026-11-21". */
  from?: string | undefined;
  to?: string | undefined;
  order?: "newest" | "oldest" | undefined;
}

interface Cursor {
  cursor?: number | undefined;
}

/**
 * Visible top-ups after the one numbered `cursor`, newest first unless the filter says otherwise, by time of the request. A
 * number may have been reserved long before, so the order of numbers is only nearly that of time.
 */
export async function listTopups(
  db: Database,
  filter: TopupFilter,
  { cursor, limit }: Cursor & { limit: number },
): Promise<TopupView[]> {
  const list = { ...filter, cursor };
  if (!isSought(filter)) return topupsFrom(db, filter, source(list, limit));
  const ids = await findIds(db, await searchable(db, list), limit);
  if (ids.length === 0) return [];
  return topupsFrom(db, filter, sql`select * from ledger.topup where id = any(${ids}::bigint[])`);
}

/** How many top-ups pass a filter; counted up to a bound if only reading the rows tells. */
export async function totalTopups(db: Database, filter: TopupFilter): Promise<Total> {
  if (isSought(filter)) return countFound(db, await searchable(db, filter));
  return { count: await countTopups(db, filter), isExact: true };
}

function isSought({ search }: TopupFilter): boolean {
  return search !== undefined && search.trim() !== "";
}

async function topupsFrom(db: Database, filter: TopupFilter, topups: Sql): Promise<TopupView[]> {
  const { rows } = await sql<TopupView>`
    select ${sql.join(wholeRow(topupTable, "r"))}, u.username, u.phone, case when r.status <> 'pending' then (
        select coalesce(a.username, e.actor) from ledger.event e
        left join shop."user" a on a.id = ${userOrNull(sql`e.actor`)}
        where e.stream = ${streamOf("topup", sql`r.id`)} and e.type = any(${Object.keys(topupStatusAfter)}::text[])
        order by e.version desc limit 1
      ) end as decided_by
    from (${topups}) as r
    join shop."user" u on u.id = r.user_id
    ${sorted(filter, "r")}`.execute(db);
  return rows;
}

/** Top-ups of the same time are sorted by number. */
const sort = ["created_at", "id"] as const;

function sorted({ order }: TopupFilter, of: string): Sql {
  return orderBy({ sort, isOldestFirst: order === "oldest" }, { of });
}

/** As for orders: merged from the indexes by status, which exclude removed top-ups. */
function source(filter: TopupFilter & Cursor, limit: number | undefined): Sql {
  const { user, status } = filter;
  const rows = (more: Sql) => sql`
    select o.* from ledger.topup o where ${more} and ${visible(filter)}
    ${sorted(filter, "o")} ${limit === undefined ? sql`` : sql`limit ${limit}`}`;
  if (user !== undefined) return rows(sql`o.user_id = ${user}`);
  if (status !== undefined) return rows(sql`o.status = ${status}`);
  const each = topupStatuses.map((one) => sql`(${rows(sql`o.status = ${one}`)})`);
  return sql`select * from (${sql.join(each, sql` union all `)}) as o ${sorted(filter, "o")} limit ${limit}`;
}

function visible({ status, from, to, cursor, order }: TopupFilter & Cursor): Sql {
  return all([
    sql`not o.hidden`,
    ...(status === undefined ? [] : [sql`o.status = ${status}`]),
    ...onDays(sql`o.created_at`, { from, to }),
    ...(cursor === undefined ? [] : [after(cursor, order)]),
  ]);
}

/** The cursor's row always exists, even if it has been removed from the lists. */
function after(cursor: number, order: TopupFilter["order"]): Sql {
  const place = sql`(select c.created_at, c.id from ledger.topup c where c.id = ${cursor})`;
  return order === "oldest" ? sql`(o.created_at, o.id) > ${place}` : sql`(o.created_at, o.id) < ${place}`;
}

async function searchable(db: Database, filter: TopupFilter & Cursor): Promise<Searchable> {
  const search = searchFor(filter.search ?? "");
  const plain = {
    source: (limit: number | undefined) => source(filter, limit),
    joins: sql`
      cross join lateral (select u.username, u.phone from shop."user" u where u.id = o.user_id limit 1) u`,
    matches: matching(search),
    isOldestFirst: filter.order === "oldest",
    sort,
  };
  if (filter.user !== undefined) return plain;
  const range = await numbersUsed(db);
  return {
    ...plain,
    branches: (limit, order, beyond) =>
      branches({ ...filter, cursor: beyond ?? filter.cursor }, search, range, limit, order),
  };
}

function matching({ pattern, name, number }: Search): Sql {
  return any([
    sql`u.username ilike ${name}`,
    ...(number === undefined ? [] : [sql`u.phone like ${number}`]),
    sql`o.momo_transaction_id ilike ${pattern}`,
    hasReference(pattern),
  ]);
}

function hasReference(pattern: string): Sql {
  return sql`${topupReferencePrefix}::text || o.id ilike ${pattern}`;
}

async function numbersUsed(db: Database): Promise<Range> {
  const { rows } = await sql<{ low: number | null; high: number | null }>`
    select min(id) as low, max(id) as high from ledger.topup`.execute(db);
  return { low: rows[0]?.low ?? 1, high: rows[0]?.high ?? 0 };
}

function branches(
  filter: TopupFilter & Cursor,
  { text, pattern, name, number }: Search,
  range: Range,
  limit: number,
  order: Sql,
): Sql[] {
  const shown = visible(filter);
  const byUser = any([
    sql`u.username ilike ${name}`,
    ...(number === undefined ? [] : [sql`u.phone like ${number}`]),
  ]);
  const found = [
    sql`select c.id, c.created_at from shop."user" u cross join lateral (
        select o.id, o.created_at from ledger.topup o where o.user_id = u.id and ${shown} ${order} limit ${limit}
      ) c where ${byUser} ${order} limit ${limit}`,
    sql`select o.id, o.created_at from ledger.topup o where o.momo_transaction_id ilike ${pattern} and ${shown} ${order} limit ${limit}`,
  ];
  const reference = /^(t-?|-)?(\d*)$/.exec(text);
  if (reference) {
    const [, prefix = "", digits = ""] = reference;
    // Of one or two digits there are too many ranges to name; any number then has them soon.
    const isFrequent = prefix === "" && digits.length < 3;
    const meant = all([hasReference(pattern), shown]);
    found.push(
      isFrequent
        ? sql`select o.id, o.created_at from ledger.topup o where ${meant} ${order} limit ${limit}`
        : byReference(numbersWith(digits, range, prefix !== ""), meant, limit, order),
    );
  }
  return found;
}

/** Within a range all are read and then sorted: by time they would be looked for among all that are newer. */
function byReference(ranges: Range[], shown: Sql, limit: number, order: Sql): Sql {
  const lows = ranges.map(({ low }) => low);
  const highs = ranges.map(({ high }) => high);
  return sql`select c.id, c.created_at from unnest(${lows}::bigint[], ${highs}::bigint[]) as r (low, high) cross join lateral (
      select id, created_at from (
        select o.id, o.created_at from ledger.topup o where o.id between r.low and r.high and ${shown} offset 0
      ) o ${order} limit ${limit}
    ) c ${order} limit ${limit}`;
}
