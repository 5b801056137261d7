import { chmod, mkdtemp, rm } from "node:fs/promises";
import { join } from "node:path";
import { startEmbeddedPostgres } from "#tools/postgres/embedded.ts";
import { expect, test } from "vitest";
import type { LiveMessage } from "#contract/live.ts";
import type { PurchaseAnswer } from "#contract/orders.ts";
import { onOwnServer } from "#tools/testing/database.ts";
import { TestShop } from "#tools/testing/test-shop.ts";

const isOrder = (id: string) => (message: LiveMessage) =>
  "event" in message && message.event === "ordersUpdated" && message.data._id === id;
const isBalance = (balance: number) => (message: LiveMessage) =>
  "event" in message && message.event === "CurrUserUpdated" && message.data.balance === balance;

test("a socket survives a restart of the database, and gets later changes", async () => {
  const dataDir = await mkdtemp(join("/var/tmp", "cedibook-test-"));
  await chmod(dataDir, 0o755);
  const options = { dataDir, log: () => {}, profile: "throwaway" } as const;
  let postgres = await startEmbeddedPostgres(options);
  const own = await TestShop.open({}, await onOwnServer(postgres.url));
  const user = await own.addUser("ama", "0245550101", "Customer", 10_000);
  const client = await own.live(user, null);
  await postgres.stop();
  const read = await own.call("GET", "/product");
  expect(read).toMatchObject({ status: 503, body: { code: "unavailable" } });
  const order = { packageId: "mtnup2u-1", receiver: "0244123456" };
  // Requested while the database is unavailable: answered when it is back, or told to try again.
  const asked = own.call<PurchaseAnswer>("POST", "/order/create", order, { token: user.token, key: "away" });
  postgres = await startEmbeddedPostgres(options);
  await asked;
  const again = await own.call<PurchaseAnswer>("POST", "/order/create", order, {
    token: user.token,
    key: "away",
  });
  expect(again.status).toBe(201);
  await client.next(isOrder(again.body._id), 30_000);
  expect(client.messages.filter(isBalance(95.2))).toHaveLength(1);
  client.close();
  await own.close();
  await postgres.stop();
  await rm(dataDir, { recursive: true, force: true });
});
