/** Sessions: login opens them, rotation extends them, and all end at midnight in Accra. */
import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import type { Database } from "#ledger/tables/open-reads.ts";
import type { SideWrite } from "#ledger/log/writer.ts";
import { nextMidnight_ms } from "#contract/terms/dates.ts";
import { serverLimits } from "#contract/terms/server-limits.ts";
import type { Envelope } from "../serve/command.ts";
import { tellSql } from "../serve/noting.ts";
import type { Secrets } from "../serve/secrets.ts";
import { signAccess, signRefresh, verifyRefresh } from "../serve/tokens.ts";
import type { Door } from "../serve/door.ts";
import { ApiError } from "../serve/errors.ts";

export interface Tokens {
  token: string;
  refreshToken: string;
}

export interface Opening {
  /** The hash of the verified password. */
  verified?: string;
  /** As its user recognizes it. */
  device?: string;
  /** Whether the user is told of the device. */
  isTold?: boolean;
}

/** Returns undefined if the password has changed since, which ended all sessions, or if the user is banned. */
export async function openSession(
  db: Database,
  secrets: Secrets,
  user: string,
  { verified, device = "", isTold = false }: Opening = {},
): Promise<Tokens | undefined> {
  const session = randomUUID();
  const expires_ms = nextMidnight_ms(Date.now());
  const detail = "jsonb_build_object('device', device)";
  const { rows } = await sql`
    with same as (
      select u.id from shop."user" u join ledger.account a on a.user_id = u.id
      where u.id = ${user} and u.password_hash = coalesce(${verified ?? null}, u.password_hash)
        and a.status = 'Active' for share
    ), opened as (
      insert into shop.session (id, user_id, expires_at, device)
      select ${session}, id, ${new Date(expires_ms).toISOString()}, ${device} from same
      returning user_id, device
    )
    select ${isTold ? sql.raw(tellSql("new_device", "user_id", detail)) : sql`user_id`} from opened`.execute(
    db,
  );
  return rows.length === 1 ? tokensOf(secrets, session, user, 0, expires_ms) : undefined;
}

type Refreshed =
  | { user: string; tokens: Tokens }
  | { reused: { user: string; session: string } }
  | { ended: { user: string } }
  | undefined;

/**
 * Rotates a refresh token. The previous token still works for ten seconds (two tabs, a lost answer) and gets the same new
 * token. An older token, or the previous one after that, was stolen or copied, so the session ends.
 */
export async function refreshSession(db: Database, secrets: Secrets, token: string): Promise<Refreshed> {
  const claims = verifyRefresh(secrets, token);
  if (!claims) return undefined;
  return db.transaction().execute(async (tx) => {
    const row = await tx
      .selectFrom("shop.session")
      .select(["user_id", "counter", "rotated_at", "expires_at", "ended_at"])
      .where("id", "=", claims.session)
      .forUpdate()
      .executeTakeFirst();
    const now_ms = Date.now();
    if (!row || Date.parse(row.expires_at) <= now_ms) return undefined;
    if (row.ended_at !== null) return { ended: { user: row.user_id } };
    const expires_ms = Date.parse(row.expires_at);
    if (claims.counter === row.counter) {
      const next = row.counter + 1;
      await tx
        .updateTable("shop.session")
        .set({ counter: next, rotated_at: new Date(now_ms).toISOString() })
        .where("id", "=", claims.session)
        .execute();
      return { user: row.user_id, tokens: tokensOf(secrets, claims.session, row.user_id, next, expires_ms) };
    }
    const fresh = now_ms - Date.parse(row.rotated_at) <= serverLimits.refresh_grace_ms;
    if (claims.counter === row.counter - 1 && fresh) {
      return {
        user: row.user_id,
        tokens: tokensOf(secrets, claims.session, row.user_id, row.counter, expires_ms),
      };
    }
    return { reused: { user: row.user_id, session: claims.session } };
  });
}

