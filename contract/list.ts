/**
 * A list, said once. Its declaration names the columns, filters, search, days and order of its rows. From it come the query
 * of its call, the columns of its files, the address, filters, table and cards of its page, and whether a row that the
 * feed brings belongs to what is on the screen.
 *
 * Contract files mark their calls of these functions as pure. Without it the page's bundle would keep their operations.
 */
import * as v from "valibot";
import { dayOf, formatDateTime } from "#contract/terms/dates.ts";
import type { Level } from "#contract/terms/statuses.ts";
import type { Cell } from "./csv.ts";
import {
  days,
  listOwner,
  oneOf,
  onlyMine,
  pageCursor,
  pageLimit,
  queryInOrder,
  searchText,
} from "./lists.ts";
import { fileAnswer, fileFormats } from "./files.ts";
import type { DownloadPath } from "./tickets.ts";
import type { ColumnKind } from "./workbook.ts";

/**
 * Where a card on a phone shows a value, from its top: beside the title (`lead`), the bold first line (`title`), the small
 * print below it (`line`), on the right (`end`), a paragraph below all of these (`text`), small print as wide as the card
 * (`more`), and the controls (`foot`).
 */
export type CardSlot = "lead" | "title" | "line" | "end" | "text" | "more" | "foot";

/** A column of the table, of the files, or of both. Files and table have them in the order of the declaration. */
export interface Field<Row> {
  title: string;
  /** The value, in cedis or as an ISO moment if `kind` says so. Absent: the row's field with this field's name. */
  value?: (row: Row) => Cell;
  /** How the value is written. */
  kind?: "cedis" | "moment" | "phone";
  /** `table`: files leave it out. `file`: the table leaves it out. Absent: both have it. */
  only?: "table" | "file";
  /** Its title in files, if that is not `title`. */
  fileTitle?: string;
  /** Absent: cards leave it out. */
  card?: CardSlot;
}

/** How an admin sets a filter. `chosen`: by a link elsewhere; the page only shows it and lets them clear it. */
export type Control =
  | { kind: "chips" | "choice"; values: readonly string[]; names?: Readonly<Record<string, string>> }
  | { kind: "user"; mayBeSystem?: true }
  | { kind: "number" | "chosen" };

type QueryText = v.GenericSchema<string | undefined, unknown>;

/** One filter of a list. Its name is the parameter of the call and of the page's address. */
export interface Filter<Row = never> {
  label: string;
  /** What the call accepts, as text. */
  query: QueryText;
  control: Control;
  /** The value that a row must have. Absent: the row's field with the filter's name. */
  of?: (row: Row) => unknown;
  /** What the page shows without a choice. `all` in the address takes it away. */
  initial?: string;
}

/** What an admin asked of a list, as text: its filters by name, and what every list has. */
export type Asked = { [name in string]?: string | undefined };

export interface ListDeclaration<Row> {
  /** "orders": in the names of files and in sentences. */
  name: string;
  /** "order": one of them, in sentences. */
  noun: string;
  /** What tells a row from all others. */
  key: (row: Row) => string;
  /** The call that answers it. */
  path: `/${string}`;
  /** How many rows a page may have. */
  sizes: readonly number[];
  /** The call that answers it as a file, if it has one. */
  file?: DownloadPath;
  fields: Readonly<Record<string, Field<Row>>>;
  filters: Readonly<Record<string, Filter<Row>>>;
  /** What the search covers, in the words of the empty search box, and whether it finds a row. */
  search?: { placeholder: string; finds?: (typed: string, row: Row) => boolean };
  /** What its cursors are, if not numbers. */
  cursor?: QueryText;
  /** What else the call takes, and no page sets. */
  parameters?: Readonly<Record<string, QueryText>>;
  /** The moment by which its days count, ISO. */
  days?: (row: Row) => string;
  /** An admin may ask for one user's rows, and anybody gets only their own, from the newest or the oldest. */
  owned?: { user: (row: Row) => string; order?: (asked: Asked) => "newest" | "oldest" };
  /**
   * What only admins see of a row, and what others get instead, in the list's own answers and files. The feed, the answers to
   * commands and a user's own data have whole records, so only the list's query may add such a value.
   */
  adminOnly?: { readonly [name in string]: null | undefined };
  /** How the feed changes it. Absent: the feed does not. */
  live?: {
    /** The events that carry its rows. */
    events: readonly ("ordersUpdated" | "rechargeUpdated" | "userUpdated" | "CurrUserUpdated")[];
    /** Its name in `removed` events. */
    removed: "order" | "recharge" | "user";
    /**
     * Whether a row that passes the filters, and is not on the screen, is new to the list. `first`: the rows of the first
     * page, if that is on the screen.
     */
    isNew: (row: Row, asked: Asked, first: readonly Row[] | undefined) => boolean;
  };
}

/** A list of any rows. */
export type AnyList = ListDeclaration<never>;

