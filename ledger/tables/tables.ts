/** Tables that are written as arrays. Each field of a row is said once, with its column: from it come all statements. */
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

export interface Column<Value> {
  /** In SQL. */
  type: string;
  encode(values: readonly Value[]): Buffer;
  /** In the table, if the row has another name for it. */
  name?: string;
}

/** A column for each field, in the order in which they are written. */
export type Columns<Row> = { [Field in keyof Row]-?: Column<Row[Field]> };

export interface Table<Row> {
  name: string;
  key: readonly (keyof Row)[];
  columns: Columns<Row>;
  /** Fields that never change once the row is there. */
  fixed?: readonly (keyof Row)[];
}

/** Where projections are written to. */
export interface Target {
  /** Of the projections: `ledger`, or one that holds copies of them. The log is always `ledger.event`. */
  schema: string;
  /** Sums over days are added to their rows, or appended as rows that are summed up at the end. */
  sums: "add" | "append";
}

export const ledgerTarget: Target = { schema: "ledger", sums: "add" };

export const bigint: Column<number | null> = { type: "bigint", encode: bigintArray };
export const integer: Column<number> = { type: "integer", encode: integerArray };
export const boolean: Column<boolean> = { type: "boolean", encode: booleanArray };
export const uuid: Column<string | null> = { type: "uuid", encode: uuidArray };
export const text: Column<string | null> = { type: "text", encode: textArray };
export const timestamptz: Column<string | null> = { type: "timestamptz", encode: timestampArray };
export const date: Column<string> = { type: "date", encode: dateArray };

/** Null is SQL's null, not JSON's. */
export const jsonb: Column<unknown> = {
  type: "jsonb",
  encode: (values) => jsonbArray(values.map((value) => (value === null ? null : JSON.stringify(value)))),
};

/** Hex texts that are `length_bytes` long. */
export function bytes(length_bytes: number): Column<string> {
  return { type: "bytea", encode: (values) => hexArray(values, length_bytes) };
}

/** The column has this name in the table. */
export function as<Value>(name: string, column: Column<Value>): Column<Value> {
  return { ...column, name };
}

/** The columns as a select gives whole rows, for example `user_id as user, balance`. */
export function selected<Row>(columns: Columns<Row>): string {
  return fieldsOf(columns)
    .map(([field, { name = field, type }]) => {
      if (type === "bytea") return `encode(${name}, 'hex') as ${field}`;
      return name === field ? name : `${name} as ${field}`;
    })
    .join(", ");
}

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

/** Inserts rows, or changes those that exist. */
export function upsert<Row>(table: Table<Row>, rows: readonly Row[], target: Target): Part {
  const set = namesOf(changingOf(table)).map((column) => `${column} = excluded.${column}`);
  return {
    name: table.name,
    sql: (first) =>
      `${insertSql(table, target, first)}\n  on conflict (${keyOf(table).join(", ")}) do update set ${set.join(", ")}`,
    values: encode(table.columns, rows),
  };
}

/** Changes rows that exist. */
export function update<Row>(
  table: Table<Row>,
  rows: readonly Row[],
  target: Target,
  name = table.name,
): Part {
  const { key, fixed = [] } = table;
  const columns = without(
    table.columns,
    fixed.filter((field) => !key.includes(field)),
  );
  const names = namesOf(columns).join(", ");
  const set = namesOf(changingOf(table)).map((column) => `${column} = u.${column}`);
  const where = keyOf(table).map((column) => `t.${column} = u.${column}`);
  return {
    name,
    sql: (first) =>
      `  update ${target.schema}."${table.name}" t set ${set.join(", ")}\n` +
      `  from unnest(${parameters(columns, first)})\n` +
      `    as u (${names})\n  where ${where.join(" and ")}`,
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
        : `${sql}\n  on conflict (${keyOf(table).join(", ")}) do update set ${set}`;
    },
    values: encode(table.columns, rows),
  };
}

/** `$1::bigint[], $2::text[]` */
export function parameters<Row>(columns: Columns<Row>, first: number): string {
  return fieldsOf(columns)
    .map(([, { type }], index) => `$${first + index}::${type}[]`)
    .join(", ");
}

export function encode<Row>(columns: Columns<Row>, rows: readonly Row[]): Buffer[] {
  return fieldsOf(columns).map(([field, column]) => column.encode(rows.map((row) => row[field])));
}

export function namesOf<Row>(columns: Columns<Row>): string[] {
  return fieldsOf(columns).map(([field, { name = field }]) => name);
}

function fieldsOf<Row>(columns: Columns<Row>) {
  return Object.entries(columns) as [keyof Row & string, Column<unknown>][];
}

function keyOf<Row>({ key, columns }: Table<Row>): string[] {
  return key.map((field) => columns[field].name ?? String(field));
}

function changingOf<Row>({ key, fixed = [], columns }: Table<Row>): Columns<Row> {
  return without(columns, [...key, ...fixed]);
}

function without<Row>(columns: Columns<Row>, fields: readonly (keyof Row)[]): Columns<Row> {
  return Object.fromEntries(
    fieldsOf(columns).filter(([field]) => !fields.includes(field)),
  ) as unknown as Columns<Row>;
}

function insertSql<Row>({ name, columns }: Table<Row>, { schema }: Target, first: number): string {
  return (
    `  insert into ${schema}."${name}" as t (${namesOf(columns).join(", ")})\n` +
    `  select * from unnest(${parameters(columns, first)})`
  );
}
