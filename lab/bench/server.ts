import { chmod, mkdtemp, rm } from "node:fs/promises";
import { join } from "node:path";
import { postmasterOf } from "./cpu-time.ts";
import { migrate } from "../../tools/migrate/migrate.ts";
import { startEmbeddedPostgres } from "../../tools/postgres/embedded.ts";
import { withDatabase } from "../../ledger/store/connect/database-url.ts";
import pg from "pg";

export interface BenchServer {
  url: string;
  /** Creates a migrated database. Returns its URL as the owner. */
  createDatabase(name: string): Promise<string>;
  /** Copies a database to which there are no connections. */
  copyDatabase(url: string, name: string): Promise<string>;
  /** The server's process id. */
  postmaster(): Promise<number>;
  stop(): Promise<void>;
}

/** The embedded PostgreSQL with its usual settings (fsync on), in a folder that stop() removes. */
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
 * A server that has run for some time reuses its WAL files. A new server creates each file, which delays every commit by
 * about 50 ms. With 1 GB of files it behaves as it will after its first hour.
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
