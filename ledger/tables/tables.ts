/** Statements that write tables as arrays. They follow from the columns that are said beside each row. */
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
import type { Column, Columns, ColumnType, Table } from "#ledger/core/rows/table.ts";
import type { Part } from "./statement.ts";

/** Where projections are written to. */
export interface Target {
  /** Of the projections: `ledger`, or one that holds copies of them. The log is always `ledger.event`. */
  schema: string;
  /** Sums over days are added to their rows, or appended as rows that are summed up at the end. */
  sums: "add" | "append";
}

export const ledgerTarget: Target = { schema: "ledger", sums: "add" };

const arrays: { [Type in ColumnType]: (values: readonly never[], length_bytes: number) => Buffer } = {
  bigint: bigintArray,
  integer: integerArray,
  boolean: booleanArray,
  uuid: uuidArray,
  text: textArray,
  timestamptz: timestampArray,
  date: dateArray,
  jsonb: (values) => jsonbArray(values.map((value) => (value === null ? null : JSON.stringify(value)))),
  bytea: hexArray,
};

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
  return fieldsOf(columns).map(([field, { type, length_bytes = 0 }]) =>
    arrays[type](rows.map((row) => row[field]) as never[], length_bytes),
  );
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
