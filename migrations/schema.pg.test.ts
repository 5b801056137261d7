import { readFile } from "node:fs/promises";
import { basename } from "node:path";
import { generatedFiles } from "#tools/migrate/generated-files.ts";
import { createClient } from "#ledger/connect/connect.ts";
import { removeClock } from "#tools/testing/test-clock.ts";
import { createTestDatabase } from "#tools/testing/database.ts";
import { expect, test } from "vitest";

test("schema.sql and the database types are what the migrations make", async () => {
  const database = await createTestDatabase();
  const owner = createClient(database.ownerUrl, "test");
  await owner.connect();
  await removeClock(owner).finally(() => owner.end());
  for (const { path, text } of await generatedFiles(database.ownerUrl)) {
    expect(await readFile(path, "utf8"), `${basename(path)}: run npm run migrate -- write`).toBe(text);
  }
  await database.drop();
});