/** Checks a declaration, and keeps the names and schemas of its filters. */
export function declareList<Row>() {
  type Hidden = { readonly [Name in keyof Row]?: null | undefined };
  return <const List extends ListDeclaration<Row> & { adminOnly?: Hidden }>(list: List): List => list;
}

type FilterEntries<List extends AnyList> = {
  [Name in keyof List["filters"]]: List["filters"][Name]["query"];
};
type Entries<List extends AnyList> = {
  limit: typeof pageLimit;
  cursor: List extends { cursor: infer Cursor extends QueryText } ? Cursor : typeof pageCursor;
} & (List extends {
  search: object;
}
  ? { search: typeof searchText }
  : unknown) &
  (List extends { days: object } ? typeof days : unknown) &
  (List extends { owned: object } ? typeof ownedEntries : unknown) &
  (List extends { parameters: infer Parameters } ? Parameters : unknown) &
  FilterEntries<List>;

const ownedEntries = {
  mine: onlyMine,
  user: listOwner,
  order: v.optional(v.picklist(["newest", "oldest"], "The order is one of: newest, oldest"), "newest"),
};

/** The query of the list's call. */
export function queryOf<List extends AnyList>(list: List) {
  return queryInOrder(entriesOf(list));
}

function entriesOf<List extends AnyList>(list: List): Entries<List> {
  const filters = Object.entries(list.filters).map(([name, { query }]) => [name, query]);
  return {
    limit: pageLimit,
    cursor: list.cursor ?? pageCursor,
    ...(list.search && { search: searchText }),
    ...(list.days && days),
    ...(list.owned && ownedEntries),
    ...list.parameters,
    ...Object.fromEntries(filters),
  };
}

/** The call that answers a list as a file. */
export function fileOperation<List extends AnyList & { file: DownloadPath }>(list: List, summary: string) {
  return {
    call: `GET ${list.file}`,
    summary,
    query: queryInOrder({ ...entriesOf(list), format: oneOf("format", fileFormats) }),
    download: true,
    answer: fileAnswer,
  } as const;
}

/** The handler's input without what turns pages and what a file is written as: what it filters by. */
export function filterOf<Query extends { limit?: unknown; cursor?: unknown; format?: unknown }>({
  limit: _,
  cursor: __,
  format: ___,
  ...filter
}: Query): Omit<Query, "limit" | "cursor" | "format"> {
  return filter;
}

/** The columns of the list's files: heading, cell, and what a workbook takes it for. */
export function fileColumns<Row>({
  fields,
}: {
  fields: Readonly<Record<string, Omit<Field<Row>, "card">>>;
  key?: (row: Row) => string;
}): (readonly [heading: string, cell: (row: Row) => Cell, kind?: ColumnKind])[] {
  return Object.entries(fields)
    .filter(([, { only }]) => only !== "table")
    .map(([name, field]) => {
      const cell = (row: Row) => written(valueOf(name, field, row), field.kind);
      const heading = field.fileTitle ?? field.title;
      if (field.kind === "cedis") return [`${heading} (GHS)`, cell, field.kind] as const;
      return field.kind === "moment" ? ([heading, cell, field.kind] as const) : ([heading, cell] as const);
    });
}

function written(value: Cell, kind: Field<never>["kind"]): Cell {
  if (value === null) return null;
  if (kind === "cedis") return Number(value).toFixed(2);
  return kind === "moment" ? formatDateTime(String(value)) : value;
}

export function valueOf<Row>(name: string, { value }: Pick<Field<Row>, "value">, row: Row): Cell {
  return value === undefined ? (row[name as keyof Row] as Cell) : value(row);
}

/** A row as this caller may see it. */
export function asSeen<Row>(
  { adminOnly }: Pick<ListDeclaration<Row>, "adminOnly">,
  { level }: { level: Level },
  row: Row,
): Row {
  return level === "Admin" ? row : { ...row, ...adminOnly };
}

/** Whether a row passes what was asked. A search that only the server can answer finds nothing. */
export function passes<Row>(list: ListDeclaration<Row>, asked: Asked, row: Row): boolean {
  const { search, from, to, user } = asked;
  const day = list.days && dayOf(list.days(row));
  return (
    (search === undefined || list.search?.finds?.(search, row) === true) &&
    (from === undefined || (day !== undefined && day >= from)) &&
    (to === undefined || (day !== undefined && day <= to)) &&
    (user === undefined || list.owned === undefined || list.owned.user(row) === user) &&
    Object.entries(list.filters).every(([name, { query, of }]) => {
      const text = asked[name];
      if (text === undefined) return true;
      const value = of === undefined ? row[name as keyof Row] : of(row);
      return value === v.parse(query, text);
    })
  );
}

/** A filter with one of a few values. `names`: how the page calls them. */
export function choiceFilter<const Values extends readonly string[]>(
  name: string,
  label: string,
  values: Values,
  { as = "choice", names }: { as?: "chips" | "choice"; names?: Readonly<Record<string, string>> } = {},
) {
  return { label, query: oneOf(name, values), control: { kind: as, values, ...(names && { names }) } };
}
