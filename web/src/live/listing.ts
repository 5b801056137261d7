import type { LiveEvent } from "#api/contract/live.ts";

/**
 * Rows as the query cache keeps them, with the position of the log that the fetch answered for. Of two versions of a
 * row the one with the higher position is the newer; everything here follows from that.
 */
export interface Listing<Row extends Positioned> {
  rows: Row[];
  position: number;
  /** How many there are in all pages; the number of rows where the list is whole. */
  total: number;
  /** False where there are more than `total`: the server stopped counting. */
  isTotalExact: boolean;
  /** The cursor of the next page; null on the last one and for whole lists. */
  next: number | string | null;
  /** Keys of rows that belong here, came after the fetch and were not put in: the "n new" of a page. */
  arrived: string[];
}

export interface Positioned {
  position: number;
}

export interface Rules<Row extends Positioned> {
  key: (row: Row) => string;
  /** What the feed calls such rows when one is removed, by its key; undefined where none ever is. */
  list?: Extract<LiveEvent, { event: "removed" }>["data"]["list"];
  /** The row that an event carries for this list, if any. */
  takes: (event: LiveEvent) => Row | undefined;
  /** insert: a row that is new to the list goes in. announce: it is only counted, so that no row moves under a finger. */
  unknown: "insert" | "announce";
  /** For lists in an order of their own; otherwise a new row is appended. */
  compare?: (a: Row, b: Row) => number;
  /** For a list that holds only the first so many. */
  rows_max?: number;
  /** Whether a changed row still counts as one of this list's; asked of unknown rows only. */
  belongs?: (row: Row, list: Listing<Row>) => boolean;
  /** Where the feed says less than the list does, what is kept of the old row. */
  merge?: (row: Row, old: Row | undefined) => Row;
}

export function listing<Row extends Positioned>(rows: Row[], position: number): Listing<Row> {
  return { rows, position, total: rows.length, isTotalExact: true, next: null, arrived: [] };
}

export function isListing<Row extends Positioned>(value: unknown): value is Listing<Row> {
  return typeof value === "object" && value !== null && "rows" in value && "arrived" in value;
}

/** The list after an event. The same object where the event changes nothing. */
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
 * What the cache holds after a fetch: the fetched rows, but none older than the cached one, and with the rows that came
 * over the feed since. `recent` are the feed's last events: some may have arrived while the fetch was on its way.
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
  return rules.unknown === "insert" ? insert(list, merged, rules) : announce(list, key, row, rules);
}

function insert<Row extends Positioned>(list: Listing<Row>, row: Row, rules: Rules<Row>): Listing<Row> {
  if (rules.belongs?.(row, list) === false) return list;
  const rows = [...list.rows, row];
  if (rules.compare !== undefined) rows.sort(rules.compare);
  return { ...list, rows: rows.slice(0, rules.rows_max), total: list.total + 1 };
}

function announce<Row extends Positioned>(
  list: Listing<Row>,
  key: string,
  row: Row,
  rules: Rules<Row>,
): Listing<Row> {
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

/** A page all of whose rows were removed, while there are more behind it. */
export function isUsedUp(value: unknown): boolean {
  return isListing(value) && value.rows.length === 0 && value.next !== null;
}
