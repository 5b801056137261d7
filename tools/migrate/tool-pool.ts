import { clientClass, connectionConfig, toolPatience } from "#ledger/store/connect/connect.ts";
import pg from "pg";

/**
 * One connection for a migration's steps. A pool's end() resolves before its connection is gone, and listens to it no more:
 * where the server stops right after, its farewell would be an error that nobody handles, and end the process.
 */
export function openToolPool(url: string, name: string): pg.Pool {
  const pool = new pg.Pool({ ...connectionConfig(url, name, toolPatience), ...clientClass, max: 1 });
  // Whoever has a query under way hears of a lost connection by that.
  pool.on("error", () => undefined);
  // graphile-worker warns where nobody listens for these.
  pool.on("connect", (client) => client.on("error", () => undefined));
  return pool;
}
