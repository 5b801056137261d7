/**
 * Orders are completed while two real processes are killed with -9 repeatedly: every notification reaches the push
 * service, and twice only if the kill came between the service's answer and storing it.
 */
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import { MessageProcesses } from "#tools/testing/message-processes.ts";
import { killShopProcesses } from "#tools/testing/shop-processes.ts";
import { TestBrowser } from "#tools/testing/test-browser.ts";
import { startTestPushService, type TestPushService } from "#tools/testing/test-push-service.ts";
import { TestShop, type TestUser } from "#tools/testing/test-shop.ts";

const sessionSecret = "the same secret for all processes of the shop";
// On a busy machine, a process that only waits for a core must not count as killed.
const patience = { answer_ms: 8000, lost_ms: 12_000, sweep_ms: 200, retry_ms: 50, open_ms: 50 };
const lanes = 8;
const orders = 120;
const kills_min = 4;

let shop: TestShop;
let service: TestPushService;
let processes: MessageProcesses;
const lanesOf: { user: TestUser; browser: TestBrowser }[] = [];

beforeAll(async () => {
  service = await startTestPushService();
  // Slow enough that kills interrupt requests.
  service.answer = () => ({ status: 201, after_ms: 40 + Math.random() * 160 });
  shop = await TestShop.open({ sessionSecret, messages: { patience, allowPrivateAddresses: true } });
  for (let n = 0; n < lanes; n++) {
    const user = await shop.addUser(`buyer${n}`, `02455501${10 + n}`, "Customer", 100_000_00);
    const browser = new TestBrowser(service.origin);
    await shop.as(user).post("/user/push/subscribe", browser.subscription);
    lanesOf.push({ user, browser });
  }
  await shop.server.close();
  const options = { shop, sessionSecret, gatewayUrl: "", patience, table: "shop.push_delivery" } as const;
  processes = new MessageProcesses(options);
});
afterAll(async () => {
  killShopProcesses();
  // Closing a shop closes its server too.
  await shop.reopen();
  await shop.close();
  await service.stop();
});

/** Writes to the ledger directly: only the follower and the senders are killed. */
async function orderAndComplete({ _id }: TestUser): Promise<void> {
  const order = {
    package: { network: "MTNup2u", offer: "1 GB" },
    expected_price: null,
    receiver: "0244123456",
  };
  const position = await shop.command("place_order", _id, { ...order, form: null });
  const { rows } = await shop.pool.query<{ id: number }>(
    `select id from ledger."order" where charged_at = $1`,
    [position],
  );
  const { id } = rows[0]!;
  await shop.command("process_order", shop.admin._id, { order: id });
  await shop.command("complete_order", shop.admin._id, { order: id, voucher: false });
}

test("every notification arrives despite repeated kill -9, and twice only if the kill came before the result was stored", async () => {
  await Promise.all([processes.start(), processes.start()]);
  /** How often a kill interrupted the sending of a notification. */
  const cut = new Map<number, number>();
  let made = 0;
  let isOver = false;
  const lane = async ({ user }: { user: TestUser }) => {
    // Until a kill has interrupted one: otherwise the test would prove nothing.
    while (made < orders || cut.size === 0) {
      made += 1;
      await orderAndComplete(user);
      await sleep(300 + Math.random() * 300);
    }
  };
  const trading = Promise.all(lanesOf.map(lane)).then(() => (isOver = true));
  let kills = 0;
  while (!isOver || kills < kills_min) {
    await sleep(Math.random() * 600);
    for (const id of await processes.killOne()) cut.set(id, (cut.get(id) ?? 0) + 1);
    kills += 1;
  }
  await trading;

  const waiting = "select from shop.push_delivery where state <> 'delivered'";
  await expect.poll(() => countOf("select from shop.push_delivery"), { timeout: 60_000 }).toBe(made);
  await expect.poll(() => countOf(waiting), { timeout: 60_000 }).toBe(0);
  const { rows } = await shop.pool.query<{ id: number; topic: string }>(
    "select id, topic from shop.push_delivery",
  );
  const times = new Map<string, number>();
  for (const { browser } of lanesOf)
    for (const { tag } of service.shownBy(browser) as { tag: string }[])
      times.set(tag, (times.get(tag) ?? 0) + 1);
  let twice = 0;
  for (const { id, topic } of rows) {
    const taken = times.get(topic) ?? 0;
    expect(taken).toBeGreaterThanOrEqual(1);
    expect(taken - 1).toBeLessThanOrEqual(cut.get(id) ?? 0);
    twice += taken - 1;
  }
  console.info(`${made} orders, ${kills} kills: ${cut.size} notifications cut, ${twice} sent twice`);
}, 300_000);

async function countOf(query: string): Promise<number> {
  return (await shop.pool.query(query)).rowCount ?? 0;
}
