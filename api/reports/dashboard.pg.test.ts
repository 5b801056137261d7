/** The office's first page: what waits longest, today beside a week ago, and what other admins did last. */
import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Dashboard } from "#contract/reports.ts";
import { connectionConfig } from "#ledger/connect/connect.ts";
import { openTestShop, TestShop, type TestUser } from "#tools/testing/test-shop.ts";

let owner: pg.Client;
let ama: TestUser;
let kofi: TestUser;

const shop = openTestShop();

beforeAll(async () => {
  owner = new pg.Client(connectionConfig(shop.database.ownerUrl, "test"));
  await owner.connect();
  ama = await shop.addUser("ama", "0245550101", "Customer", 100_00);
  kofi = await shop.addUser("kofi", "0245550102", "Admin");
});
afterAll(async () => {
  await owner.end();
});

async function dashboard(of = shop.admin): Promise<Dashboard> {
  return (await shop.as(of).get<Dashboard>("/order/dashboard")).body;
}

async function buy(packageId = "mtnup2u-1"): Promise<number> {
  return (await shop.buy(ama, packageId)).body.id;
}

async function complete(order: number): Promise<void> {
  await shop.command("process_order", kofi._id, { order });
  await shop.command("complete_order", kofi._id, { order });
}

test("compares what is completed today with what was completed by this time a week ago", async () => {
  const [early, late, today] = [await buy(), await buy("mtnup2u-2"), await buy()];
  for (const order of [early, late, today]) await complete(order);
  // Orders are counted a moment later, on the day that they have then.
  await expect
    .poll(
      async () =>
        (await owner.query("select from shop.sales_counted c, ledger.head h where c.position >= h.position"))
          .rowCount,
    )
    .toBe(1);
  // Two of the orders are moved to the same day of last week: one was completed by this time, one an hour later.
  await owner.query(`
    update ledger."order" set created_at = date_trunc('day', created_at) - interval '7 days',
      action_at = now() - interval '7 days' + case id when ${early} then interval '-1 second' else interval '1 hour' end
    where id in (${early}, ${late});
    update ledger.daily_total set count = count - 2, value = value - 2730 where list = 'order' and status = 'completed';
    insert into ledger.daily_total (list, day, status, count, value, position)
      select 'order', (now() at time zone 'UTC')::date - 7, 'completed', 2, 2730, position from ledger.head`);
  const { completed, placed } = await dashboard();
  expect(completed).toEqual({ today: { count: 1, value: 4.8 }, weekAgo: { count: 1, value: 4.8 } });
  expect(placed).toEqual({ count: 1, value: 4.8 });
  // Also orders that are not counted yet.
  const before = (await dashboard()).networks[0]!;
  const fresh = await buy();
  expect((await dashboard()).networks).toEqual([
    { network: "MTNup2u", count: before.count + 1, value: Math.round(before.value * 100 + 480) / 100 },
  ]);
  await complete(fresh);
});

test("names the pending order and the pending request that have waited longest", async () => {
  expect(await dashboard()).toMatchObject({ oldestOrder: null, lateTopups: { count: 0, oldest: null } });
  const [order] = [await buy(), await buy()];
  for (const amount of [50, 60, 70]) {
    const { status } = await shop.as(ama).post("/recharge", { amount });
    expect(status).toBe(201);
  }
  expect(await dashboard()).toMatchObject({
    oldestOrder: { id: order },
    lateTopups: { count: 0, oldest: null },
  });
  await owner.query(
    "update ledger.topup set created_at = created_at - interval '11 minutes' where amount < 7000",
  );
  const { rows } = await owner.query<{ id: number }>("select id from ledger.topup where amount = 5000");
  expect((await dashboard()).lateTopups).toMatchObject({
    count: 2,
    oldest: { rechargeId: `T-${rows[0]!.id}` },
  });
});

test("an only admin reads what they did themselves", async () => {
  const only = await TestShop.open();
  const token = only.admin.token;
  const read = async () => (await only.call<Dashboard>("GET", "/order/dashboard", undefined, { token })).body;
  await only.command("change_notice", only.admin._id, { notice: "closed on Sunday" });
  const { acts, actsAreOwn } = await read();
  expect([acts[0]?.kind, acts[0]?.actor, actsAreOwn]).toEqual(["notice", "admin", true]);
  await only.close();
});

test("lists what other admins did, also with orders and wallets, and not one's own acts", async () => {
  await shop.command("correct_balance", kofi._id, {
    user: ama._id,
    amount: 1000,
    reason: "sorry",
    corrects: null,
  });
  await shop.command("change_notice", shop.admin._id, { notice: "closed on Sunday" });
  const { acts, actsAreOwn } = await dashboard();
  expect(actsAreOwn).toBe(false);
  const [newest, before] = acts;
  expect(newest).toMatchObject({ kind: "correction", actor: "kofi", user: "ama" });
  expect(newest?.changes).toEqual([{ what: "wallet", before: null, after: "+¢10.00: sorry" }]);
  expect(before).toMatchObject({ kind: "completed order", actor: "kofi", user: "ama" });
  expect((await dashboard(kofi)).acts.map(({ kind, actor }) => [kind, actor])).toContainEqual([
    "notice",
    "admin",
  ]);
  expect((await dashboard(kofi)).acts.filter(({ actor }) => actor === "kofi")).toEqual([]);
});

test("counts messages since yesterday that could not be sent, by state", async () => {
  const { failedMessages: before } = await dashboard();
  const count = ({ states }: Dashboard["failedMessages"], of: string) =>
    states.find(({ state }) => state === of)?.count ?? 0;
  await owner.query(`
    insert into shop.message (kind, channel, recipient, text, segments, state, created_at, fresh_at)
      select 'test', 'sms', '0244123456', 'Hello', 1, 'refused', at, at
      from unnest(array[now(), now() - interval '1 day', now() - interval '3 days']) at`);
  const { failedMessages: after } = await dashboard();
  expect(count(after, "refused")).toBe(count(before, "refused") + 2);
  expect(count(after, "unsent")).toBe(count(before, "unsent"));
});

test("says when the last backup was made, whether it is overdue, and that none are set up", async () => {
  expect((await dashboard()).backups).toBeNull();
  const set = (changes: string) => owner.query(`update shop.backup set ${changes}`);
  await set("target = '/backups', base = 'b', shipped_at = now() - interval '30 seconds'");
  const { backups } = await dashboard();
  expect(backups).toEqual({ lastAt: expect.any(String), isOverdue: false });
  expect(Date.now() - Date.parse(backups!.lastAt!)).toBeLessThan(120_000);
  // Nobody takes turns any more, so nobody notes it.
  await set("shipped_at = now() - interval '61 minutes'");
  expect((await dashboard()).backups).toMatchObject({ isOverdue: true });
  await set("shipped_at = now() - interval '11 minutes', failed_at = now()");
  expect((await dashboard()).backups).toMatchObject({ isOverdue: true });
  await set("shipped_at = null, base = null");
  expect((await dashboard()).backups).toEqual({ lastAt: null, isOverdue: true });
  await set("target = null, failed_at = null");
});
