/** Connections and databases that fail at any moment: nothing lost, nothing doubled, every answer true. */
import { chmod, mkdtemp, rm } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { asApiRole } from "#tools/database-url.ts";
import { migrate } from "#tools/migrate/migrate.ts";
import { startEmbeddedPostgres } from "#tools/postgres/embedded.ts";
import { connect } from "#tools/testing/database.ts";
import { describe, expect, test } from "vitest";
import type { Outcome } from "./batch.ts";
import { buy, expectTrue, openCutShop, openFaultShop } from "#tools/testing/fault-shop.ts";
import { Writer } from "./writer.ts";

describe("a connection that is cut", () => {
  const opened = openCutShop();

  test("at random moments, again and again", async () => {
    const outcomes: Outcome[] = [];
    for (let round = 0; round < 25; round++) {
      opened.proxy.cutNext({ after_bytes: Math.random() * 40_000, towards: round % 2 ? "server" : "client" });
      outcomes.push(...(await buy(opened.writer, opened.shop, 40)));
    }
    expect(opened.proxy.cuts).toBeGreaterThan(5);
    await expectTrue(opened.database.ownerUrl, opened.shop, outcomes, 1000);
  });

  test("by pg_terminate_backend, again and again", async () => {
    const owner = await connect(opened.database.ownerUrl);
    let ended = 0;
    const outcomes: Outcome[] = [];
    for (let round = 0; round < 15; round++) {
      const buying = buy(opened.writer, opened.shop, 40);
      // A few times only: on a busy machine, connections ended faster than they are made would stop any writer.
      for (let times = round % 4; times >= 0; times--) {
        const { rows } = await owner.query(
          `select pg_terminate_backend(pid) from pg_stat_activity
           where datname = current_database() and application_name = 'cedibook writer'`,
        );
        ended += rows.length;
        await sleep(Math.random() * 30);
      }
      outcomes.push(...(await buying));
    }
    await owner.end();
    expect(ended).toBeGreaterThan(5);
    await expectTrue(opened.database.ownerUrl, opened.shop, outcomes, 600);
  });
});

test("commands submitted while the database restarts are answered", async () => {
  const dataDir = await mkdtemp(join("/var/tmp", "cedibook-test-"));
  await chmod(dataDir, 0o755);
  const options = { dataDir, log: () => {}, profile: "throwaway" } as const;
  let server = await startEmbeddedPostgres(options);
  await migrate(server.url);
  const writer = new Writer({ url: asApiRole(server.url) });
  const shop = await openFaultShop(writer);
  const before = await buy(writer, shop, 20);
  const during = buy(writer, shop, 200);
  await server.stop();
  const away = buy(writer, shop, 50);
  server = await startEmbeddedPostgres(options);
  const outcomes = [...before, ...(await during), ...(await away), ...(await buy(writer, shop, 20))];
  expect(outcomes).toHaveLength(290);
  await expectTrue(server.url, shop, outcomes, 290);
  await writer.close();
  await server.stop();
  await rm(dataDir, { recursive: true, force: true });
});
