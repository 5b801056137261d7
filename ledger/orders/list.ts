/** Lists of orders: filtered, searched, in pages and counted, each at the cost of a page and not of the list. */
import { sql } from "kysely";
import { orderReferenceBase } from "#contract/terms/references.ts";
import { orderStatuses } from "#contract/terms/statuses.ts";
import type { Days } from "../tables/daily-totals.ts";
import type { Database } from "../tables/open-reads.ts";
import { type Bounds, within } from "../tables/log-days.ts";
import { countOrders, orderFilters, orders, type OrderView } from "./reads.ts";
import {
  all,
  any,
  countFound,
  type Equal,
  equal,
  findIds,
  numbersWith,
  type Search,
  type Searchable,
  searchFor,
  type Sql,
  type Total,
} from "../tables/search.ts";

export interface OrderFilter extends Equal<typeof orderFilters> {
  /** Only of this user; undefined: of everybody. */
  user?: string | undefined;
  search?: string | undefined;
  /** The first and the last day of placing, "2026-11-21". */
  from?: string | undefined;
  to?: string | undefined;
  order?: "newest" | "oldest" | undefined;
}

/** Visible orders after the one numbered `cursor`, newest first unless the filter says otherwise. */
export async function listOrders(
  db: Database,
  filter: OrderFilter,
  { cursor, limit }: { cursor?: number | undefined; limit: number },
): Promise<OrderView[]> {
  const bounds = boundsAfter(filter, await dayBounds(db, filter), cursor);
  if (bounds.low > bounds.high) return [];
  const list = { ...filter, bounds };
  if (!isSought(filter)) return ordersFrom(db, filter, source(list, limit));
  const ids = await findIds(db, await searchable(db, list), limit);
  if (ids.length === 0) return [];
  return ordersFrom(db, filter, sql`select * from ledger."order" where id = any(${ids}::bigint[])`);
}

/** How many orders pass a filter; counted up to a bound if only reading the rows tells. */
export async function totalOrders(db: Database, filter: OrderFilter): Promise<Total> {
  if (isSought(filter)) {
    const bounds = await dayBounds(db, filter);
    if (bounds.low > bounds.high) return { count: 0, isExact: true };
    return countFound(db, await searchable(db, { ...filter, bounds }));
  }
  const counts = await countOrders(db, filter.user, filter);
  const statuses = orderStatuses.filter((each) => filter.status === undefined || each === filter.status);
  return { count: statuses.reduce((sum, status) => sum + counts[status], 0), isExact: true };
}

/** Whether only reading the rows tells if they pass the filter: orders are counted by user, status and day. */
function isSought({ search, status: _, ...filter }: OrderFilter): boolean {
  return (search ?? "").trim() !== "" || equal(orderFilters, filter).length > 0;
}

interface BoundedFilter extends OrderFilter {
  bounds: Bounds;
}

/**
 * The numbers of the orders placed on the days from the first to the last. Orders are numbered in the order of their time
 * without gaps, so the count of orders before a day bounds its numbers.
 */
export async function dayBounds(db: Database, { from, to }: Days): Promise<Bounds> {
  const whole = { low: 1, high: Number.MAX_SAFE_INTEGER };
  if (from === undefined && to === undefined) return whole;
  const { rows } = await sql<{ before: number; until: number }>`
    select coalesce(sum(count) filter (where day < ${from ?? to}::date), 0)::bigint as before,
      coalesce(sum(count) filter (where day <= ${to ?? from}::date), 0)::bigint as until
    from ledger.daily_total where list = 'order' and status in (${sql.join([...orderStatuses])})`.execute(db);
  const { before, until } = rows[0]!;
  return {
    low: from === undefined ? whole.low : before + 1,
    high: to === undefined ? whole.high : until,
  };
}

function boundsAfter({ order }: OrderFilter, { low, high }: Bounds, cursor: number | undefined): Bounds {
  if (cursor === undefined) return { low, high };
  return order === "oldest"
    ? { low: Math.max(low, cursor + 1), high }
    : { low, high: Math.min(high, cursor - 1) };
}

