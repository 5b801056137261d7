import { cp, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createTestDatabase, type TestDatabase } from "#tools/testing/database.ts";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { StartError } from "../postgres/start-error.ts";
import { migrate, pendingMigrations, readMigrations } from "./migrate.ts";

describe("migrate", () => {
  let database: TestDatabase;
  let owner: pg.Client;

  beforeAll(async () => {
    database = await createTestDatabase();
    owner = new pg.Client({ connectionString: database.ownerUrl });
    await owner.connect();
    await owner.query(
      "drop schema audit, ledger, shop, jobs cascade; drop table kysely_migration, kysely_migration_lock",
    );
  });

  afterAll(async () => {
    await owner.end();
    await database.drop();
  });

  test("of two processes that migrate at the same time, one applies all migrations and the other none", async () => {
    const both = await Promise.all([migrate(database.ownerUrl), migrate(database.ownerUrl)]);
    const counts = both.map(({ applied }) => applied.length).sort((a, b) => a - b);
    expect(counts[0]).toBe(0);
    expect(counts[1]).toBeGreaterThan(0);
    expect((await migrate(database.ownerUrl)).applied).toEqual([]);
  });

  test("a failed migration throws a one-sentence error and leaves the database unchanged", async () => {
    const folder = await mkdtemp(join(tmpdir(), "cedibook-migrations-"));
    try {
      await cp(join(import.meta.dirname, "../../migrations"), folder, { recursive: true });
      const next = String(Object.keys(await readMigrations(folder)).length + 1).padStart(4, "0");
      await writeFile(join(folder, `${next}_made.sql`), "create table public.half_made (x int)");
      const after = String(Number(next) + 1).padStart(4, "0");
      await writeFile(join(folder, `${after}_broken.sql`), "create table ledger.head (x int)");
      const refusal = `Migration ${after}_broken failed, and nothing was changed: relation "head" already exists.`;
      await expect(migrate(database.ownerUrl, folder)).rejects.toEqual(new StartError(refusal));
      expect((await owner.query("select to_regclass('public.half_made') as found")).rows).toEqual([
        { found: null },
      ]);
      await rm(join(folder, `${after}_broken.sql`));
      await migrate(database.ownerUrl, folder);
      // An older Cedibook is started on the same database.
      await expect(migrate(database.ownerUrl)).rejects.toEqual(
        new StartError(
          `The database has other migrations than this Cedibook (previously executed migration ${next}_made ` +
            "is missing): start the Cedibook that was last used with it, or a newer one.",
        ),
      );
    } finally {
      await rm(folder, { recursive: true });
    }
  });

  test("a database from before the first release is refused, and the message says what to do", async () => {
    await owner.query("update kysely_migration set name = '0006_audit' where name like '0006%'");
    const refusal =
      /made by a Cedibook before 1\.0\.0, .* npm run move-out there and npm run move-in here\.$/;
    await expect(migrate(database.ownerUrl)).rejects.toThrow(refusal);
    await expect(pendingMigrations(database.ownerUrl)).rejects.toThrow(refusal);
    await owner.query("update kysely_migration set name = '0006_payments' where name like '0006%'");
  });

  test("the API's URL uses the API's role, which cannot rewrite the log", async () => {
    const api = new pg.Client({ connectionString: database.apiUrl });
    await api.connect();
    expect((await api.query("select current_user as name")).rows).toEqual([{ name: "cedibook_api" }]);
    await expect(api.query("update ledger.event set data = '{}'")).rejects.toThrow("permission denied");
    await api.end();
  });
});

describe("readMigrations", () => {
  let folder: string;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "cedibook-migrations-"));
    await writeFile(join(folder, "0001_first.sql"), "select 1");
    await writeFile(join(folder, "schema.sql"), "select 2");
  });

  afterAll(() => rm(folder, { recursive: true }));

  test("reads files with consecutive numbers and ignores schema.sql", async () => {
    expect(Object.keys(await readMigrations(folder))).toEqual(["0001_first"]);
  });

  test.each(["0001_again.sql", "0003_gap.sql", "2_short.sql", "0002-dash.sql"])(
    "refuses a migration with the file name %s",
    async (name) => {
      await writeFile(join(folder, name), "select 3");
      await expect(readMigrations(folder)).rejects.toThrow(`migrations/`);
      await rm(join(folder, name));
    },
  );
});
