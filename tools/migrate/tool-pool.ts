import { clientClass, connectionConfig, toolPatience } from "#ledger/connect/connect.ts";
import pg from "pg";

/**
 * A pool of one connection for migrations. A pool's end() resolves before its connection is closed, and removes its
 * listeners. If the server stopped right afterwards, its last message would be an unhandled error and end the process.
 */
export function openToolPool(url: string, name: string): pg.Pool {
  const pool = new pg.Pool({ ...connectionConfig(url, name, toolPatience), ...clientClass, max: 1 });
  // If a query is running, it fails when the connection is lost. Nothing else needs the error.
  pool.on("error", () => undefined);
  // graphile-worker warns if a client has no error listener.
  pool.on("connect", (client) => client.on("error", () => undefined));
  return pool;
}
