import type pg from "pg";
import type { DatabaseClient } from "../ledger/connect/database-client.ts";
import { createClient } from "../ledger/connect/connect.ts";

/** Runs work on a connection of its own, which may be lost meanwhile. */
export async function useClient<T>(
  url: string,
  work: (client: DatabaseClient) => Promise<T>,
  more: pg.ClientConfig = { pipeline: true },
): Promise<T> {
  const client = createClient(url, "lab", more);
  client.on("error", () => {});
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end().catch(() => {});
  }
}
