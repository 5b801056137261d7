/** The hot path's writes: what one batch of commands becomes in the database. */
import type { OrderDetail } from "#ledger/decide/command.ts";
import type { LedgerEvent } from "#ledger/decide/events.ts";
import {
  bigintArray,
  hexArray,
  integerArray,
  jsonbArray,
  textArray,
  timestampArray,
  uuidArray,
} from "./binary-array.ts";
import type { Part } from "./statement.ts";

const hash_bytes = 32;
const fingerprint_bytes = 16;

export interface HashedEvent {
  event: LedgerEvent;
  /** Hex. */
  hash: string;
}

/** Positions run on from the first. */
export function insertEvents(events: HashedEvent[]): Part {
  return {
    name: "events",
    sql: `insert into ledger.event (position, amount, balance_after, recorded_at, command_id, wallet, version,
            fingerprint, hash, stream, type, actor, counterparty, data)
          select $1::bigint + n - 1, amount, balance_after, recorded_at, command_id, wallet, version,
            fingerprint, hash, stream, type, actor, counterparty, data
          from unnest($2::timestamptz[], $3::bigint[], $4::bigint[], $5::uuid[], $6::uuid[], $7::integer[], $8::bytea[], $9::bytea[],
            $10::text[], $11::text[], $12::text[], $13::text[], $14::jsonb[])
            with ordinality as u (recorded_at, amount, balance_after, command_id, wallet, version, fingerprint, hash, stream, type,
              actor, counterparty, data, n)`,
    values: [
      events[0]?.event.position ?? 0,
      timestampArray(events.map(({ event }) => event.recorded_at)),
      bigintArray(events.map(({ event }) => event.amount)),
      bigintArray(events.map(({ event }) => event.balance_after)),
      uuidArray(events.map(({ event }) => event.command_id)),
      uuidArray(events.map(({ event }) => event.wallet)),
      integerArray(events.map(({ event }) => event.version)),
      hexArray(
        events.map(({ event }) => event.fingerprint),
        fingerprint_bytes,
      ),
      hexArray(
        events.map(({ hash }) => hash),
        hash_bytes,
      ),
      textArray(events.map(({ event }) => event.stream)),
      textArray(events.map(({ event }) => event.type)),
      textArray(events.map(({ event }) => event.actor)),
      textArray(events.map(({ event }) => event.counterparty)),
      jsonbArray(events.map(({ event }) => JSON.stringify(event.data))),
    ],
  };
}

export interface CommandRow {
  id: string;
  fingerprint: string;
  /** First event's position; for a refused command, the log's last position when it was refused. */
  position: number;
  /** How many events it wrote: 0 for a refused one. */
  events: number;
  /** JSON of the rejection. */
  rejection: string | null;
}

export function insertCommands(rows: CommandRow[]): Part {
  return {
    name: "commands",
    sql: `insert into ledger.command (position, id, events, fingerprint, rejection)
          select * from unnest($1::bigint[], $2::uuid[], $3::integer[], $4::bytea[], $5::jsonb[])`,
    values: [
      bigintArray(rows.map((row) => row.position)),
      uuidArray(rows.map((row) => row.id)),
      integerArray(rows.map((row) => row.events)),
      hexArray(
        rows.map((row) => row.fingerprint),
        fingerprint_bytes,
      ),
      jsonbArray(rows.map((row) => row.rejection)),
    ],
  };
}

export function insertOrderDetails(rows: OrderDetail[]): Part {
  return {
    name: "details",
    sql: `insert into shop.order_detail (order_id, receiver, form)
          select * from unnest($1::bigint[], $2::text[], $3::text[])`,
    values: [
      bigintArray(rows.map((row) => row.order)),
      textArray(rows.map((row) => row.receiver)),
      textArray(rows.map((row) => row.form)),
    ],
  };
}

export interface Head {
  position: number;
  orders_placed: number;
  recorded_at: string;
  /** Hex. */
  hash: string;
  /** How often the projections were rebuilt under the writers' feet. */
  rebuilds: number;
}

/**
 * Moves the head from where this batch was decided, and wakes the followers. Where another writer has moved it in
 * the meantime, or a rebuild has changed rows, no row matches, and the division by zero takes the whole batch back. It is the hash that must match:
 * a position may have been reached by other events.
 * NOTIFY once a batch: it takes a lock over all commits of the cluster, here under a lock the batch holds anyway.
 */
export function moveHead(from: Head, to: Head): Part[] {
  return [
    {
      name: "head",
      sql: `update ledger.head set position = $2::bigint, orders_placed = $3::bigint, recorded_at = $4::timestamptz,
              hash = decode($5, 'hex') where hash = decode($1, 'hex') and rebuilds = $6::bigint returning 1 as moved`,
      values: [from.hash, to.position, to.orders_placed, to.recorded_at, to.hash, from.rebuilds],
    },
    {
      name: "notify",
      sql: `select 1 / (select count(*) from head), pg_notify('${channel}', $1::text)`,
      values: [to.position],
    },
  ];
}

/** Where followers listen; the payload is the head's position, and only a hint. */
export const channel = "ledger";
