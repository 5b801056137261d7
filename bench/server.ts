import { chmod, mkdtemp, rm } from "node:fs/promises";
import { join } from "node:path";
import { postmasterOf } from "./cpu-time.ts";
import { migrate } from "#tools/migrate/migrate.ts";
import { startEmbeddedPostgres } from "#tools/postgres/embedded.ts";
import { withDatabase } from "#ledger/store/connect/database-url.ts";
import pg from "pg";

export interface BenchServer {
  url: string;
  /** A migrated database of its own, as the owner. */
  createDatabase(name: string): Promise<string>;
  /** The same again; nobody may be connected to it. */
  copyDatabase(url: string, name: string): Promise<string>;
  /** Its process id. */
  postmaster(): Promise<number>;
  stop(): Promise<void>;
}

/** The embedded PostgreSQL with the settings that people run it with (fsync on), on a folder that stop() removes. */
export async function startBenchServer(): Promise<BenchServer> {
  const dataDir = await mkdtemp(join("/var/tmp", "cedibook-bench-"));
  await chmod(dataDir, 0o755);
  const server = await startEmbeddedPostgres({ dataDir, log: () => {}, profile: "durable" });
  await fillWal(server.url);
  const create = async (name: string, template = "template1") => {
    const client = new pg.Client({ connectionString: server.url });
    await client.connect();
    await client.query(`create database ${name} template ${template}`);
    await client.end();
    return withDatabase(server.url, name);
  };
  return {
    url: server.url,
    async createDatabase(name) {
      const url = await create(name);
      await migrate(url);
      return url;
    },
    async postmaster() {
      const client = new pg.Client({ connectionString: server.url });
      await client.connect();
      const pid = await postmasterOf(client);
      await client.end();
      return pid;
    },
    copyDatabase: (url, name) => create(name, new URL(url).pathname.slice(1)),
    async stop() {
      await server.stop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

const wal_files = 64;

/**
 * A server reuses the files of its WAL once it has written some; a new one makes each, which holds every commit up for some
 * 50 ms. With 1 GB of them it is as it will be from its first hour on.
 */
async function fillWal(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query("alter system set min_wal_size = '1GB'");
  await client.query("select pg_reload_conf()");
  for (let n = 0; n < wal_files; n++)
    await client.query("select pg_logical_emit_message(false, 'bench', 'x'), pg_switch_wal()");
  await client.query("checkpoint");
  await client.end();
}
