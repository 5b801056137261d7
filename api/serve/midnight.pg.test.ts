/** The shop at the end of a day and a month, while it sells. */
import { beforeAll, expect, test } from "vitest";
import type { Statistics } from "#contract/reports.ts";
import { createClient } from "#ledger/connect/connect.ts";
import { verify } from "#ledger/verify/verify.ts";
import { openTestShop, type TestUser } from "#tools/testing/test-shop.ts";

let ama: TestUser;

const shop = openTestShop();

beforeAll(async () => {
  // Later than the run's start, which is in the middle of a month.
  const year = new Date().getUTCFullYear() + 1;
  await shop.setTime(`${year}-01-31T23:59:00Z`);
  ama = await shop.addUser("ama", "0245550101", "Customer", 100_00);
});

const buy = (token: string) => shop.buy({ token });

async function figures(): Promise<Record<string, number>> {
  const { token } = await shop.login(shop.admin.phone, shop.admin.password);
  const { body } = await shop.as({ token }).get<Statistics>("/order/statistics");
  return Object.fromEntries(body.periods.map(({ name, all }) => [name, all.count]));
}

test("every sale belongs to one day and one month, and sessions end between them", async () => {
  for (let n = 0; n < 2; n++) expect((await buy(ama.token)).status).toBe(201);
  expect(await figures()).toMatchObject({ today: 2, month: 2, lastMonth: 0 });

  // The last sale of the month waits for the database while the month ends.
  const connect = () => createClient(shop.database.ownerUrl, "test", { pipeline: true });
  const [owner, watcher] = [connect(), connect()];
  await Promise.all([owner.connect(), watcher.connect()]);
  await owner.query("begin; select from ledger.head for update");
  const last = buy(ama.token);
  const waiting =
    "select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'";
  await expect.poll(async () => (await watcher.query(waiting)).rowCount).toBe(1);
  await shop.setTime(`${new Date().getUTCFullYear()}-02-01T00:00:05Z`);
  await owner.query("commit");
  expect((await last).status).toBe(201);

  expect((await buy(ama.token)).status).toBe(401);
  const { token } = await shop.login(ama.phone, ama.password);
  expect((await buy(token)).status).toBe(201);
  const { today, month, lastMonth } = await figures();
  expect(month! + lastMonth!).toBe(4);
  expect(today).toBe(month);
  expect(lastMonth).toBeGreaterThanOrEqual(2);
  expect((await verify(owner)).findings).toEqual([]);
  await Promise.all([owner.end(), watcher.end()]);
});
