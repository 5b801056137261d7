/** The list of messages: filtered, in pages, with counts. Also the health of the gateways. */
import { sql } from "kysely";
import type { Database } from "#ledger/tables/open-reads.ts";
import { type Bounds, lastBefore, within } from "#ledger/tables/log-days.ts";
import {
  all,
  any,
  countFound,
  countUpToMax,
  findIds,
  type Searchable,
  searchFor,
  type Sql,
  type Total,
  onDays,
} from "#ledger/tables/search.ts";
import { orderOfReference } from "#contract/terms/references.ts";
import { failedMessageStates, type MessageState } from "#contract/terms/statuses.ts";
import type { AnyMessageKind } from "#contract/account-messages.ts";
import type { GatewaysAnswer, MessageRecord } from "#contract/messages.ts";
import type { Channel, Health } from "./gateway-health.ts";

export interface MessageFilter {
  state?: MessageState | undefined;
  kind?: AnyMessageKind | undefined;
  search?: string | undefined;
  /** The first and the last day on which it was written (UTC), "2026-11-21". */
  from?: string | undefined;
  to?: string | undefined;
}

/** Those of a record. */
const columns = sql`id::text as _id, kind, channel, recipient, text, sealed is not null as "isSealed", segments, state,
  attempts, answer, created_at as "createdAt", next_at as "nextAt", settled_at as "settledAt", event_position as position`;

interface Cursor {
  cursor?: number | undefined;
}

/** A filter whose days are also bounds of the numbers. */
interface BoundedFilter extends MessageFilter, Cursor {
  bounds: Bounds;
}

export async function listMessages(
  db: Database,
  filter: MessageFilter,
  { cursor, limit }: Cursor & { limit: number },
): Promise<MessageRecord[]> {
  const list = { ...filter, cursor, bounds: await numbersOf(db, filter) };
  const where = isSought(filter)
    ? sql`m.id = any(${(await ofOrder(db, list)) ?? (await findIds(db, searchable(list), limit))}::bigint[])`
    : shown(list);
  const { rows } = await sql<MessageRecord>`
    select ${columns} from shop.message m where ${where} order by m.id desc limit ${limit}`.execute(db);
  return rows;
}

export async function totalMessages(db: Database, asked: MessageFilter): Promise<Total> {
  const filter = { ...asked, bounds: await numbersOf(db, asked) };
  if (isSought(filter)) {
    const found = await ofOrder(db, filter);
    return found ? { count: found.length, isExact: true } : countFound(db, searchable(filter));
  }
  return countUpToMax(db, sql`select from shop.message m where ${shown(filter)}`);
}

/** Messages since the start of a day that nothing sends again, by state; each counted up to count_max. */
export function failedSince(db: Database, from: string): Promise<{ state: MessageState; count: number }[]> {
  return Promise.all(
    failedMessageStates.map(async (state) => ({
      state,
      count: (await totalMessages(db, { state, from })).count,
    })),
  );
}

function isSought({ search }: MessageFilter): boolean {
  return search !== undefined && search.trim() !== "";
}

/**
 * The numbers that messages of these days can have, with a day to spare on both sides: a message has the time of its event,
 * and is numbered when the shop gets to it.
 */
async function numbersOf(db: Database, { from, to }: MessageFilter): Promise<Bounds> {
  // PostgreSQL counts the days: a text cannot name the ones before 0001-01-01 and after 9999-12-31.
  const before = (day: string, days: number) =>
    lastBefore(db, sql`(${day}::date + ${days}::integer)::timestamp at time zone 'UTC'`, {
      end: sql`select coalesce(max(id), 0) from shop.message`,
      timeAt: (id) => sql`select created_at from shop.message where id >= ${id} order by id limit 1`,
    });
  const [low, high] = await Promise.all([
    from === undefined ? 0 : before(from, -1),
    to === undefined ? Number.MAX_SAFE_INTEGER : before(to, 2),
  ]);
  return { low: low + 1, high };
}

function shown({ state, kind, cursor, from, to, bounds }: BoundedFilter): Sql {
  return all([
    within(sql`m.id`, bounds),
    ...onDays(sql`m.created_at`, { from, to }),
    ...(state === undefined ? [] : [sql`m.state = ${state}`]),
    ...(kind === undefined ? [] : [sql`m.kind = ${kind}`]),
    ...(cursor === undefined ? [] : [sql`m.id < ${cursor}`]),
  ]);
}

/**
 * The complete reference of an order finds the messages of its events, even if their text does not contain it, and however
 * many messages there are. (No Ghanaian phone number contains such digits.) Undefined if no order has this reference, or
 * if none of its messages is left: then the texts are searched.
 */
async function ofOrder(db: Database, filter: BoundedFilter): Promise<number[] | undefined> {
  const order = orderOfReference(filter.search ?? "");
  if (order === undefined) return undefined;
  const { rows } = await sql<{ id: number; isShown: boolean }>`
    select m.id, ${shown(filter)} as "isShown"
    from ledger.event e join shop.message m on m.event_position = e.position
    where e.stream = ${`order/${order}`}`.execute(db);
  return rows.length === 0 ? undefined : rows.filter(({ isShown }) => isShown).map(({ id }) => id);
}

function searchable(filter: BoundedFilter): Searchable {
  const { pattern, number } = searchFor(filter.search ?? "");
  // Digits have no case, so one look into the index is enough. Two would take twice as long.
  const matches = any([
    ...(number === pattern ? [] : [sql`s.words ilike ${pattern}`]),
    ...(number === undefined ? [] : [sql`s.words like ${number}`]),
  ]);
  return {
    source: (limit) =>
      sql`select m.id from shop.message m where ${shown(filter)} order by m.id desc limit ${limit}`,
    joins: sql`
      cross join lateral (select s.words from shop.message_search s where s.message_id = o.id limit 1) s`,
    matches,
    branches: (limit, order, beyond) => [
      sql`select m.id from shop.message_search s join shop.message m on m.id = s.message_id
          where ${matches} and ${shown({ ...filter, cursor: beyond ?? filter.cursor })} ${order} limit ${limit}`,
    ],
    isOldestFirst: false,
  };
}

export async function messageById(db: Database, id: number): Promise<MessageRecord | undefined> {
  const { rows } = await sql<MessageRecord>`select ${columns} from shop.message where id = ${id}`.execute(db);
  return rows[0];
}

export async function readGateways(
  db: Database,
  { hasGateway, hasMail }: { hasGateway: boolean; hasMail: boolean },
): Promise<GatewaysAnswer> {
  const [{ rows: known }, { rows: waiting }] = await Promise.all([
    sql<{ channel: Channel; state: Health; since: string; answer: string }>`
      select channel, state, since, answer from shop.message_gateway`.execute(db),
    sql<{ channel: Channel; count: number }>`
      select channel, count(*)::integer as count from shop.message where state in ('waiting', 'sending')
      group by channel`.execute(db),
  ]);
  const of = (channel: Channel, configured: boolean) => {
    const health = known.find((row) => row.channel === channel);
    return {
      configured,
      state: health?.state ?? ("well" as const),
      since: health?.since ?? null,
      answer: health?.answer ?? "",
      waiting: waiting.find((row) => row.channel === channel)?.count ?? 0,
    };
  };
  return { sms: of("sms", hasGateway), email: of("email", hasMail) };
}
