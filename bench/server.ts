import { chmod, mkdtemp, rm } from "node:fs/promises";
import { join } from "node:path";
import { migrate } from "#tools/migrate/migrate.ts";
import { startEmbeddedPostgres } from "#tools/postgres/embedded.ts";
import { withDatabase } from "#tools/database-url.ts";
import pg from "pg";

export interface BenchServer {
  url: string;
  /** A migrated database of its own, as the owner. */
  createDatabase(name: string): Promise<string>;
  stop(): Promise<void>;
}

/** The embedded PostgreSQL with the settings that people run it with (fsync on), on a folder that stop() removes. */
export async function startBenchServer(): Promise<BenchServer> {
  const dataDir = await mkdtemp(join("/var/tmp", "cedibook-bench-"));
  await chmod(dataDir, 0o755);
  const server = await startEmbeddedPostgres({ dataDir, log: () => {}, profile: "durable" });
  return {
    url: server.url,
    async createDatabase(name) {
      const client = new pg.Client({ connectionString: server.url });
      await client.connect();
      await client.query(`create database ${name}`);
      await client.end();
      const url = withDatabase(server.url, name);
      await migrate(url);
      return url;
    },
    async stop() {
      await server.stop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}
