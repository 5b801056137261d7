/**
 * What the shop holds about a user, as a file for them (Data Protection Act 2012, Act 843: access to personal data).
 * Never hashes, secrets or tokens, and nothing about others.
 */
import type { Context } from "hono";
import { listMovements } from "#ledger/books/statement.ts";
import { withdrawals } from "#ledger/withdrawals/reads.ts";
import { asSeen } from "#contract/list.ts";
import { withdrawalList } from "#contract/withdrawals.ts";
import { withdrawalRecord } from "../withdrawals/records.ts";
import { ordersOfUser } from "#ledger/orders/reads.ts";
import { topupsOfUser } from "#ledger/topups/reads.ts";
import { countAttempt } from "../serve/attempts.ts";
import { requireStepUp } from "../serve/step-up.ts";
import type { Env } from "../serve/env.ts";
import type { Shop } from "../shop.ts";
import { operations } from "#contract/operations.ts";
import { type Portion, portionsOf, type Rows, streamPieces } from "../serve/row-stream.ts";
import type { Serve } from "../serve/serve.ts";
import { movementRecord } from "../books/records.ts";
import { orderRecord } from "../orders/records.ts";
import { topupRecord } from "../topups/records.ts";
import { unsealDetails } from "../serve/sealed.ts";
import { sql } from "kysely";
import type { Database } from "#ledger/tables/open-reads.ts";
import { factorState } from "../auth/second-factor.ts";
import { readApiKey } from "../serve/api-keys.ts";
import { readWebhook } from "../messages/webhook-routes.ts";
import { readUser } from "../users/records.ts";

/** For the file, and for the ticket that opens it. @throws ApiError 403 before step-up, 429 after too many files */
export async function admitOwnData(shop: Shop, c: Context<Env>): Promise<void> {
  await requireStepUp(shop, c);
  await countAttempt(shop, c, "own data", c.get("principal").user);
}

export function ownDataRoutes(shop: Shop, serve: Serve): void {
  serve(operations.exportOwnData, async (c) => {
    const { user } = c.get("principal");
    if (c.req.query("ticket") === undefined) await admitOwnData(shop, c);
    // Read before anything is sent, so that an unavailable database is still answered with an error.
    const about = await aboutUser(shop, user);
    c.header("content-type", "application/json");
    c.header("content-disposition", 'attachment; filename="my-data.json"');
    return c.body(streamPieces(shop, c.get("requestId"), piecesOf(about, listsOf(shop, user))));
  });
}

/** A part of the object that may be long. */
interface List<Row> extends Rows<Row, number> {
  name: string;
  toRecord: (row: Row) => unknown;
}

/** Nothing is read before its generator is asked. */
function listsOf({ db, secrets }: Shop, user: string): AsyncGenerator<Uint8Array>[] {
  return [
    arrayOf({
      name: "orders",
      read: (of) => ordersOfUser(db, user, of),
      cursorOf: ({ id }) => id,
      toRecord: (view) => ({ ...orderRecord(view, unsealDetails(secrets, view)), isRemoved: view.hidden }),
    }),
    arrayOf({
      name: "topups",
      read: (of) => topupsOfUser(db, user, of),
      cursorOf: ({ id }) => id,
      toRecord: (view) => ({ ...topupRecord(view), isRemoved: view.hidden }),
    }),
    arrayOf({
      name: "withdrawals",
      ...withdrawals(db, { user, order: "oldest" }),
      toRecord: (view) => asSeen(withdrawalList, { level: "Customer" }, withdrawalRecord(view)),
    }),
    arrayOf({
      name: "movements",
      read: (of) => listMovements(db, { user }, of),
      cursorOf: ({ position }) => position,
      toRecord: movementRecord,
    }),
    arrayOf({
      name: "messages",
      read: (of) => messagesOfUser(db, user, of),
      cursorOf: ({ id }) => id,
      toRecord: ({ id: _, ...message }) => message,
    }),
    arrayOf({
      name: "securityEvents",
      read: (of) => securityEventsOfUser(db, user, of),
      cursorOf: ({ id }) => id,
      toRecord: ({ id: _, ...event }) => event,
    }),
  ];
}

