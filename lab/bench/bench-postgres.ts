import { chmod, mkdtemp, rm } from "node:fs/promises";
import { join } from "node:path";
import { withDatabase } from "../../ledger/connect/database-url.ts";
import { migrate } from "../../tools/migrate/migrate.ts";
import { startEmbeddedPostgres } from "../../tools/postgres/embedded.ts";
import { settledPostmaster } from "../../tools/postgres/postmaster.ts";
import { useClient } from "../use-client.ts";
import type { Print } from "./rounds.ts";

/** What each benchmark gets. Its processes end together with this one. */
export interface BenchRun {
  postgres: BenchPostgres;
  print: Print;
  /** The arguments after its name. */
  args: string[];
}

export interface BenchPostgres {
  /** Creates a migrated database. Returns its URL as the owner. */
  createDatabase(name: string): Promise<string>;
  /** Copies a database to which there are no connections. */
  copyDatabase(url: string, name: string): Promise<string>;
  /** The server's process id. */
  postmaster(): Promise<number>;
  /** Runs statements there, one after the other. */
  query(url: string, ...statements: string[]): Promise<void>;
  stop(): Promise<void>;
}

/** The embedded PostgreSQL with its usual settings (fsync on), in a folder that stop() removes. */
export async function startBenchPostgres(): Promise<BenchPostgres> {
  const dataDir = await mkdtemp(join("/var/tmp", "cedibook-bench-"));
  await chmod(dataDir, 0o755);
  const server = await startEmbeddedPostgres({ dataDir, log: () => {}, profile: "durable" });
  await fillWal(server.url);
  const create = async (name: string, template = "template1") => {
    await useClient(server.url, (client) => client.query(`create database ${name} template ${template}`));
    return withDatabase(server.url, name);
  };
  return {
    async createDatabase(name) {
      const url = await create(name);
      await migrate(url);
      return url;
    },
    copyDatabase: (url, name) => create(name, new URL(url).pathname.slice(1)),
    postmaster: async () => (await settledPostmaster(join(dataDir, "postgres"), 0))?.pid ?? 0,
    query: (url, ...statements) =>
      useClient(url, async (client) => {
        for (const statement of statements) await client.query(statement);
      }),
    async stop() {
      await server.stop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

const wal_files = 64;

/**
 * A server that has run for some time reuses its WAL files. A new server creates each file, which delays every commit by
 * about 50 ms. With 1 GB of files it behaves as it will after its first hour.
 */
async function fillWal(url: string): Promise<void> {
  await useClient(url, async (client) => {
    await client.query("alter system set min_wal_size = '1GB'");
    await client.query("select pg_reload_conf()");
    for (let n = 0; n < wal_files; n++)
      await client.query("select pg_logical_emit_message(false, 'bench', 'x'), pg_switch_wal()");
    await client.query("checkpoint");
  });
}
