import { randomBytes } from "node:crypto";
import type pg from "pg";
import { createClient } from "#ledger/connect/connect.ts";
import { migrateJobs } from "#api/messages/jobs.ts";
import { asApiRole } from "../database-url.ts";
import { addClock, onClock } from "./test-clock.ts";
import { type Logins, newPasswords, setLogins } from "../migrate/logins.ts";
import { migrate } from "../migrate/migrate.ts";
import { makeLoginCheap } from "./cheap-login.ts";
import { openToolPool } from "../migrate/tool-pool.ts";
import { withDatabase } from "#ledger/connect/database-url.ts";

/** What the global setup gives to the test files. */
export type TestDatabases = {
  serverUrl: string;
  template: string;
  prefix: string;
  /** Addresses of the template. Its logins can also connect to its clones. */
  logins: Logins;
};

const prefix = "cedibook_test_";

/** Makes a migrated database to clone. An advisory lock tells other runs on the same server that this run's databases
 *  are in use, until the run is closed. Databases without a lock were left by killed runs. */
export async function createTemplate(
  serverUrl: string,
  clockAhead_ms: number,
): Promise<{ databases: TestDatabases; close(): Promise<void> }> {
  const client = createClient(serverUrl, "tests");
  await client.connect();
  await dropLeftovers(client);
  const run = randomBytes(4).toString("hex");
  await client.query("select pg_advisory_lock($1)", [lockKey(run)]);
  const template = `${prefix}${run}_template`;
  await client.query(`create database ${template}`);
  const logins = await migrateTemplate(withDatabase(serverUrl, template), clockAhead_ms);
  return {
    databases: { serverUrl, template, prefix: `${prefix}${run}_`, logins },
    async close() {
      await client.end().catch(() => {});
      await dropAll(serverUrl, run);
    },
  };
}

async function migrateTemplate(ownerUrl: string, clockAhead_ms: number): Promise<Logins> {
  await migrate(ownerUrl);
  const logins = await setLogins(ownerUrl, newPasswords());
  const jobsPool = openToolPool(asApiRole(logins.api), "migrate");
  await migrateJobs(jobsPool).finally(() => jobsPool.end());
  const owner = createClient(ownerUrl, "tests");
  await owner.connect();
  await addClock(owner, clockAhead_ms).finally(() => owner.end());
  for (const login of Object.values(logins)) await makeLoginCheap(ownerUrl, login);
  return { api: onClock(logins.api), auditor: onClock(logins.auditor) };
}

async function dropAll(serverUrl: string, run: string): Promise<void> {
  const client = createClient(serverUrl, "tests");
  await client.connect();
  await dropRun(client, run);
  await client.end();
}

async function dropLeftovers(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ run: string }>(
    "select distinct substring(datname from '^cedibook_test_([0-9a-f]{8})_') as run from pg_database where datname ~ '^cedibook_test_[0-9a-f]{8}_'",
  );
  for (const { run } of rows) {
    const lock = await client.query<{ free: boolean }>("select pg_try_advisory_lock($1) as free", [
      lockKey(run),
    ]);
    if (lock.rows[0]?.free) await dropRun(client, run);
  }
}

async function dropRun(client: pg.Client, run: string): Promise<void> {
  const { rows } = await client.query<{ datname: string }>(
    "select datname from pg_database where starts_with(datname, $1)",
    [`${prefix}${run}_`],
  );
  for (const { datname } of rows) await client.query(`drop database if exists ${datname} with (force)`);
  const roles = await client.query<{ rolname: string }>(
    "select rolname from pg_roles where rolname ~ ('^cedibook_(api|auditor)_' || $1)",
    [`${prefix}${run}_`],
  );
  for (const { rolname } of roles.rows) await client.query(`drop role if exists ${rolname}`);
}

function lockKey(run: string): number {
  return Number.parseInt(run, 16);
}
