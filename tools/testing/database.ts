import { randomBytes } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import type pg from "pg";
import { inject } from "vitest";
import { createClient } from "#ledger/connect/connect.ts";
import type { DatabaseClient } from "#ledger/connect/database-client.ts";
import { withDatabase } from "#ledger/connect/database-url.ts";
import { asApiRole, asAuditorRole } from "../database-url.ts";
import { newPasswords, setLogins } from "../migrate/logins.ts";
import { migrate } from "../migrate/migrate.ts";
import { clockAhead_ms, onClock, setDatabaseClock } from "./test-clock.ts";
import type { TestDatabases } from "./template-database.ts";

declare module "vitest" {
  interface ProvidedContext {
    testDatabases: TestDatabases;
  }
}

export type TestDatabase = {
  /** With the owner's role, which migrates. */
  ownerUrl: string;
  /** With the API's login and role, cedibook_api. */
  apiUrl: string;
  /** With the auditor's login and role, cedibook_auditor. */
  auditorUrl: string;
  drop(): Promise<void>;
};

/** Clones the migrated template for this test file, in some 25 ms, or a database of this run that nobody uses. */
export async function createTestDatabase(of?: TestDatabase): Promise<TestDatabase> {
  const { serverUrl, template, prefix, logins } = inject("testDatabases");
  const name = `${prefix}${randomBytes(6).toString("hex")}`;
  const admin = await adminOf(serverUrl);
  if (of) await waitUntilUnused(admin, databaseOf(of.ownerUrl));
  const from = of ? databaseOf(of.ownerUrl) : template;
  await admin.query(`create database ${name} template ${from} strategy file_copy`);
  const ownerUrl = onClock(withDatabase(serverUrl, name));
  if (clockAhead_ms() !== inject("clockAhead_ms")) await setDatabaseClock(ownerUrl);
  return {
    ownerUrl,
    apiUrl: asApiRole(withDatabase(logins.api, name)),
    auditorUrl: asAuditorRole(withDatabase(logins.auditor, name)),
    async drop() {
      const admin = await adminOf(serverUrl);
      await waitUntilUnused(admin, name);
      await admin.query(`drop database if exists ${name} with (force)`);
    },
  };
}

function databaseOf(url: string): string {
  return new URL(url).pathname.slice(1);
}

/** A connection that sends statements without waiting for answers, as the shop does. */
export async function connect(url: string): Promise<DatabaseClient> {
  const client = createClient(url, "test", { pipeline: true });
  await client.connect();
  return client;
}

/** A database on a server that ends together with the test. */
export async function onOwnServer(ownerUrl: string): Promise<TestDatabase> {
  await migrate(ownerUrl);
  const { api, auditor } = await setLogins(ownerUrl, newPasswords());
  return { ownerUrl, apiUrl: asApiRole(api), auditorUrl: asAuditorRole(auditor), drop: async () => {} };
}

/** A pool's end() resolves before its connections are closed. A connection cut off after that throws outside any test. */
async function waitUntilUnused(client: pg.Client, name: string): Promise<void> {
  for (let waited_ms = 0; waited_ms < 15_000; waited_ms += 20) {
    const { rowCount } = await client.query("select from pg_stat_activity where datname = $1", [name]);
    if (rowCount === 0) return;
    await sleep(20);
  }
}

/** One connection for all files of a worker. It ends with the worker. */
let connected: Promise<pg.Client> | undefined;

function adminOf(serverUrl: string): Promise<pg.Client> {
  connected ??= openAdmin(serverUrl);
  return connected;
}

async function openAdmin(serverUrl: string): Promise<pg.Client> {
  const client = createClient(serverUrl, "tests");
  client.once("end", () => (connected = undefined));
  // The server may end before the worker does.
  client.on("error", () => undefined);
  await client.connect();
  return client;
}
