/** What a batch appends: events, answered commands, the orders' details, and the new head of the log. */
import type { OrderDetail } from "#ledger/decide/command.ts";
import type { LedgerEvent } from "#ledger/decide/events.ts";
import type { Part } from "./statement.ts";
import {
  bigint,
  bytes,
  type Columns,
  encode,
  insert,
  integer,
  jsonb,
  ledgerTarget,
  parameters,
  type Table,
  text,
  timestamptz,
  uuid,
} from "./tables.ts";

const hash_bytes = 32;
const fingerprint_bytes = 16;

export interface HashedEvent {
  event: LedgerEvent;
  /** Hex. */
  hash: string;
}

const eventColumns: Columns<HashedEvent> = {
  recorded_at: timestamptz(({ event }) => event.recorded_at),
  amount: bigint(({ event }) => event.amount),
  balance_after: bigint(({ event }) => event.balance_after),
  command_id: uuid(({ event }) => event.command_id),
  wallet: uuid(({ event }) => event.wallet),
  version: integer(({ event }) => event.version),
  fingerprint: bytes(fingerprint_bytes, ({ event }) => event.fingerprint),
  hash: bytes(hash_bytes, ({ hash }) => hash),
  stream: text(({ event }) => event.stream),
  type: text(({ event }) => event.type),
  actor: text(({ event }) => event.actor),
  counterparty: text(({ event }) => event.counterparty),
  data: jsonb(({ event }) => JSON.stringify(event.data)),
};
/** Few batches move money between house accounts. Purchases do without the column. */
const houseColumns: Columns<HashedEvent> = { ...eventColumns, house: text(({ event }) => event.house) };

/** The events' positions follow each other, so only the first one is sent. */
export function insertEvents(events: HashedEvent[]): Part {
  const isOfHouse = events.some(({ event }) => event.house !== null);
  const columns = isOfHouse ? houseColumns : eventColumns;
  const names = Object.keys(columns).join(", ");
  return {
    name: isOfHouse ? "house_events" : "events",
    sql: (first) =>
      `  insert into ledger.event (position, ${names})\n` +
      `  select $${first}::bigint + n - 1, ${names}\n` +
      `  from unnest(${parameters(columns, first + 1)})\n` +
      `    with ordinality as u (${names}, n)`,
    values: [events[0]?.event.position ?? 0, ...encode(columns, events)],
  };
}

export interface CommandRow {
  id: string;
  fingerprint: string;
  /** Of its first event; for a refused command, of the last event at that time. */
  position: number;
  /** How many events it wrote; 0 if it was refused. */
  events: number;
  /** JSON of the rejection. */
  rejection: string | null;
}

const commands: Table<CommandRow> = {
  name: "command",
  key: ["id"],
  columns: {
    position: bigint((row) => row.position),
    id: uuid((row) => row.id),
    events: integer((row) => row.events),
    fingerprint: bytes(fingerprint_bytes, (row) => row.fingerprint),
    rejection: jsonb((row) => row.rejection),
  },
};

export function insertCommands(rows: CommandRow[]): Part {
  return insert(commands, rows, ledgerTarget);
}

const details: Table<OrderDetail> = {
  name: "order_detail",
  key: ["order_id"],
  columns: {
    order_id: bigint((row) => row.order),
    receiver: text((row) => row.receiver),
    form: text((row) => row.form),
  },
};

export function insertOrderDetails(rows: OrderDetail[]): Part {
  return insert(details, rows, { ...ledgerTarget, schema: "shop" });
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
 * Moves the head from where this batch was decided and notifies the followers. If another writer has moved it since, or
 * a rebuild has changed rows, no row matches, and the division by zero takes back the whole batch. The hash must match
 * and not the position: other events may have reached the same position.
 * One NOTIFY a batch: it takes a lock over all commits of the cluster, here under a lock that the batch holds anyway.
 */
export function moveHead(from: Head, to: Head): Part[] {
  return [
    {
      name: "head",
      sql: (first) =>
        `  update ledger.head set position = $${first + 2}::bigint, orders_placed = $${first + 3}::bigint,\n` +
        `    recorded_at = $${first + 4}::timestamptz, hash = decode($${first + 5}, 'hex')\n` +
        `  where hash = decode($${first}, 'hex') and rebuilds = $${first + 1}::bigint returning 1 as moved`,
      values: [from.hash, from.rebuilds, to.position, to.orders_placed, to.recorded_at, to.hash],
    },
    {
      name: "notify",
      sql: (first) => `select 1 / (select count(*) from head), pg_notify('${channel}', $${first}::text)`,
      values: [to.position],
    },
  ];
}

/** Followers listen here. The payload is the head's position, and only a hint. */
export const channel = "ledger";
