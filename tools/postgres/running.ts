import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { ownerOf } from "./owner-lock.ts";
import { settledPostmaster } from "./postmaster.ts";

/** The URL of the embedded PostgreSQL that another Cedibook runs on this folder, as the superuser. The other Cedibook stops
 *  it. undefined if there is none, or only a server whose Cedibook was killed: a start takes that one over. */
export async function runningPostgres(dataDir: string): Promise<string | undefined> {
  if ((await ownerOf(dataDir)) === undefined) return undefined;
  const server = await settledPostmaster(join(dataDir, "postgres"), settle_ms);
  const password = await readFile(join(dataDir, "postgres-password"), "utf8").catch(() => "");
  if (server === undefined || password === "") return undefined;
  return `postgres://postgres:${password.trim()}@127.0.0.1:${server.port}/postgres`;
}

const settle_ms = 30_000;
