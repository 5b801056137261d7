/** What a batch appends: events, answered commands, the orders' details, and the new head of the log. */
import pg from "pg";
import type { Rejection } from "#contract/terms/rejections.ts";
import {
  fingerprint_bytes,
  houseColumns,
  type LoggedEvent,
  purchaseColumns,
} from "../tables/logged-event.ts";
import type { Part } from "../tables/statement.ts";
import { encode, insert, ledgerTarget, namesOf, parameters } from "../tables/tables.ts";
import { uuidArray } from "../tables/binary-array.ts";
import { type OrderDetail, orderDetailTable } from "#ledger/core/rows/orders.ts";
import { bigint, bytes, integer, jsonb, type Table, uuid } from "#ledger/core/rows/table.ts";

/** The events' positions follow each other, so only the first one is sent. */
export function insertEvents(events: LoggedEvent[]): Part {
  const isOfHouse = events.some(({ house }) => house !== null);
  const columns = isOfHouse ? houseColumns : purchaseColumns;
  const names = namesOf(columns).join(", ");
  return {
    name: isOfHouse ? "house_events" : "events",
    sql: (first) =>
      `  insert into ledger.event (position, ${names})\n` +
      `  select $${first}::bigint + n - 1, ${names}\n` +
      `  from unnest(${parameters(columns, first + 1)})\n` +
      `    with ordinality as u (${names}, n)`,
    values: [events[0]?.position ?? 0, ...encode(columns, events)],
  };
}

/** A command that was answered. */
export interface CommandRow {
  id: string;
  fingerprint: string;
  /** Of its first event; for a refused command, of the last event at that time. */
  position: number;
  /** How many events it wrote; 0 if it was refused. */
  events: number;
  rejection: Rejection | null;
}

const commands: Table<CommandRow> = {
  name: "command",
  key: ["id"],
  columns: {
    position: bigint,
    id: uuid,
    events: integer,
    fingerprint: bytes(fingerprint_bytes),
    rejection: jsonb,
  },
};

export function insertCommands(rows: CommandRow[]): Part {
  return insert(commands, rows, ledgerTarget);
}

export function insertOrderDetails(rows: OrderDetail[]): Part {
  return insert(orderDetailTable, rows, { ...ledgerTarget, schema: "shop" });
}

export interface Head {
  position: number;
  orders_placed: number;
  recorded_at: string;
  /** Hex. */
  hash: string;
  /** How often projections have been rebuilt beside the writers. */
  rebuilds: number;
}

/**
 * Moves the head from where this batch was decided and notifies the followers; a batch without events only compares it.
 * If another writer has moved it since, or a rebuild has changed rows, no row matches, and the division by zero takes back
 * the whole batch. The hash must match and not the position: other events may have reached the same position.
 * One NOTIFY a batch: it takes a lock over all commits of the cluster, here under a lock that the batch holds anyway.
 * `unkept`: commands whose answers the batch does not write. It is taken back if one of them was answered before.
 */
export function moveHead(from: Head, to: Head, unkept: string[]): Part[] {
  const isUnkept = unkept.length > 0;
  const seen = [from.hash, from.rebuilds, ...(isUnkept ? [uuidArray(unkept)] : [])];
  const isSeen = (first: number) =>
    `hash = decode($${first}, 'hex') and rebuilds = $${first + 1}::bigint` +
    (isUnkept ? ` and not exists (select from ledger.command where id = any ($${first + 2}::uuid[]))` : "");
  const suffix = isUnkept ? "_and_unanswered" : "";
  if (to.hash === from.hash) {
    const sql = (first: number) => `select 1 / (select count(*) from ledger.head where ${isSeen(first)})`;
    return [{ name: `same_head${suffix}`, sql, values: seen }];
  }
  return [
    {
      name: "head",
      sql: (first) => {
        const next = first + seen.length;
        return (
          `  update ledger.head set position = $${next}::bigint, orders_placed = $${next + 1}::bigint,\n` +
          `    recorded_at = $${next + 2}::timestamptz, hash = decode($${next + 3}, 'hex')\n` +
          `  where ${isSeen(first)} returning 1 as moved`
        );
      },
      values: [...seen, to.position, to.orders_placed, to.recorded_at, to.hash],
    },
    {
      name: `notify${suffix}`,
      sql: (first) => `select 1 / (select count(*) from head), pg_notify('${channel}', $${first}::text)`,
      values: [to.position],
    },
  ];
}

/** Whether a batch failed because another process has written, or because one of its commands was answered before. */
export function isOvertaken(error: unknown): boolean {
  return error instanceof pg.DatabaseError && (error.code === "22012" || error.schema === "ledger");
}

/** Followers listen here. The payload is the head's position, and only a hint. */
export const channel = "ledger";
