import { mkdtempSync, rmSync } from "node:fs";
import { chmod } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { afterEach, beforeEach, expect, test } from "vitest";
import { startEmbeddedPostgres } from "./embedded.ts";
import { quitPostmaster } from "./postmaster.ts";

let folder: string;

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), "cedibook-embedded-"));
  await chmod(folder, 0o755);
});

afterEach(async () => {
  await quitPostmaster(join(folder, "postgres"));
  rmSync(folder, { recursive: true, force: true });
});

test("the embedded PostgreSQL starts after a crash that followed the rollback of a new unlogged table", async () => {
  const options = { dataDir: folder, log: () => {} };
  const first = await startEmbeddedPostgres(options);
  const client = new pg.Client(first.url);
  client.on("error", () => {});
  await client.connect();
  // A failed migration leaves this state: the table is in the write-ahead log, but its rollback is not there yet.
  await client.query("alter system set wal_writer_delay = '10s'");
  await client.query("select pg_reload_conf()");
  await client.query("begin");
  await client.query("create unlogged table made (x int primary key)");
  await client.query("select pg_switch_wal()");
  await client.query("rollback");
  await quitPostmaster(join(folder, "postgres"));
  await client.end().catch(() => {});
  await first.stop(true);
  const second = await startEmbeddedPostgres(options);
  const again = new pg.Client(second.url);
  await again.connect();
  expect((await again.query("select to_regclass('made') as made")).rows).toEqual([{ made: null }]);
  await again.end();
  await second.stop();
});
