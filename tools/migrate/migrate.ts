import { readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { Kysely, PostgresDialect, sql } from "kysely";
import { type Migration, Migrator } from "kysely/migration";
import { createClient } from "#ledger/connect/connect.ts";
import { errorCode, StartError } from "../postgres/start-error.ts";
import { openToolPool } from "./tool-pool.ts";
import { isPowerful } from "./limited-login.ts";
import { createHash } from "node:crypto";

const migrationsFolder = join(import.meta.dirname, "../../migrations");

/**
 * How long a migration waits for a table. Whoever comes after it waits too, so it soon gives way to a long report. Less than
 * PostgreSQL's deadlock_timeout of 1 s, so that a deadlock ends the migration and never a customer's purchase.
 */
const lock_ms_max = 800;
const retry_pause_ms = 500;
/** As long as a backup of a large shop may read the log. */
const retry_ms_max = 10 * 60_000;

/** Every write and nearly every report begins with this table, so while it is locked, they hold no other one. */
const lockLog = `do $$ begin
  if to_regclass('ledger.event') is not null then lock table ledger.event in access exclusive mode; end if;
end $$;`;

/** Migrates the database to the newest version, as its owner. The shop may go on serving. Several processes can do this at
 *  the same time, because the migrator takes a lock. All pending migrations run in one transaction, which is tried again
 *  while other transactions are in its way. @throws StartError if the database refuses a migration */
export async function migrate(
  databaseUrl: string,
  folder = migrationsFolder,
): Promise<{ applied: string[] }> {
  const deadline_ms = performance.now() + retry_ms_max;
  const patience = `set local lock_timeout = ${lock_ms_max};\n`;
  for (let prelude = patience; ; prelude = patience + lockLog) {
    const { applied, error, failed } = await tryMigrate(databaseUrl, folder, prelude);
    if (error === undefined) return { applied };
    if (!isLockConflict(error) || performance.now() > deadline_ms) throw explained(error, failed);
    await sleep(retry_pause_ms);
  }
}

function isLockConflict(error: unknown): boolean {
  return ["55P03", "40P01"].includes(errorCode(error));
}

/** @param prelude SQL that runs in the same transaction before each migration */
async function tryMigrate(databaseUrl: string, folder: string, prelude: string) {
  const pool = openToolPool(databaseUrl, "migrate");
  const db = new Kysely<unknown>({ dialect: new PostgresDialect({ pool }) });
  try {
    const migrator = new Migrator({
      db,
      provider: { getMigrations: () => readMigrations(folder, prelude) },
    });
    const { error, results = [] } = await migrator.migrateToLatest();
    const failed = results.find((result) => result.status === "Error")?.migrationName;
    return { applied: results.map((result) => result.migrationName), error, failed };
  } finally {
    await db.destroy();
  }
}

/** With the API's login. @throws StartError if the owner has not applied exactly these migrations */
export async function requireMigrated(url: string): Promise<void> {
  const missing = await pendingMigrations(url);
  if (missing.length === 0) return;
  throw new StartError(
    `The database is not up to date (${missing.join(", ")}): run npm run migrate with the login of its owner in DATABASE_URL.`,
  );
}

/** The migrations that `migrate` would apply, in their order. Only reads. @throws StartError if the database has others */
export async function pendingMigrations(url: string): Promise<string[]> {
  const wanted = Object.keys(await readMigrations(migrationsFolder));
  const applied = await appliedMigrations(url);
  const unknown = applied.filter((name) => !wanted.includes(name));
  if (unknown.length > 0) throw otherMigrations(`${unknown.toSorted()[0]} is unknown`);
  return wanted.filter((name) => !applied.includes(name));
}

async function appliedMigrations(url: string): Promise<string[]> {
  const client = createClient(url, "start");
  await client.connect();
  try {
    const { rows } = await client.query<{ name: string }>("select name from kysely_migration");
    return rows.map(({ name }) => name);
  } catch (error) {
    // The table is made by the first migration, which lets the API read it.
    if (["42P01", "42501"].includes(errorCode(error))) return [];
    throw error;
  } finally {
    await client.end().catch(() => {});
  }
}

/** A migration that only databases from before the first release have. */
const unreleased = "0006_audit";

function otherMigrations(how: string, cause?: unknown): StartError {
  if (how.includes(unreleased))
    return new StartError(
      "The database was made by a Cedibook before 1.0.0, and this one cannot go on with it: keep it with the Cedibook that " +
        "made it, or move the shop with npm run move-out there and npm run move-in here.",
      { cause },
    );
  return new StartError(
    `The database has other migrations than this Cedibook (${how}): start the Cedibook that was last used with it, or a newer one.`,
    { cause },
  );
}

/** 0001_name.sql, 0002_name.sql …: numbers without gaps or duplicates, so that two branches can't both add a 0007. */
export async function readMigrations(folder: string, prelude = ""): Promise<Record<string, Migration>> {
  const files = (await readdir(folder)).filter((file) => /^\d.*\.sql$/.test(file)).sort();
  const migrations: Record<string, Migration> = {};
  for (const [index, file] of files.entries()) {
    const wanted = String(index + 1).padStart(4, "0");
    if (!/^\d{4}_[a-z0-9_]+\.sql$/.test(file))
      throw new StartError(`migrations/${file}: its name must look like 0001_name.sql`);
    if (!file.startsWith(`${wanted}_`))
      throw new StartError(`migrations/${file}: the next number must be ${wanted}`);
    const text = await readFile(join(folder, file), "utf8");
    // Without parameters, pg sends one simple query, which can contain many statements.
    migrations[file.slice(0, -".sql".length)] = {
      up: async (db) => void (await sql.raw(prelude + text).execute(db)),
    };
  }
  return migrations;
}

/** Turns an error of a migration into a StartError. The caller explains a lost connection or a full disk. */
function explained(error: unknown, migration: string | undefined): unknown {
  const { message } = error instanceof Error ? error : new Error(String(error));
  if (message.startsWith("corrupted migrations"))
    return otherMigrations(message.replace(/^.*?: /, ""), error);
  if (!/^[0-9A-Z]{5}$/.test(errorCode(error)) || /^(08|53|57|58)/.test(errorCode(error))) return error;
  const what = migration === undefined ? "The update of the database" : `Migration ${migration}`;
  return new StartError(`${what} failed, and nothing was changed: ${message}.`, { cause: error });
}

/**
 * Migrates with the login of the owner; with another, which can't, it only looks.
 * @throws StartError if the database is not at this version afterwards
 */
export async function bringUpToDate(url: string): Promise<void> {
  await ((await isPowerful(url)) ? migrate : requireMigrated)(url);
}

export const checksumsFile = join(migrationsFolder, "checksums.txt");

/** A line for each migration, as its file is now, in the format of sha256sum. One that a shop may have applied never changes. */
export async function checksumsOfFiles(): Promise<string[]> {
  const names = (await readdir(migrationsFolder)).filter((name) => /^\d.*\.sql$/.test(name)).sort();
  return Promise.all(
    names.map(
      async (name) =>
        `${createHash("sha256")
          .update(await readFile(join(migrationsFolder, name)))
          .digest("hex")}  ${name}`,
    ),
  );
}

export async function listedChecksums(): Promise<string[]> {
  return (await readFile(checksumsFile, "utf8")).split("\n").filter((line) => line !== "");
}

/** Adds the migrations that are not in the list yet. What is listed stays. Returns the names of those that it added. */
export async function addChecksums(): Promise<string[]> {
  const listed = await listedChecksums();
  const names = new Set(listed.map(nameIn));
  const added = (await checksumsOfFiles()).filter((line) => !names.has(nameIn(line)));
  if (added.length > 0) await writeFile(checksumsFile, [...listed, ...added, ""].join("\n"));
  return added.map(nameIn);
}

function nameIn(line: string): string {
  return line.slice(line.indexOf("  ") + 2);
}
