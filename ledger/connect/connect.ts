/** Postgres connections with the types the ledger expects: bigint as a safe number, timestamps and dates as text. */
import pg from "pg";
import { DatabaseClient } from "./database-client.ts";
import { oneServerUrl, serversOf, withUsualSettings } from "./database-url.ts";
import type { DatabaseConfig, Patience } from "./find-server.ts";

const oid = { int8: 20, date: 1082, timestamptz: 1184 } as const;

const types: pg.CustomTypesConfig = {
  getTypeParser: ((id: number, format?: "text" | "binary") => {
    if (id === oid.int8) return parseSafeInteger;
    if (id === oid.date) return (text: string) => text;
    if (id === oid.timestamptz) return parseTimestamp;
    return format === "binary" ? pg.types.getTypeParser(id, "binary") : pg.types.getTypeParser(id, "text");
  }) as typeof pg.types.getTypeParser,
};

/**
 * Rows give their times in UTC, whatever the server's time zone is. Without a search path, PostgreSQL would first look and
 * create in a schema with the user's name, such as "shop".
 */
const sessionSettings = "-c timezone=UTC -c search_path=public";

/**
 * For sessions with the same few statements all day. PostgreSQL would plan some of them anew each time, which takes longer than
 * the statement itself.
 */
export const plannedOnce = "-c plan_cache_mode=force_generic_plan";

/** For a process that serves requests: a caller learns within four seconds that the database is unavailable. */
const serving: Patience = { connect_ms: 1500, silence_ms: 1500, answer_ms: 60_000 };

/** For verifications, migrations and the like: nobody waits for them, and they slow down the whole machine. */
export const toolPatience: Patience = {
  connect_ms: 10_000,
  silence_ms: 10_000,
  answer_ms: Number.POSITIVE_INFINITY,
};

/** The kernel notices a cut line some 15 s after the last byte. */
const keep_alive_ms = 5000;

export function connectionConfig(url: string, name: string, patience: Patience = serving): DatabaseConfig {
  const { servers, target } = serversOf(url);
  return {
    connectionString: withUsualSettings(oneServerUrl(url), sessionSettings),
    application_name: `cedibook ${name}`,
    types,
    keepAlive: true,
    keepAliveInitialDelayMillis: keep_alive_ms,
    // A pool's callers wait for each server to be asked, and then for the one that was found.
    connectionTimeoutMillis: patience.connect_ms * (servers.length + 1) + 1000,
    servers,
    target,
    patience,
  };
}

/** For one task at a time, besides serving requests. */
export function createClient(url: string, name: string, more: pg.ClientConfig = {}): DatabaseClient {
  return new DatabaseClient({ ...connectionConfig(url, name, toolPatience), ...more });
}

/** Work on a connection of its own, which is closed after it. */
export async function withClient<T>(
  url: string,
  name: string,
  work: (client: DatabaseClient) => Promise<T>,
  more: pg.ClientConfig = {},
): Promise<T> {
  const client = createClient(url, name, more);
  try {
    await client.connect();
    return await work(client);
  } finally {
    await client.end().catch(() => undefined);
  }
}

const idle_in_transaction_ms_max = 10_000;

/** pg's types only allow clients that are made without a configuration. */
export const clientClass = { Client: DatabaseClient as unknown as new () => pg.ClientBase };

/**
 * For reads and the ordinary tables. The writer has its own connection. With `statement_ms_max`, the database ends a
 * statement that takes longer.
 */
export function createPool(
  url: string,
  size = 10,
  { statement_ms_max = 0, connect_ms = serving.connect_ms } = {},
): pg.Pool {
  const limited = statement_ms_max > 0 ? { statement_timeout: statement_ms_max } : {};
  const pool = new pg.Pool({
    ...connectionConfig(url, "pool", { ...serving, connect_ms }),
    ...clientClass,
    max: size,
    idleTimeoutMillis: 30_000,
    // The locks of a process that was cut off are released after this time.
    idle_in_transaction_session_timeout: idle_in_transaction_ms_max,
    ...limited,
  });
  // The pool has already dropped the lost connection, and a query in progress fails by itself. Without a listener this
  // event would end the process.
  pool.on("error", () => undefined);
  return pool;
}

function parseSafeInteger(text: string): number {
  const value = Number(text);
  if (!Number.isSafeInteger(value)) throw new Error(`a bigint beyond 2^53: ${text}`);
  return value;
}

/** "2026-11-21 10:42:00.123+00" -> "2026-11-21T10:42:00.123000Z": every session runs in UTC. */
export function parseTimestamp(text: string): string {
  const match = /^(\d{4}-\d\d-\d\d) (\d\d:\d\d:\d\d)(?:\.(\d{1,6}))?\+00$/.exec(text);
  if (!match) throw new Error(`a timestamp that is not in UTC: ${text}`);
  return `${match[1]}T${match[2]}.${(match[3] ?? "").padEnd(6, "0")}Z`;
}
