/** An event as the log has it: its columns, and how they are written and read. */
import type { LedgerEvent } from "#ledger/core/events.ts";
import {
  bigint,
  bytes,
  type Columns,
  integer,
  jsonb,
  text,
  timestamptz,
  uuid,
} from "#ledger/core/rows/table.ts";
import { selected } from "./tables.ts";

/** An event with its place in the hash chain. */
export type LoggedEvent = LedgerEvent & { /** Hex. */ hash: string };

const hash_bytes = 32;
export const fingerprint_bytes = 16;

const decided: Columns<Omit<LedgerEvent, "position" | "house">> = {
  recorded_at: timestamptz,
  amount: bigint,
  balance_after: bigint,
  command_id: uuid,
  wallet: uuid,
  version: integer,
  fingerprint: bytes(fingerprint_bytes),
  stream: text,
  type: text,
  actor: text,
  counterparty: text,
  data: jsonb,
};

/** Without the position, because those of a batch follow each other. */
export const purchaseColumns: Columns<Omit<LoggedEvent, "position" | "house">> = {
  ...decided,
  hash: bytes(hash_bytes),
};

/** Few batches move money between house accounts. Purchases do without the column. */
export const houseColumns: Columns<Omit<LoggedEvent, "position">> = { ...purchaseColumns, house: text };

/** For a select of events: every column but the hash. */
export const eventColumns = `position, house, ${selected(decided)}`;

/** The same with the hash. */
export const loggedColumns = `position, ${selected(houseColumns)}`;

/** SQL for the moment that is so many hours before the last event. */
export function sinceHours(hours: number): string {
  return `(select recorded_at from ledger.head) - interval '${hours} hours'`;
}