/**
 * The writes that belong to the event of ending a session. Only a session of this user is ended. Its browser gets no more
 * push notifications. Those are a second write, which sees a subscription that the first one has waited for.
 */
export function endSessionWrites(session: string, user: string): SideWrite[] {
  return [
    {
      text: "update shop.session set ended_at = now() where id = $1 and user_id = $2 and ended_at is null",
      values: [session, user],
    },
    {
      text: "delete from shop.push_subscription where session_id = $1 and user_id = $2",
      values: [session, user],
    },
  ];
}

/** The command of a user that ends one session of their own. */
export function endOfSession(user: string, session: string): Envelope<"end_sessions"> {
  return {
    type: "end_sessions",
    intent: { user, session },
    actor: user,
    body: { session },
    sideWrites: endSessionWrites(session, user),
  };
}

/** The writes that belong to the event of ending all sessions of a user. */
export function endAllSessionsWrites(user: string): SideWrite[] {
  return [
    {
      text: "update shop.session set ended_at = now() where user_id = $1 and ended_at is null",
      values: [user],
    },
    { text: "delete from shop.push_subscription where user_id = $1", values: [user] },
  ];
}

/** The writes that belong to the event of a ban. A login at the same time ends before it, or waits and finds the ban. */
export function endBannedSessionsWrites(user: string): SideWrite[] {
  return [
    { text: "select from ledger.account where user_id = $1 for update", values: [user] },
    ...endAllSessionsWrites(user),
  ];
}

/**
 * The write that belongs to the event of ending all sessions of a user except for one. It does nothing if that one has
 * ended in the meantime.
 */
export function endOtherSessionsWrite(user: string, session: string) {
  return {
    text: `update shop.session set ended_at = now() where user_id = $1 and id <> $2 and ended_at is null
             and exists (select from shop.session s where s.id = $2 and s.ended_at is null)`,
    values: [user, session],
  };
}

function tokensOf(secrets: Secrets, session: string, user: string, counter: number, end_ms: number): Tokens {
  const expires_ms = Math.min(Date.now() + serverLimits.access_token_ms, end_ms);
  return {
    token: signAccess(secrets, { session, user, expires_ms }),
    refreshToken: signRefresh(secrets, session, counter),
  };
}

/** An ended session is accepted: this may be a retry of the call that ended it. @throws ApiError 404 */
export async function requireSessionOf(shop: Door, user: string, session: string): Promise<void> {
  const found = await shop.db
    .selectFrom("shop.session")
    .select("id")
    .where("id", "=", session)
    .where("user_id", "=", user)
    .executeTakeFirst();
  if (!found) throw new ApiError("session_unknown", "This user has no such session");
}

/** In this order: most browsers also name the ones that they descend from. */
const browsers = [
  ["Opera", /\bOPR\/|\bOpera\b/],
  ["Edge", /\bEdg(e|A|iOS)?\//],
  ["Samsung Internet", /\bSamsungBrowser\//],
  ["Firefox", /\b(Firefox|FxiOS)\//],
  ["Chrome", /\b(Chrome|CriOS|HeadlessChrome)\//],
  ["Safari", /\bSafari\//],
] as const;

const systems = [
  ["Android", /\bAndroid\b/],
  ["iPhone", /\biPhone\b/],
  ["iPad", /\biPad\b/],
  ["Windows", /\bWindows\b/],
  ["Mac", /\bMacintosh\b/],
  ["ChromeOS", /\bCrOS\b/],
  ["Linux", /\bLinux\b/],
] as const;

/** "Chrome on Android", "Firefox", or "Other device". */
export function deviceOf(userAgent = ""): string {
  const find = (known: readonly (readonly [string, RegExp])[]) =>
    known.find(([, pattern]) => pattern.test(userAgent))?.[0];
  const [browser, system] = [find(browsers), find(systems)];
  if (browser === undefined) return system ?? "Other device";
  return system === undefined ? browser : `${browser} on ${system}`;
}
