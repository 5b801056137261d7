import pg from "pg";
import { expect, test } from "vitest";
import { connectionConfig } from "#ledger/connect/connect.ts";
import { TestShop } from "#tools/testing/test-shop.ts";

test("a lost connection is logged with its reason, and without the login of the database", async () => {
  let logged = "";
  const logTo = { write: (line: string) => void (logged += line) };
  const shop = await TestShop.open({ logLevel: "warn", logTo });
  const owner = new pg.Client(connectionConfig(shop.database.ownerUrl, "test"));
  await owner.connect();
  await shop.call("GET", "/product");
  // One that gets its next query at this moment is not idle for the shop, and fails with that query.
  const cutIdle = () =>
    owner.query(`select pg_terminate_backend(pid) from pg_stat_activity
      where application_name = 'cedibook pool' and state = 'idle' and datname = current_database()`);
  await expect.poll(async () => cutIdle().then(() => logged)).toContain("an idle connection was lost");
  expect(logged).toContain("57P01");
  expect(logged).not.toMatch(/postgres:\/\/|connectionString|password/);
  await owner.end();
  await shop.close();
});
