/** What admins are told by push about the queues of the office: once for a burst, and nobody else. */
import { beforeEach, expect, test } from "vitest";
import { TestBrowser } from "#tools/testing/test-browser.ts";
import { usualWithdrawalRules } from "#contract/terms/withdrawals.ts";
import { redBooks } from "#contract/notifications.ts";
import { accepted } from "#tools/testing/test-push-service.ts";
import { openPushService } from "#tools/testing/open-doubles.ts";
import { openTestShop, testSecret, type TestUser } from "#tools/testing/test-shop.ts";
import { deriveSecrets } from "../serve/secrets.ts";
import { tellRedBooks } from "./notices.ts";

let ama: TestUser;
let second: TestUser;
let people = 0;
const patience = { sweep_ms: 400, retry_ms: 30, open_ms: 60, office_gather_ms: 600, office_pause_ms: 1500 };

const service = openPushService();
const shop = openTestShop(() => ({ messages: { patience, allowPrivateAddresses: true } }));
beforeEach(async () => {
  service.answer = accepted;
  await settled();
  await shop.pool.query("delete from shop.push_subscription");
  await clearQueues();
  service.asked.length = 0;
  people += 1;
  ama = await shop.addUser(`ama${people}`, `02455502${10 + people}`, "Customer", 1_000_000);
  second = await shop.addUser(`second${people}`, `02455503${10 + people}`, "Admin");
  // All admins are told of the new one, in the browsers that they have by then.
  await settled();
});

/** A browser of this user that wants the office's notifications, as far as its user may have them. */
async function subscribed(user: { token: string }, office = true): Promise<TestBrowser> {
  const browser = new TestBrowser(service.origin);
  const body = { ...browser.subscription, office };
  expect(await shop.as(user).post("/user/push/subscribe", body)).toMatchObject({ status: 200 });
  return browser;
}
async function buy(): Promise<string> {
  const made = await shop.buy(ama, "mtnup2u-1", "0201234567");
  expect(made.status).toBe(201);
  return made.body._id;
}
const askForTopup = () => shop.as(ama).post("/recharge", { amount: 60 });
const titlesOf = (browser: TestBrowser) =>
  (service.shownBy(browser) as { title: string }[]).map(({ title }) => title);

/** Does work whose events the messages read together. On a busy machine it would take longer than a burst may last. */
async function inOneBurst(work: () => Promise<unknown>): Promise<void> {
  const follower = await shop.pool.connect();
  await follower.query("begin");
  await follower.query("select from shop.message_follower for update");
  try {
    await work();
  } finally {
    await follower.query("commit");
    follower.release();
  }
}

/** No test leaves work to the next one. */
async function clearQueues(): Promise<void> {
  const { rows: orders } = await shop.pool.query<{ id: number }>(
    `select id from ledger."order" where status = 'pending'`,
  );
  for (const { id } of orders)
    await shop.command("reject_order", shop.admin._id, { order: id, reason: null });
  const { rows: topups } = await shop.pool.query<{ id: number }>(
    "select id from ledger.topup where status = 'pending'",
  );
  for (const { id } of topups) await shop.command("decline_topup", shop.admin._id, { topup: id });
}
/** Waits until the log was followed to its end, and everything that it caused was sent. */
async function settled(): Promise<void> {
  const { position } = await shop.books();
  const rest = `select from shop.message_follower f where position < $1
    or exists (select from shop.push_delivery where state in ('waiting', 'sending'))`;
  await expect.poll(async () => (await shop.pool.query(rest, [position])).rowCount).toBe(0);
}

test("twenty orders at once make one notification, which says how many are pending and opens them", async () => {
  const browser = await subscribed(shop.admin);
  const order = { package: { id: "mtnup2u-1" }, expected_price: null, receiver: "0201234567", form: null };
  // One step of the follower reads up to 25.
  await inOneBurst(() =>
    Promise.all(Array.from({ length: 20 }, () => shop.command("place_order", ama._id, order))),
  );
  await settled();
  expect(service.shownBy(browser)).toEqual([
    {
      title: "20 orders are pending",
      text: "Open the orders to process them.",
      path: "/admin/orders?status=pending",
      tag: "office-orders",
    },
  ]);
});

test("orders that follow a notification make a second one, which keeps its distance", async () => {
  const browser = await subscribed(shop.admin);
  const told_ms: number[] = [];
  service.answer = () => {
    told_ms.push(Date.now());
    return accepted();
  };
  await buy();
  await expect.poll(() => told_ms.length).toBe(1);
  await inOneBurst(async () => {
    for (let n = 0; n < 3; n++) await buy();
  });
  await settled();
  expect(titlesOf(browser)).toEqual(["1 order is pending", "4 orders are pending"]);
  expect(told_ms[1]! - told_ms[0]!).toBeGreaterThanOrEqual(patience.office_pause_ms - 100);
});

test("a withdrawal that waits is told like a request, with the way to decide", async () => {
  const browser = await subscribed(shop.admin);
  const rules = { ...usualWithdrawalRules, isOn: true, who: "everyone", what: "everything" } as const;
  await shop.command("change_withdrawal_rules", "system", rules);
  const asked = { amount: 10_00, fee: 0, first: true, earned: 0 };
  await shop.command("request_withdrawal", ama._id, asked);
  await settled();
  expect(service.shownBy(browser)).toEqual([
    {
      title: "1 withdrawal is pending",
      text: "Open Payments to decide.",
      path: "/admin/payments?show=withdrawals",
      tag: "office-requests",
    },
  ]);
  const waiting = "select id from ledger.withdrawal where status = 'requested'";
  for (const { id } of (await shop.pool.query<{ id: string }>(waiting)).rows)
    await shop.command("reject_withdrawal", shop.admin._id, { withdrawal: id, reason: "a test" });
});

