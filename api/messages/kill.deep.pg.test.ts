/**
 * Purchases while two real processes are killed with -9 repeatedly: every message reaches the gateway, and twice
 * only if the kill came between the gateway's answer and storing it.
 */
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import { MessageProcesses } from "#tools/testing/message-processes.ts";
import { killShopProcesses } from "#tools/testing/shop-processes.ts";
import { startTestGateway, type TestGateway, well } from "#tools/testing/test-gateway.ts";
import { TestShop, type TestUser } from "#tools/testing/test-shop.ts";

const sessionSecret = "the same secret for all processes of the shop";
// On a busy machine, a process that only waits for a core must not count as killed.
const patience = { answer_ms: 8000, lost_ms: 12_000, sweep_ms: 200, retry_ms: 50, open_ms: 50 };
/** KILL_PURCHASES=1000 is the long run, with some 25 kills. */
const purchases = Number(process.env["KILL_PURCHASES"] ?? 400);
const lanes = 8;
const kills_min = 6;

let shop: TestShop;
let gateway: TestGateway;
let buyers: TestUser[];
let processes: MessageProcesses;

beforeAll(async () => {
  gateway = await startTestGateway();
  // Slow enough that each kill interrupts messages: with 5 to 45 ms, 6 kills interrupted none.
  gateway.answer = () => ({ ...well(), after_ms: 40 + Math.random() * 160 });
  shop = await TestShop.open({ sessionSecret, messages: { sms: gateway.config, patience } });
  buyers = [];
  for (let n = 0; n < lanes; n++)
    buyers.push(await shop.addUser(`buyer${n}`, `02455501${10 + n}`, "Customer", 100_000_00));
  await shop.server.close();
  const gatewayUrl = gateway.config.url;
  processes = new MessageProcesses({ shop, sessionSecret, gatewayUrl, patience, table: "shop.message" });
});
afterAll(async () => {
  killShopProcesses();
  // Closing a shop closes its server too.
  await shop.reopen();
  await shop.close();
  await gateway.stop();
});

/** Retries under the same key until any process answers. */
async function buy(user: TestUser, key: string): Promise<void> {
  for (;;) {
    const { base } = processes;
    const body = { packageId: "mtnup2u-1", receiver: "0244123456" };
    const answer = await shop
      .call("POST", "/order/create", body, { token: user.token, key, base })
      .catch(() => undefined);
    if (answer?.status === 201) return;
    await sleep(20);
  }
}

test("every message arrives despite repeated kill -9, and twice only if the kill came before the result was stored", async () => {
  await Promise.all([processes.start(), processes.start()]);
  /** How often a kill interrupted the sending of a message. */
  const cut = new Map<number, number>();
  let made = 0;
  const lane = async (user: TestUser) => {
    // Until a kill has interrupted one: otherwise the test would prove nothing.
    while (made < purchases || cut.size === 0) {
      made += 1;
      await buy(user, `purchase-${made}`);
      // Some 40 a second in all, so that the kills happen during the purchases.
      await sleep(150 + Math.random() * 100);
    }
  };
  let isOver = false;
  const trading = Promise.all(buyers.map(lane)).then(() => (isOver = true));
  let kills = 0;
  while (!isOver || kills < kills_min) {
    await sleep(Math.random() * 600);
    for (const id of await processes.killOne()) cut.set(id, (cut.get(id) ?? 0) + 1);
    kills += 1;
  }
  await trading;

  const { rows } = await shop.pool.query<{ id: number; reference: string }>(
    "select id, substring(text from '[0-9]{8}') as reference from shop.message where kind = 'order_placed'",
  );
  expect(rows).toHaveLength(made);
  await expect
    .poll(
      async () =>
        (await shop.pool.query("select from shop.message where kind = 'order_placed' and state <> 'sent'"))
          .rowCount,
      { timeout: 60_000 },
    )
    .toBe(0);
  const times = new Map<string, number>();
  for (const { message } of gateway.taken) {
    const reference = /\d{8}/.exec(message)?.[0] ?? "";
    times.set(reference, (times.get(reference) ?? 0) + 1);
  }
  let twice = 0;
  for (const { id, reference } of rows) {
    const taken = times.get(reference) ?? 0;
    expect(taken).toBeGreaterThanOrEqual(1);
    expect(taken - 1).toBeLessThanOrEqual(cut.get(id) ?? 0);
    twice += taken - 1;
  }
  console.info(
    `${made} purchases, ${kills} kills: ${cut.size} messages cut between request and record, ${twice} sent twice`,
  );
  // On a machine that is busy with other tests, starting a process takes seconds.
}, 300_000);
