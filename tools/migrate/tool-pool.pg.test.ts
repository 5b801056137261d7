import { expect, test } from "vitest";
import { createTestDatabase } from "#tools/testing/database.ts";
import { openToolPool } from "./tool-pool.ts";

test("a connection that is lost while it is in use, or after the pool's end, harms nobody", async () => {
  const database = await createTestDatabase();
  const pool = openToolPool(database.ownerUrl, "test");
  // As pg does when the server says that it stops. Where nobody listens this throws.
  const lost = new Error("terminating connection due to administrator command");
  const client = await pool.connect();
  expect((await client.query("select 1 as one")).rows).toEqual([{ one: 1 }]);
  expect(client.emit("error", lost)).toBe(true);
  client.release();
  await pool.end();
  expect(client.emit("error", lost)).toBe(true);
  await expect(pool.query("select 1")).rejects.toThrow("after calling end");
  await database.drop();
});
