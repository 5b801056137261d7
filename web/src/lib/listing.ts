import type { LiveEvent } from "#contract/live.ts";

/**
 * Rows in the query cache, with the log position that the fetch reflects. Of two versions of a row, the one with the
 * higher position is newer. Everything here follows from that rule.
 */
export interface Listing<Row extends Positioned> {
  rows: Row[];
  position: number;
  /** The number of rows in all pages. For a whole list, the number of `rows`. */
  total: number;
  /** False if there are more than `total`, because the server stopped counting. */
  isTotalExact: boolean;
  /** The cursor of the next page, or null on the last page and for whole lists. */
  next: number | string | null;
  /** Keys of rows that arrived after the fetch, belong to the list and are not shown yet: the "n new" of a page. */
  arrived: string[];
}

export interface Positioned {
  position: number;
}

export interface Rules<Row extends Positioned> {
  key: (row: Row) => string;
  /** The list's name in "removed" events, or undefined if rows are never removed. */
  list?: Extract<LiveEvent, { event: "removed" }>["data"]["list"];
  /** Returns the row that an event carries for this list, if any. */
  takes: (event: LiveEvent) => Row | undefined;
  /** insert: a new row is added. announce: a new row is only counted, so that no row moves under a finger. */
  unknown: "insert" | "announce";
  /** The list's order. Without it a new row is appended. */
  compare?: (a: Row, b: Row) => number;
  /** The most rows that the list may have. */
  rows_max?: number;
  /** Whether a row belongs to this list. Called for unknown rows only. */
  belongs?: (row: Row, list: Listing<Row>) => boolean;
  /** Combines a row of the feed with the old row, if the feed carries fewer fields. */
  merge?: (row: Row, old: Row | undefined) => Row;
}

export function listing<Row extends Positioned>(rows: Row[], position: number): Listing<Row> {
  return { rows, position, total: rows.length, isTotalExact: true, next: null, arrived: [] };
}

export function isListing<Row extends Positioned>(value: unknown): value is Listing<Row> {
  return typeof value === "object" && value !== null && "rows" in value && "arrived" in value;
}

/** Applies an event to a list. Returns the same object if nothing changes. */
export function applyEvent<Row extends Positioned>(
  list: Listing<Row>,
  event: LiveEvent,
  rules: Rules<Row>,
): Listing<Row> {
  if (event.event === "removed")
    return event.data.list === rules.list ? remove(list, event.data._id, rules) : list;
  const row = rules.takes(event);
  return row === undefined ? list : upsert(list, row, rules);
}

/**
 * Merges a fetched list into the cached one: of each row the newer version wins, and rows that came over the feed since
 * stay. `recent` are the feed's last events; some may have arrived during the fetch.
 */
export function reconcile<Row extends Positioned>(
  cached: Listing<Row> | undefined,
  fetched: Listing<Row>,
  rules: Rules<Row>,
  recent: readonly LiveEvent[],
): Listing<Row> {
  let result = cached === undefined ? fetched : keepNewer(cached, fetched, rules);
  for (const event of recent) {
    if (event.position > fetched.position) result = applyEvent(result, event, rules);
  }
  return result;
}

function keepNewer<Row extends Positioned>(
  cached: Listing<Row>,
  fetched: Listing<Row>,
  rules: Rules<Row>,
): Listing<Row> {
  const known = new Map(cached.rows.map((row) => [rules.key(row), row]));
  let changed = false;
  const rows = fetched.rows.map((row) => {
    const old = known.get(rules.key(row));
    known.delete(rules.key(row));
    if (old === undefined || old.position <= row.position) return row;
    changed = true;
    return old;
  });
  let result = changed ? { ...fetched, rows } : fetched;
  if (rules.unknown === "insert") {
    for (const row of known.values())
      if (row.position > fetched.position) result = upsert(result, row, rules);
  }
  return result;
}

function upsert<Row extends Positioned>(list: Listing<Row>, row: Row, rules: Rules<Row>): Listing<Row> {
  const key = rules.key(row);
  const at = list.rows.findIndex((old) => rules.key(old) === key);
  const old = list.rows[at];
  if (old !== undefined && old.position >= row.position) return list;
  const merged = rules.merge?.(row, old) ?? row;
  if (old !== undefined) return { ...list, rows: list.rows.with(at, merged) };
  return rules.unknown === "insert" ? insert(list, merged, rules) : announce(list, row, rules);
}

function insert<Row extends Positioned>(list: Listing<Row>, row: Row, rules: Rules<Row>): Listing<Row> {
  if (rules.belongs?.(row, list) === false) return list;
  const rows = [...list.rows, row];
  if (rules.compare !== undefined) rows.sort(rules.compare);
  return { ...list, rows: rows.slice(0, rules.rows_max), total: list.total + 1 };
}

function announce<Row extends Positioned>(list: Listing<Row>, row: Row, rules: Rules<Row>): Listing<Row> {
  const key = rules.key(row);
  const others = list.arrived.filter((other) => other !== key);
  const arrived = rules.belongs?.(row, list) === false ? others : [...others, key];
  return arrived.length === list.arrived.length ? list : { ...list, arrived };
}

function remove<Row extends Positioned>(list: Listing<Row>, key: string, rules: Rules<Row>): Listing<Row> {
  const rows = list.rows.filter((row) => rules.key(row) !== key);
  const arrived = list.arrived.filter((other) => other !== key);
  const gone = list.rows.length - rows.length;
  if (gone === 0 && arrived.length === list.arrived.length) return list;
  return { ...list, rows, arrived, total: list.total - (list.isTotalExact ? gone : 0) };
}

/** Whether all rows of a page were removed while more rows follow on the next page. */
export function hasOnlyRemovedRows(value: unknown): boolean {
  return isListing(value) && value.rows.length === 0 && value.next !== null;
}