test("top-up and agent requests, and what another admin asks for, are told with the way to decide", async () => {
  await shop.command("change_correction_limit", "system", { limit: 100_00 });
  const [asker, other] = [await subscribed(second), await subscribed(shop.admin)];
  const upgrade = { amount: 50, purpose: "agent-upgrade" };
  const wallet = { chosenId: ama._id, amount: 500, reason: "A test" };
  await inOneBurst(async () => {
    await askForTopup();
    expect((await shop.as(ama).post("/recharge", upgrade)).status).toBe(201);
    expect((await shop.as(second).put("/user/balance", wallet)).body).toMatchObject({ pending: true });
  });
  await settled();
  // The admin who asked cannot approve it.
  expect(titlesOf(asker)).toEqual(["2 top-up requests are pending"]);
  expect(service.shownBy(other)).toEqual([
    {
      title: "2 top-up requests and 1 approval are pending",
      text: "Open Topups to decide.",
      path: "/admin/finance",
      tag: "office-requests",
    },
  ]);
});

test("nothing is told about orders that were decided before the notification went out", async () => {
  const browser = await subscribed(shop.admin);
  const order = await buy();
  await shop.as(shop.admin).put(`/order/update-status/${order}`, { status: "rejected" });
  await settled();
  expect(service.shownBy(browser)).toEqual([]);
});

test("neither a customer who asks for it nor an admin's browser that does not want it gets the office's", async () => {
  const [customer, off, on] = [
    await subscribed(ama),
    await subscribed(shop.admin, false),
    await subscribed(second),
  ];
  await buy();
  await askForTopup();
  await settled();
  expect([customer, off, on].map((browser) => service.shownBy(browser).length)).toEqual([0, 0, 2]);
});

test("an admin turns it off in a browser that stays subscribed", async () => {
  const browser = await subscribed(second);
  await buy();
  const body = { ...browser.subscription, office: false };
  await shop.as(second).post("/user/push/subscribe", body);
  await settled();
  expect(service.shownBy(browser)).toEqual([]);
});

test.each<[string, () => Promise<unknown>]>([
  ["demoted", () => shop.command("change_level", "system", { user: second._id, level: "Customer" })],
  ["banned", () => shop.command("change_status", "system", { user: second._id, status: "Banned" })],
])("an admin who was %s gets no notification any more, not even one that waits", async (_, end) => {
  const [theirs, stays] = [await subscribed(second), await subscribed(shop.admin)];
  service.answer = () => ({ status: 503 });
  await buy();
  await expect
    .poll(() => [theirs, stays].map((browser) => titlesOf(browser).length > 0))
    .toEqual([true, true]);
  await end();
  // What was on its way by then may still arrive. The next attempt finds that it is not theirs any more.
  const waiting = `select from shop.push_delivery d join shop.push_subscription s on s.id = d.subscription_id
    where s.user_id = $1`;
  await expect.poll(async () => (await shop.pool.query(waiting, [second._id])).rowCount).toBe(0);
  service.answer = accepted;
  service.asked.length = 0;
  await askForTopup();
  await settled();
  expect(titlesOf(theirs)).toEqual([]);
  // The order, the request, and that the other one is no admin any more.
  expect(titlesOf(stays)).toHaveLength(3);
});

test("a notification for admins carries no name and no number", async () => {
  const browser = await subscribed(shop.admin);
  await buy();
  await askForTopup();
  await settled();
  const read = JSON.stringify(service.shownBy(browser));
  expect(service.shownBy(browser)).toHaveLength(2);
  for (const personal of [ama.username, ama.phone.slice(1), "201234567", "020 123 4567"])
    expect(read).not.toContain(personal);
});

test("new payment details reach every browser of every admin at once, and nobody else", async () => {
  const [customer, quiet, phone] = [
    await subscribed(ama),
    await subscribed(shop.admin, false),
    await subscribed(second),
  ];
  const after = {
    momo_phone_number: `02400001${people}`.padEnd(10, "0"),
    momo_account_name: "Ama's Data Shop",
  };
  await shop.command("change_payment_details", "system", after);
  await settled();
  expect(service.shownBy(customer)).toEqual([]);
  for (const browser of [quiet, phone])
    expect(service.shownBy(browser)).toMatchObject([
      {
        title: "The payment details were changed",
        text: expect.stringContaining("Ama's Data Shop") as string,
        path: "/admin/audit/acts?kind=payment+details",
        tag: "office-payment",
      },
    ]);
});

test("books that turn red are told to every admin once, however often the auditor says it", async () => {
  const [customer, quiet] = [await subscribed(ama), await subscribed(shop.admin, false)];
  const telling = {
    secrets: deriveSecrets(testSecret),
    shopName: "Ama's Data Shop",
    configured: { sms: true, email: false },
  };
  const tell = () => tellRedBooks(shop.pool, telling);
  await Promise.all([tell(), tell()]);
  await tell();
  await settled();
  expect(service.shownBy(customer)).toEqual([]);
  expect(service.shownBy(quiet)).toEqual([redBooks]);
  const { rows } = await shop.pool.query(
    `select m.recipient, count(*)::integer as count from shop.message m where kind = 'red_books' and recipient in ($1, $2, $3)
     group by 1 order by 1`,
    [shop.admin.phone, second.phone, ama.phone],
  );
  expect(rows).toEqual([
    { recipient: shop.admin.phone, count: 1 },
    { recipient: second.phone, count: 1 },
  ]);
});
