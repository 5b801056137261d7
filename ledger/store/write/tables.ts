/** Tables that are written as arrays: their columns, declared once, and the statements that follow from them. */
import {
  bigintArray,
  booleanArray,
  dateArray,
  hexArray,
  integerArray,
  jsonbArray,
  textArray,
  timestampArray,
  uuidArray,
} from "./binary-array.ts";
import type { Part } from "./statement.ts";

export interface Column<Row> {
  type: string;
  encode(rows: readonly Row[]): Buffer;
}

/** Columns by name, in the order in which they are written. */
export type Columns<Row> = Record<string, Column<Row>>;

export interface Table<Row> {
  name: string;
  key: readonly string[];
  columns: Columns<Row>;
}

/** Where projections are written to. */
export interface Target {
  /** Of the projections: `ledger`, or one that holds copies of them. The log is always `ledger.event`. */
  schema: string;
  /** Sums over days are added to their rows, or appended as rows that are summed up at the end. */
  sums: "add" | "append";
}

export const ledgerTarget: Target = { schema: "ledger", sums: "add" };

type Of<Row, Value> = (row: Row) => Value;

export const bigint = <Row>(of: Of<Row, number | null>): Column<Row> => ({
  type: "bigint",
  encode: (rows) => bigintArray(rows.map(of)),
});

export const integer = <Row>(of: Of<Row, number>): Column<Row> => ({
  type: "integer",
  encode: (rows) => integerArray(rows.map(of)),
});

export const boolean = <Row>(of: Of<Row, boolean>): Column<Row> => ({
  type: "boolean",
  encode: (rows) => booleanArray(rows.map(of)),
});

export const uuid = <Row>(of: Of<Row, string | null>): Column<Row> => ({
  type: "uuid",
  encode: (rows) => uuidArray(rows.map(of)),
});

export const text = <Row>(of: Of<Row, string | null>): Column<Row> => ({
  type: "text",
  encode: (rows) => textArray(rows.map(of)),
});

/** Of JSON texts. */
export const jsonb = <Row>(of: Of<Row, string | null>): Column<Row> => ({
  type: "jsonb",
  encode: (rows) => jsonbArray(rows.map(of)),
});

export const timestamptz = <Row>(of: Of<Row, string | null>): Column<Row> => ({
  type: "timestamptz",
  encode: (rows) => timestampArray(rows.map(of)),
});

export const date = <Row>(of: Of<Row, string>): Column<Row> => ({
  type: "date",
  encode: (rows) => dateArray(rows.map(of)),
});

/** Of hex texts that are `length_bytes` long. */
export const bytes = <Row>(length_bytes: number, of: Of<Row, string>): Column<Row> => ({
  type: "bytea",
  encode: (rows) => hexArray(rows.map(of), length_bytes),
});

/** `name`, here and below: of the part, unless it is the table's. */
export function insert<Row>(
  table: Table<Row>,
  rows: readonly Row[],
  target: Target,
  name = table.name,
): Part {
  return {
    name,
    sql: (first) => insertSql(table, target, first),
    values: encode(table.columns, rows),
  };
}

/** Inserts rows, or sets `changing` columns of those that exist: unless they are named, all but the key. */
export function upsert<Row>(
  table: Table<Row>,
  rows: readonly Row[],
  target: Target,
  changing = Object.keys(table.columns).filter((column) => !table.key.includes(column)),
): Part {
  const set = changing.map((column) => `${column} = excluded.${column}`).join(", ");
  return {
    name: table.name,
    sql: (first) =>
      `${insertSql(table, target, first)}\n  on conflict (${table.key.join(", ")}) do update set ${set}`,
    values: encode(table.columns, rows),
  };
}

/** Sets some columns of rows that exist. */
export function update<Row>(
  table: Table<Row>,
  rows: readonly Row[],
  target: Target,
  changing: readonly string[],
  name = table.name,
): Part {
  const all = [...table.key, ...changing];
  const columns = Object.fromEntries(
    Object.entries(table.columns).filter(([column]) => all.includes(column)),
  );
  const set = changing.map((column) => `${column} = u.${column}`).join(", ");
  const where = table.key.map((column) => `t.${column} = u.${column}`).join(" and ");
  return {
    name,
    sql: (first) =>
      `  update ${target.schema}."${table.name}" t set ${set}\n` +
      `  from unnest(${parameters(columns, first)})\n` +
      `    as u (${Object.keys(columns).join(", ")})\n  where ${where}`,
    values: encode(columns, rows),
  };
}

/** Adds count and value to rows of sums, and sets their position. */
export function add<Row>(table: Table<Row>, rows: readonly Row[], target: Target): Part {
  const set =
    "count = t.count + excluded.count, value = t.value + excluded.value, position = excluded.position";
  return {
    name: table.name,
    sql: (first) => {
      const sql = insertSql(table, target, first);
      return target.sums === "append"
        ? sql
        : `${sql}\n  on conflict (${table.key.join(", ")}) do update set ${set}`;
    },
    values: encode(table.columns, rows),
  };
}

/** `$1::bigint[], $2::text[]` */
export function parameters<Row>(columns: Columns<Row>, first: number): string {
  return Object.values(columns)
    .map(({ type }, index) => `$${first + index}::${type}[]`)
    .join(", ");
}

export function encode<Row>(columns: Columns<Row>, rows: readonly Row[]): Buffer[] {
  return Object.values(columns).map((column) => column.encode(rows));
}

function insertSql<Row>({ name, columns }: Table<Row>, { schema }: Target, first: number): string {
  return (
    `  insert into ${schema}."${name}" as t (${Object.keys(columns).join(", ")})\n` +
    `  select * from unnest(${parameters(columns, first)})`
  );
}
