/** The hot path's writes: what one batch of commands becomes in the database. */
import type { OrderDetail } from "#ledger/decide/command.ts";
import type { LedgerEvent } from "#ledger/decide/events.ts";
import { type Part, plainArray, textArray } from "./statement.ts";

export interface HashedEvent {
  event: LedgerEvent;
  hash: Buffer;
}

/** Positions run on from the first. */
export function insertEvents(events: HashedEvent[]): Part {
  return {
    name: "events",
    sql: `insert into ledger.event (position, amount, balance_after, recorded_at, command_id, wallet, version,
            fingerprint, hash, stream, type, actor, counterparty, data)
          select $1::bigint + n - 1, amount, balance_after, recorded_at, command_id, wallet, version,
            decode(fingerprint, 'hex'), decode(hash, 'hex'), stream, type, actor, counterparty, data
          from unnest($2::timestamptz[], $3::bigint[], $4::bigint[], $5::uuid[], $6::uuid[], $7::integer[], $8::text[], $9::text[],
            $10::text[], $11::text[], $12::text[], $13::text[], $14::jsonb[])
            with ordinality as u (recorded_at, amount, balance_after, command_id, wallet, version, fingerprint, hash, stream, type,
              actor, counterparty, data, n)`,
    values: [
      events[0]?.event.position ?? 0,
      plainArray(events.map(({ event }) => event.recorded_at)),
      plainArray(events.map(({ event }) => event.amount)),
      plainArray(events.map(({ event }) => event.balance_after)),
      plainArray(events.map(({ event }) => event.command_id)),
      plainArray(events.map(({ event }) => event.wallet)),
      plainArray(events.map(({ event }) => event.version)),
      plainArray(events.map(({ event }) => event.fingerprint)),
      plainArray(events.map(({ hash }) => hash.toString("hex"))),
      plainArray(events.map(({ event }) => event.stream)),
      plainArray(events.map(({ event }) => event.type)),
      plainArray(events.map(({ event }) => event.actor)),
      plainArray(events.map(({ event }) => event.counterparty)),
      textArray(events.map(({ event }) => JSON.stringify(event.data))),
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
          select position, id, events, decode(fingerprint, 'hex'), rejection
          from unnest($1::bigint[], $2::uuid[], $3::integer[], $4::text[], $5::jsonb[])
            as u (position, id, events, fingerprint, rejection)`,
    values: [
      plainArray(rows.map((row) => row.position)),
      plainArray(rows.map((row) => row.id)),
      plainArray(rows.map((row) => row.events)),
      plainArray(rows.map((row) => row.fingerprint)),
      textArray(rows.map((row) => row.rejection)),
    ],
  };
}

export function insertOrderDetails(rows: OrderDetail[]): Part {
  return {
    name: "details",
    sql: `insert into shop.order_detail (order_id, receiver, form)
          select * from unnest($1::bigint[], $2::text[], $3::text[])`,
    values: [
      plainArray(rows.map((row) => row.order)),
      textArray(rows.map((row) => row.receiver)),
      textArray(rows.map((row) => row.form)),
    ],
  };
}

export interface Head {
  position: number;
  orders_placed: number;
  recorded_at: string;
  hash: Buffer;
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
      values: [
        from.hash.toString("hex"),
        to.position,
        to.orders_placed,
        to.recorded_at,
        to.hash.toString("hex"),
        from.rebuilds,
      ],
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
