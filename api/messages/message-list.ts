/** Messages to look at: filtered, in pages, counted; and how the gateways do. */
import { sql } from "kysely";
import type { Database } from "#ledger/store/reads/database.ts";
import { count_max, searchFor, type Sql, all, type Total } from "#ledger/store/reads/search.ts";
import type { AnyMessageKind } from "#ledger/terms/messages.ts";
import type { MessageState } from "#ledger/terms/statuses.ts";
import type { GatewaysAnswer, MessageRecord } from "../contract/messages.ts";
import type { Channel, Health } from "./gateway-health.ts";

export interface MessageView {
  id: number;
  event_position: number | null;
  kind: AnyMessageKind;
  channel: Channel;
  recipient: string;
  text: string;
  is_sealed: boolean;
  segments: number;
  state: MessageState;
  attempts: number;
  answer: string;
  created_at: string;
  next_at: string | null;
  settled_at: string | null;
}

export interface MessageFilter {
  state?: MessageState | undefined;
  kind?: AnyMessageKind | undefined;
  search?: string | undefined;
}

/** A search looks no further back: half a second at worst. */
const searched_rows_max = 50_000;

const columns = sql`id, event_position, kind, channel, recipient, text, sealed is not null as is_sealed, segments, state,
  attempts, answer, created_at, next_at, settled_at`;

export async function listMessages(
  db: Database,
  filter: MessageFilter,
  { cursor, limit }: { cursor?: number | undefined; limit: number },
): Promise<MessageView[]> {
  const { rows } = await sql<MessageView>`
    select ${columns} from (${source(filter, cursor)}) as m where ${found(filter)} order by id desc limit ${limit}`.execute(
    db,
  );
  return rows;
}

export async function totalMessages(db: Database, filter: MessageFilter): Promise<Total> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count from (
      select from (${source(filter, undefined)}) as m where ${found(filter)} limit ${count_max + 1}) as c`.execute(
    db,
  );
  const count = rows[0]?.count ?? 0;
  return { count: Math.min(count, count_max), isExact: count <= count_max };
}

function source({ state, kind, search }: MessageFilter, cursor: number | undefined): Sql {
  const where = all([
    ...(state === undefined ? [] : [sql`m.state = ${state}`]),
    ...(kind === undefined ? [] : [sql`m.kind = ${kind}`]),
    ...(cursor === undefined ? [] : [sql`m.id < ${cursor}`]),
  ]);
  const rows = sql`select * from shop.message m where ${where}`;
  return search === undefined || search === ""
    ? rows
    : sql`${rows} order by m.id desc limit ${searched_rows_max}`;
}

function found({ search }: MessageFilter): Sql {
  if (search === undefined || search === "") return sql`true`;
  const { pattern, number } = searchFor(search);
  return number === undefined
    ? sql`(text ilike ${pattern} or recipient ilike ${pattern})`
    : sql`(text ilike ${pattern} or recipient like ${number} or text like ${number})`;
}

export async function messageById(db: Database, id: number): Promise<MessageView | undefined> {
  const { rows } = await sql<MessageView>`select ${columns} from shop.message where id = ${id}`.execute(db);
  return rows[0];
}

export function messageRecordOf(view: MessageView): MessageRecord {
  return {
    _id: String(view.id),
    kind: view.kind,
    channel: view.channel,
    recipient: view.recipient,
    text: view.text,
    isSealed: view.is_sealed,
    segments: view.segments,
    state: view.state,
    attempts: view.attempts,
    answer: view.answer,
    createdAt: view.created_at,
    nextAt: view.next_at,
    settledAt: view.settled_at,
    position: view.event_position,
  };
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
