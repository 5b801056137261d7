import pg from "pg";
import { expect, test } from "vitest";
import { createTestDatabase } from "../testing/database.ts";
import { ensureFirstAdmin } from "./make-admin.ts";

test.each([
  ["the same admin", ["0240000001", "0240000001", "0240000001"]],
  ["another admin each", ["0240000001", "0240000002", "0240000003"]],
])("processes that open an empty shop at the same moment, with %s, make one admin", async (_, phones) => {
  const database = await createTestDatabase();
  const lines: string[] = [];
  await Promise.all(
    phones.map((phone) =>
      ensureFirstAdmin(database.apiUrl, { phone, password: "a long first password" }, (line) =>
        lines.push(line),
      ),
    ),
  );
  const client = new pg.Client({ connectionString: database.ownerUrl });
  await client.connect();
  const { rows } = await client.query("select level from ledger.account");
  await client.end();
  await database.drop();
  expect(rows).toEqual([{ level: "Admin" }]);
  expect(lines.filter((line) => line.startsWith("Made the first admin"))).toHaveLength(1);
});