async function* piecesOf(about: object, lists: AsyncGenerator<Uint8Array>[]): AsyncGenerator<Uint8Array> {
  yield Buffer.from(JSON.stringify(about).slice(0, -1));
  for (const list of lists) yield* list;
  yield Buffer.from("}\n");
}

/** `,"orders":[…]`, a portion of rows at a time. */
async function* arrayOf<Row>(list: List<Row>): AsyncGenerator<Uint8Array> {
  yield Buffer.from(`,\n${JSON.stringify(list.name)}:[`);
  for await (const { rows, isFirst } of portionsOf(list)) {
    const lines = rows.map((row) => `\n${JSON.stringify(list.toRecord(row))}`).join(",");
    if (rows.length > 0) yield Buffer.from((isFirst ? "" : ",") + lines);
  }
  yield Buffer.from("]");
}

/** What is short. The times are ISO. */
async function aboutUser(shop: Shop, user: string) {
  const { db, name } = shop;
  const of = <Row extends object>(query: ReturnType<typeof sql<Row>>) => query.execute(db);
  const [profile, factor, key, webhook, sessions, beneficiaries, notifications, agentShop] =
    await Promise.all([
      readUser(shop, user),
      factorState(db, user),
      readApiKey(db, user),
      readWebhook(db, user),
      of(sql<{ device: string }>`
      select device, created_at as "createdAt", rotated_at as "lastSeenAt", expires_at as "expiresAt", ended_at as "endedAt"
      from shop.session where user_id = ${user} order by created_at`),
      of(
        sql<{
          phone: string;
        }>`select phone, name from shop.beneficiary where user_id = ${user} order by name, phone`,
      ),
      of(sql<{ renewedAt: string }>`
      select renewed_at as "renewedAt" from shop.push_subscription where user_id = ${user} order by renewed_at`),
      of(sql<{ name: string }>`
      select name, title, colour, greeting, contact, is_open as "isOpen", opened_at as "openedAt" from shop.agent_shop where user_id = ${user}`),
    ]);
  const { position: _, ...shown } = profile;
  return {
    shop: name,
    exportedAt: new Date().toISOString(),
    profile: shown,
    hasSecondFactor: factor.isOn,
    apiKey: { createdAt: key.created_at, lastUsedAt: key.last_used_at },
    webhook: webhook ? { url: webhook.url, createdAt: webhook.created_at } : null,
    sessions: sessions.rows,
    notifications: notifications.rows,
    beneficiaries: beneficiaries.rows,
    agentShop: agentShop.rows[0] ?? null,
  };
}

interface OwnMessage {
  id: number;
  createdAt: string;
  kind: string;
  channel: string;
  recipient: string;
  /** With stars in place of a voucher's numbers, which are with the order. */
  text: string;
  state: string;
}

/** Messages to the user. Those to the shop have no user. */
async function messagesOfUser(db: Database, user: string, of: Portion): Promise<OwnMessage[]> {
  const { rows } = await sql<OwnMessage>`
    select id, created_at as "createdAt", kind, channel, recipient, text, state from shop.message
    where user_id = ${user} and id > ${of.cursor ?? 0} order by id limit ${of.limit}`.execute(db);
  return rows;
}

interface OwnSecurityEvent {
  id: number;
  at: string;
  kind: string;
  result: string;
  /** Null if an admin did it: the address is theirs. */
  address: string | null;
  detail: string;
  times: number;
}

/** What happened to the user's account. */
async function securityEventsOfUser(db: Database, user: string, of: Portion): Promise<OwnSecurityEvent[]> {
  const { rows } = await sql<OwnSecurityEvent>`
    select id, at, kind, result, case when actor is null or actor = user_id then address end as address, detail, times
    from shop.security_event
    where user_id = ${user} and id > ${of.cursor ?? 0} order by id limit ${of.limit}`.execute(db);
  return rows;
}
