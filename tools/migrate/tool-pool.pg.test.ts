import { expect, test } from "vitest";
import { createTestDatabase } from "#tools/testing/database.ts";
import { openToolPool } from "./tool-pool.ts";

test("a connection of a tool pool that is lost during use or after the pool's end does not end the process", async () => {
  const database = await createTestDatabase();
  const pool = openToolPool(database.ownerUrl, "test");
  // pg emits this error when the server says that it stops. Without a listener, emit would throw.
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
