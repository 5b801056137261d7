/** What ordinary tables hold about a user, for the user. Never hashes, secrets or tokens, and nothing about others. */
import { sql } from "kysely";
import type { Database } from "#ledger/tables/open-reads.ts";
import { factorState } from "../auth/second-factor.ts";
import { readApiKey } from "../serve/api-keys.ts";
import type { Shop } from "../shop.ts";
import type { Portion } from "../serve/row-stream.ts";
import { readWebhook } from "../messages/webhook-settings.ts";
import { readUser } from "../users/records.ts";

/** What is short. The times are ISO. */
export async function aboutUser(shop: Shop, user: string) {
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

export interface OwnMessage {
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
export async function messagesOfUser(db: Database, user: string, of: Portion): Promise<OwnMessage[]> {
  const { rows } = await sql<OwnMessage>`
    select id, created_at as "createdAt", kind, channel, recipient, text, state from shop.message
    where user_id = ${user} and id > ${of.cursor ?? 0} order by id limit ${of.limit}`.execute(db);
  return rows;
}

export interface OwnSecurityEvent {
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
export async function securityEventsOfUser(
  db: Database,
  user: string,
  of: Portion,
): Promise<OwnSecurityEvent[]> {
  const { rows } = await sql<OwnSecurityEvent>`
    select id, at, kind, result, case when actor is null or actor = user_id then address end as address, detail, times
    from shop.security_event
    where user_id = ${user} and id > ${of.cursor ?? 0} order by id limit ${of.limit}`.execute(db);
  return rows;
}