/** With names and numbers, which are not in the log. */
async function ordersFrom(db: Database, { order }: OrderFilter, source: Sql): Promise<OrderView[]> {
  return await orders(db, source)
    .orderBy("o.id", order === "oldest" ? "asc" : "desc")
    .execute();
}

function direction({ order }: OrderFilter): Sql {
  return order === "oldest" ? sql`asc` : sql`desc`;
}

/**
 * The first visible orders. Those of all users are merged from the indexes by status, which exclude removed orders: all
 * old orders may have been removed.
 */
function source(filter: BoundedFilter, limit: number | undefined): Sql {
  const { user, status, batch, bounds } = filter;
  const rows = (more: Sql) => sql`
    select o.* from ledger."order" o where ${more} and not o.hidden and ${within(sql`o.id`, bounds)}
    order by o.id ${direction(filter)} ${limit === undefined ? sql`` : sql`limit ${limit}`}`;
  const ofStatus = status === undefined ? sql`true` : sql`o.status = ${status}`;
  const ofUser = user === undefined ? sql`true` : sql`o.user_id = ${user}`;
  if (batch !== undefined) return rows(sql`o.supplier_batch = ${batch} and ${ofUser} and ${ofStatus}`);
  if (user !== undefined) return rows(sql`${ofUser} and ${ofStatus}`);
  if (status !== undefined) return rows(sql`o.status = ${status}`);
  const each = orderStatuses.map((one) => sql`(${rows(sql`o.status = ${one}`)})`);
  return sql`select * from (${sql.join(each, sql` union all `)}) as o order by o.id ${direction(filter)} limit ${limit}`;
}

async function searchable(db: Database, filter: BoundedFilter): Promise<Searchable> {
  const { user } = filter;
  const search = filter.search?.trim() ? searchFor(filter.search) : undefined;
  const plain = {
    source: (limit: number | undefined) => source(filter, limit),
    joins: sql`
      cross join lateral (select u.username, u.phone from shop."user" u where u.id = o.user_id limit 1) u
      left join lateral (select d.receiver from shop.order_detail d where d.order_id = o.id limit 1) d on true`,
    matches: all([...equal(orderFilters, filter), ...(search === undefined ? [] : [matching(search)])]),
    isOldestFirst: filter.order === "oldest",
  };
  // One user or batch has few enough orders to read them all.
  if (user !== undefined || filter.batch !== undefined) return plain;
  const { placed, indexed } = await progress(db);
  return {
    ...plain,
    branches: (limit, order, beyond) => {
      const bounds = boundsAfter(filter, filter.bounds, beyond);
      const list = { ...filter, bounds };
      const fresh = { ...bounds, low: Math.max(bounds.low, indexed + 1) };
      const tail = sql`select o.id from ledger."order" o ${plain.joins}
        where ${visible({ ...filter, bounds: fresh })} and ${plain.matches} ${order} limit ${limit}`;
      return [...branches(list, search, { limit, order, placed }), ...(indexed < placed ? [tail] : [])];
    },
  };
}

function matching({ pattern, name, number, digits }: Search): Sql {
  return any([
    sql`u.username ilike ${name}`,
    sql`o.network || ' ' || o.offer ilike ${pattern}`,
    ...(number === undefined ? [] : [sql`d.receiver like ${number}`, sql`u.phone like ${number}`]),
    ...(digits === undefined ? [] : [hasReference(digits)]),
  ]);
}

function hasReference(digits: string): Sql {
  return sql`(${orderReferenceBase}::bigint + o.id)::text like ${`%${digits}%`}`;
}

/** The last order, and the last one that the search indexes contain. */
async function progress(db: Database): Promise<{ placed: number; indexed: number }> {
  const { rows } = await sql<{ placed: number; indexed: number }>`
    select (select orders_placed from ledger.head) as placed,
      coalesce((select max(order_id) from shop.order_search), 0) as indexed`.execute(db);
  return rows[0]!;
}

function visible(filter: BoundedFilter): Sql {
  return all([sql`not o.hidden`, within(sql`o.id`, filter.bounds), ...equal(orderFilters, filter)]);
}

