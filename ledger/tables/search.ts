/**
 * Searching a list: the typed text is a substring, ignoring case, of one of its fields.
 *
 * Frequent matches are found soonest by scanning the newest rows, rare ones by index. Which it is shows on the way: first
 * a number of rows is scanned; then, if those did not fill the page, the indexes are used for all older rows. Both steps
 * are bounded, so a page costs the same on a short list and on a long one.
 */
import { type RawBuilder, sql } from "kysely";
import { readTyped } from "#contract/terms/search.ts";
import type { Column, Table } from "#ledger/core/rows/table.ts";
import type { Database } from "./open-reads.ts";

export type Sql = RawBuilder<unknown>;

/** Rows that are scanned before the indexes are used. Ten pages; 1.5 ms. */
const walk_rows = 1000;

/** Matches are counted up to this number. */
export const count_max = 1000;

/** Rows that are scanned before matches are counted: 5 ms, as long as a trigram index takes for one row in ten of a million. */
const sample_rows = 5000;

/** A number of rows; not exact: at least that many. */
export interface Total {
  count: number;
  isExact: boolean;
}

/** Of rows that were counted up to count_max + 1. */
function totalOf(count: number): Total {
  return { count: Math.min(count, count_max), isExact: count <= count_max };
}

/** How many rows there are. `rows`: what follows "from". */
export async function countRows(db: Database, rows: Sql): Promise<number> {
  const counted = await sql<{ count: number }>`select count(*) as count from ${rows}`.execute(db);
  return counted.rows[0]?.count ?? 0;
}

/** `rows`: a select without its limit. */
export async function countUpToMax(db: Database, rows: Sql): Promise<Total> {
  return totalOf(await countRows(db, sql`(${rows} limit ${count_max + 1}) as found`));
}

export interface Search {
  /** For ILIKE. */
  pattern: string;
  /** The same on usernames. */
  name: string;
  /** For LIKE on phone numbers; undefined if it cannot be a number. */
  number: string | undefined;
  /** Only digits were typed, or undefined. */
  digits: string | undefined;
  text: string;
}

/** LIKE's wildcards are escaped. */
export function searchFor(typed: string): Search {
  const { text, name, number, digits } = readTyped(typed);
  return {
    text,
    pattern: contains(text),
    name: contains(name),
    number: number === undefined ? undefined : contains(number),
    digits,
  };
}

function contains(text: string): string {
  return `%${text.replace(/[\\%_]/g, "\\$&")}%`;
}

export interface Range {
  low: number;
  high: number;
}

/**
 * Numbers whose decimal digits contain `digits` (`anchored`: start with them), as ranges that do not overlap, so that no
 * number occurs twice.
 */
export function numbersWith(digits: string, { low: least, high: most }: Range, anchored: boolean): Range[] {
  if (most < least) return [];
  if (digits === "") return [{ low: least, high: most }];
  const ranges: Range[] = [];
  const value = Number(digits);
  for (let behind = 1; value * behind <= most && behind <= most; behind *= 10) {
    const step = behind * 10 ** digits.length;
    const last = anchored ? 0 : Math.floor(most / step);
    for (let before = anchored ? 0 : Math.floor(least / step); before <= last; before++) {
      // Digits that start with a zero need others before them.
      if (before === 0 && digits.startsWith("0")) continue;
      const first = before * step + value * behind;
      const low = Math.max(least, first);
      const high = Math.min(most, first + behind - 1);
      if (low <= high) ranges.push({ low, high });
    }
  }
  return merged(ranges);
}

function merged(ranges: Range[]): Range[] {
  const apart: Range[] = [];
  for (const range of ranges.toSorted((a, b) => a.low - b.low)) {
    const last = apart.at(-1);
    if (last !== undefined && range.low <= last.high + 1) last.high = Math.max(last.high, range.high);
    else apart.push(range);
  }
  return apart;
}

export interface Searchable {
  /** The first `limit` rows in the list's order, with their `id`; without a limit, all rows. */
  source: (limit: number | undefined) => Sql;
  /** Joins to the source's rows, as o. Lateral, row by row: otherwise the planner reads whole tables. */
  joins: Sql;
  /** The condition that a joined row matches. */
  matches: Sql;
  /**
   * By index, from where the scan ended: at most `limit` ids each, sorted if `order` is given. None: the scan goes on to
   * the end instead.
   */
  branches?: (limit: number, order: Sql, beyond: number | undefined) => Sql[];
  /**
   * At most `limit` ids among a number of rows: used before counting by an index that cannot stop early. Frequent
   * matches are counted here, and rare ones cost the index little.
   */
  sample?: (rows: number, limit: number) => Sql;
  isOldestFirst: boolean;
  /** The list's sort columns, ending in the id; by default the id alone. Branches return all of them. */
  sort?: readonly string[];
}

