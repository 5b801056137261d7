/** Postgres connections with the types the ledger expects: bigint as a safe number, timestamps and dates as text. */
import pg from "pg";

const oid = { int8: 20, date: 1082, timestamptz: 1184 } as const;

const types: pg.CustomTypesConfig = {
  getTypeParser: ((id: number, format?: "text" | "binary") => {
    if (id === oid.int8) return parseSafeInteger;
    if (id === oid.date) return asText;
    if (id === oid.timestamptz) return parseTimestamp;
    return format === "binary" ? pg.types.getTypeParser(id, "binary") : pg.types.getTypeParser(id, "text");
  }) as typeof pg.types.getTypeParser,
};

/**
 * A server may stand in another zone, as on most machines, and rows say their times in UTC; and where the user's name is a
 * schema's, as "shop" may be, PostgreSQL would look and create there first.
 */
export const sessionSettings = "-c timezone=UTC -c search_path=public";

export function connectionConfig(url: string, name: string): pg.ClientConfig {
  return {
    connectionString: withSettings(url, sessionSettings),
    application_name: `cedibook ${name}`,
    types,
    keepAlive: true,
    connectionTimeoutMillis: 5000,
  };
}

/** The same database with more of PostgreSQL's settings, "-c name=value", for each session; the last of a name counts. */
export function withSettings(url: string, settings: string): string {
  const changed = new URL(url);
  const given = changed.searchParams.get("options");
  changed.searchParams.set("options", [given, settings].filter(Boolean).join(" "));
  // URLSearchParams writes a space as +, which libpq and pg read as a plus.
  return changed.href.replaceAll("+", "%20");
}

/**
 * For reads and the ordinary tables; the writer has a connection of its own. With a limit the database ends a statement
 * that takes longer.
 */
export function createPool(url: string, size = 10, statement_ms_max = 0): pg.Pool {
  const limited = statement_ms_max > 0 ? { statement_timeout: statement_ms_max } : {};
  const pool = new pg.Pool({
    ...connectionConfig(url, "pool"),
    max: size,
    idleTimeoutMillis: 30_000,
    ...limited,
  });
  // The pool has let go of a connection that was lost, and who had a query under way hears of it by that: unheard, this
  // would end the process. end() stops listening before the last connection is gone.
  pool.on("error", () => undefined);
  pool.on("connect", (client) => client.on("error", () => undefined));
  return pool;
}

function parseSafeInteger(text: string): number {
  const value = Number(text);
  if (!Number.isSafeInteger(value)) throw new Error(`a bigint beyond 2^53: ${text}`);
  return value;
}

function asText(text: string): string {
  return text;
}

/** "2026-11-21 10:42:00.123+00" -> "2026-11-21T10:42:00.123000Z": every session runs in UTC. */
export function parseTimestamp(text: string): string {
  const match = /^(\d{4}-\d\d-\d\d) (\d\d:\d\d:\d\d)(?:\.(\d{1,6}))?\+00$/.exec(text);
  if (!match) throw new Error(`a timestamp that is not in UTC: ${text}`);
  return `${match[1]}T${match[2]}.${(match[3] ?? "").padEnd(6, "0")}Z`;
}
