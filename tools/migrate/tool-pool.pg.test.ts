import type pg from "pg";
import { expect, test } from "vitest";
import { createTestDatabase } from "#tools/testing/database.ts";
import { openToolPool } from "./tool-pool.ts";

test("a connection that is lost after the pool's end harms nobody", async () => {
  const database = await createTestDatabase();
  const pool = openToolPool(database.ownerUrl, "test");
  const clients: pg.PoolClient[] = [];
  pool.on("connect", (client) => clients.push(client));
  expect((await pool.query("select 1 as one")).rows).toEqual([{ one: 1 }]);
  await pool.end();
  expect(clients).toHaveLength(1);
  // As pg does when the server says that it stops. Without a listener this throws.
  expect(clients[0]?.emit("error", new Error("terminating connection due to administrator command"))).toBe(
    true,
  );
  await expect(pool.query("select 1")).rejects.toThrow("after calling end");
  await database.drop();
});