/** "order by o.created_at desc, o.id desc"; from the list's end where it is `reversed`. */
export function orderBy(
  { sort = ["id"], isOldestFirst }: Pick<Searchable, "sort" | "isOldestFirst">,
  { of, reversed = false }: { of?: string; reversed?: boolean } = {},
): Sql {
  const direction = isOldestFirst === reversed ? sql`desc` : sql`asc`;
  const columns = sort.map((name) => sql`${sql.ref(of === undefined ? name : `${of}.${name}`)} ${direction}`);
  return sql`order by ${sql.join(columns)}`;
}

/** The first `limit` ids, in the list's order. */
export async function findIds(db: Database, searchable: Searchable, limit: number): Promise<number[]> {
  const { source, joins, matches, branches } = searchable;
  const inOrder = orderBy(searchable, { of: "o" });
  if (branches === undefined) {
    const { rows } = await sql<{ id: number }>`
      select o.id from (${source(undefined)}) as o ${joins} where ${matches} ${inOrder} limit ${limit}`.execute(
      db,
    );
    return rows.map(({ id }) => id);
  }
  const walk = await sql<{ walked: number; last: number | null; ids: number[] }>`
    with w as materialized (${source(walk_rows)})
    select (select count(*)::integer from w) as walked,
      (select id from w ${orderBy(searchable, { reversed: true })} limit 1) as last,
      to_json(array(select o.id from w o ${joins} where ${matches} ${inOrder} limit ${limit})) as ids
  `.execute(db);
  const { walked, last, ids } = walk.rows[0] ?? { walked: 0, last: null, ids: [] };
  if (ids.length >= limit || walked < walk_rows || last === null) return ids;
  const missing = limit - ids.length;
  const older = branches(missing, orderBy(searchable), last);
  return older.length === 0 ? ids : [...ids, ...(await idsOf(db, older, orderBy(searchable), missing))];
}

/** Counts up to count_max, so never more than a page or two of the index is read. */
export async function countFound(db: Database, searchable: Searchable): Promise<Total> {
  const limit = count_max + 1;
  const { branches, sample } = searchable;
  if (sample) {
    const { rows } = await sql`${sample(sample_rows, limit)}`.execute(db);
    if (rows.length === limit) return { count: count_max, isExact: false };
  }
  const ids =
    branches === undefined
      ? await findIds(db, searchable, limit)
      : await idsOf(db, branches(limit, sql``, undefined), sql``, limit);
  return totalOf(ids.length);
}

async function idsOf(db: Database, branches: Sql[], order: Sql, limit: number): Promise<number[]> {
  if (branches.length === 0) return [];
  const union = sql.join(
    branches.map((branch) => sql`(${branch})`),
    sql` union `,
  );
  const { rows } = await sql<{
    id: number;
  }>`select id from (${union}) as found ${order} limit ${limit}`.execute(db);
  return rows.map(({ id }) => id);
}

/** The filters that ask for one value of a column. */
export type Equal<Columns> = { [Name in keyof Columns]?: string | number | boolean | undefined };

/** "o.status = 'pending'" for each of these filters that is set. */
export function equal<Columns extends Record<string, Sql>>(columns: Columns, filter: Equal<Columns>): Sql[] {
  return Object.entries(columns).flatMap(([name, column]) =>
    filter[name] === undefined ? [] : [sql`${column} = ${filter[name]}`],
  );
}

/** The columns of fields, in a table that a query calls `of`, for example "o". */
export function columnsOf<Row, Fields extends Record<string, keyof Row & string>>(
  { columns }: Table<Row>,
  fields: Fields,
  of: string,
): { [Name in keyof Fields]: Sql } {
  const column = (field: keyof Row & string) => sql.ref(`${of}.${columns[field].name ?? field}`);
  return Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, column(field)])) as {
    [Name in keyof Fields]: Sql;
  };
}

/** The column's moment is on one of these days (UTC), both included. */
export function onDays(
  column: Sql,
  { from, to }: { from?: string | undefined; to?: string | undefined },
): Sql[] {
  return [
    ...(from === undefined ? [] : [sql`${column} >= (${from}::date)::timestamp at time zone 'UTC'`]),
    ...(to === undefined ? [] : [sql`${column} < (${to}::date + 1)::timestamp at time zone 'UTC'`]),
  ];
}

/** All columns of a table that a query calls `of`, for example "o", by the names that the ledger's rows have for them. */
export function wholeRow<Row>({ columns }: Table<Row>, of: string) {
  return Object.entries<Column<never>>(columns).map(([field, { name = field }]) =>
    sql.ref(`${of}.${name}`).as(field),
  );
}

/** "a and b", or "true". */
export function all(conditions: Sql[]): Sql {
  return conditions.length === 0 ? sql`true` : sql.join(conditions, sql` and `);
}

export function any(conditions: Sql[]): Sql {
  return sql`(${sql.join(conditions, sql` or `)})`;
}
