/** How rows are stored: each field's column is said once, beside the row. ledger/tables makes the statements of them. */

export type ColumnType =
  | "bigint"
  | "integer"
  | "boolean"
  | "uuid"
  | "text"
  | "timestamptz"
  | "date"
  | "jsonb"
  | "bytea";

export interface Column<Value> {
  /** In SQL. */
  type: ColumnType;
  /** In the table, if the row has another name for it. */
  name?: string;
  /** Of bytea: how long each value is. */
  length_bytes?: number;
  /** What it can store. Only the compiler asks. */
  stores?: (value: Value) => void;
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

export const bigint: Column<number | null> = { type: "bigint" };
export const integer: Column<number> = { type: "integer" };
export const boolean: Column<boolean> = { type: "boolean" };
export const uuid: Column<string | null> = { type: "uuid" };
export const text: Column<string | null> = { type: "text" };
export const timestamptz: Column<string | null> = { type: "timestamptz" };
export const date: Column<string> = { type: "date" };
/** Null is SQL's null, not JSON's. */
export const jsonb: Column<unknown> = { type: "jsonb" };

/** Hex texts that are `length_bytes` long. */
export function bytes(length_bytes: number): Column<string> {
  return { type: "bytea", length_bytes };
}

/** The column has this name in the table. */
export function as<Value>(name: string, column: Column<Value>): Column<Value> {
  return { ...column, name };
}

/** What every row has. Rows are plain data: they need no event and no command. */
export interface Row {
  /** Version of the row's own stream. */
  version: number;
  /** Position of the event that last changed the row. */
  position: number;
}
