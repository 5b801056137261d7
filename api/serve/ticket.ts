/** One-time tickets: they open a socket or one file. A token in their place would end up in URLs and logs. */
import { randomBytes } from "node:crypto";
import { sql } from "kysely";
import type { Database } from "#ledger/tables/open-reads.ts";
import { serverLimits } from "#contract/terms/server-limits.ts";
import { hashToken } from "./secrets.ts";

const socket = "/live";

export async function issueTicket(db: Database, session: string, opens = socket): Promise<string> {
  const ticket = randomBytes(24).toString("base64url");
  // Uses the database's clock: another process with a wrong clock may redeem the ticket.
  const expires_at = sql<string>`now() + ${serverLimits.live_ticket_ms} * interval '1 millisecond'`;
  await db
    .deleteFrom("shop.live_ticket")
    .where("expires_at", "<", sql<string>`now()`)
    .execute();
  await db
    .insertInto("shop.live_ticket")
    .values({ hash: hashToken(ticket), session_id: session, expires_at, opens })
    .execute();
  return ticket;
}

/** The session of a ticket, which works once; undefined for an unknown, used or expired ticket. */
export async function redeemTicket(
  db: Database,
  ticket: string,
  opens = socket,
): Promise<string | undefined> {
  const row = await db
    .deleteFrom("shop.live_ticket")
    .where("hash", "=", hashToken(ticket))
    .where("opens", "=", opens)
    .where("expires_at", ">", sql<string>`now()`)
    .returning("session_id")
    .executeTakeFirst();
  return row?.session_id;
}