/** One for each index by which a search may find orders. */
function branches(
  filter: BoundedFilter,
  search: Search | undefined,
  { limit, order, placed }: { limit: number; order: Sql; placed: number },
): Sql[] {
  const { network, bounds } = filter;
  const shown = visible(filter);
  const sold = sql`select o.id from shop.order_search s join ledger."order" o on o.id = s.order_id
      where s.sold = f.sold and ${within(sql`s.order_id`, bounds)} and ${shown} ${order} limit ${limit}`;
  const rejected = sql`select o.id from ledger."order" o
      where o.network = f.network and o.offer = f.offer and ${shown} ${order} limit ${limit}`;
  const ofRejected = filter.status === "rejected";
  const bySold = (isMeant: Sql) => sql`
    select c.id from (${ofRejected ? offersRejected : offersSold}) as f
    cross join lateral (${ofRejected ? rejected : sold}) c where ${isMeant} ${order} limit ${limit}`;
  if (search === undefined && network === undefined)
    return [sql`select o.id from ledger."order" o where ${shown} ${order} limit ${limit}`];
  if (search === undefined) return [bySold(sql`starts_with(f.sold, ${`${network} `})`)];
  const { pattern, name, number, digits } = search;
  const found = [
    bySold(sql`f.sold ilike ${pattern}`),
    sql`select c.id from shop."user" u cross join lateral (
        select o.id from ledger."order" o where o.user_id = u.id and ${shown} ${order} limit ${limit}
      ) c where ${any([sql`u.username ilike ${name}`, ...(number === undefined ? [] : [sql`u.phone like ${number}`])])}
      ${order} limit ${limit}`,
  ];
  if (number !== undefined) {
    found.push(sql`select o.id from shop.order_search s join ledger."order" o on o.id = s.order_id
      where s.receiver like ${number} and ${within(sql`s.order_id`, bounds)} and ${shown} ${order} limit ${limit}`);
  }
  if (digits !== undefined) found.push(byReference(digits, { shown, limit, order, bounds, placed }));
  return found;
}

function byReference(
  digits: string,
  of: { shown: Sql; limit: number; order: Sql; bounds: Bounds; placed: number },
): Sql {
  const { shown, limit, order, bounds, placed } = of;
  // One or two digits occur in so many references that a scan finds enough at once.
  if (digits.length < 3)
    return sql`select o.id from ledger."order" o where ${hasReference(digits)} and ${shown} ${order} limit ${limit}`;
  const range = {
    low: orderReferenceBase + bounds.low,
    high: orderReferenceBase + Math.min(bounds.high, placed),
  };
  const ranges = numbersWith(digits, range, false);
  const lows = ranges.map(({ low }) => low - orderReferenceBase);
  const highs = ranges.map(({ high }) => high - orderReferenceBase);
  return sql`select c.id from unnest(${lows}::bigint[], ${highs}::bigint[]) as r (low, high) cross join lateral (
      select o.id from ledger."order" o where o.id between r.low and r.high and ${shown} ${order} limit ${limit}
    ) c ${order} limit ${limit}`;
}

/** Everything ever sold, some dozens of values: the query skips from one to the next in the index. */
const offersSold = sql`
  with recursive f (sold) as (
    (select sold from shop.order_search order by sold limit 1)
    union all
    select (select s.sold from shop.order_search s where s.sold > f.sold order by s.sold limit 1) from f
    where f.sold is not null
  ) select sold from f where sold is not null`;

/**
 * The same of the rejected ones, one order in twenty: theirs and those of an offer are both many, and what is in both few. By
 * an index of their own a thousand are counted in 0.7 ms among a million orders, where merging the two took 6.6.
 */
const offersRejected = sql`
  with recursive f (network, offer) as (
    (select network, offer from ledger."order" where status = 'rejected' and not hidden order by network, offer limit 1)
    union all
    select next.network, next.offer from f cross join lateral (
      select o.network, o.offer from ledger."order" o
      where o.status = 'rejected' and not o.hidden and (o.network, o.offer) > (f.network, f.offer)
      order by o.network, o.offer limit 1
    ) next
  ) select network, offer, network || ' ' || offer as sold from f`;
