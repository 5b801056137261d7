/** Push notifications at a real push service: what browsers can read, who gets them, and until when. */
import { createPublicKey, verify } from "node:crypto";
import type { Pool } from "pg";
import pg from "pg";
import { beforeAll, beforeEach, expect, test } from "vitest";
import { TestBrowser } from "#tools/testing/test-browser.ts";
import { accepted, type TestPushService } from "#tools/testing/test-push-service.ts";
import { later } from "#tools/testing/later.ts";
import { openPushService } from "#tools/testing/open-doubles.ts";
import { openTestShop, testSecret, TestShop, type TestUser } from "#tools/testing/test-shop.ts";
import { deriveSecrets } from "../serve/secrets.ts";
import type { PushKeyAnswer } from "#contract/push.ts";
import { openPushKeys, type PushKeys } from "./push-keys.ts";

let ama: TestUser;
let logged = "";
let people = 0;
// Whatever nobody sends is only found after a time that no test waits for.
const patience = { answer_ms: 5000, lost_ms: 60_000, sweep_ms: 400, retry_ms: 30, open_ms: 60 };
const voucher = { pin: "491827364550", serial: "WRC2611-0042" };
const card = "GHA-123456789-1";

const service = openPushService();
const shop = openTestShop(() => ({
  messages: { patience, allowPrivateAddresses: true },
  logLevel: "trace",
  logTo: { write: (line) => (logged += line) },
}));

beforeAll(async () => {
  await shop.addVouchers();
});
beforeEach(async () => {
  service.answer = accepted;
  service.asked.length = 0;
  people += 1;
  ama = await shop.addUser(`ama${people}`, `02455502${10 + people}`, "Customer", 1_000_000);
});

const subscribe = (user: { token: string }, browser: TestBrowser) =>
  shop.as(user).post("/user/push/subscribe", browser.subscription);
async function subscribed(user: { token: string }): Promise<TestBrowser> {
  const browser = new TestBrowser(service.origin);
  expect(await subscribe(user, browser)).toMatchObject({ status: 200, body: { subscribed: true } });
  return browser;
}
async function buy(user: TestUser, packageId = "mtnup2u-1", more = {}): Promise<string> {
  const body = { packageId, receiver: "0201234567", ...more };
  return (await shop.as(user).post<{ _id: string }>("/order/create", body)).body._id;
}
const move = (order: string, body: object) => shop.as(shop.admin).put(`/order/update-status/${order}`, body);
async function complete(order: string, more = {}): Promise<void> {
  await move(order, { status: "processing" });
  expect((await move(order, { status: "completed", ...more })).status).toBe(200);
}
async function askForTopup(user: TestUser, amount: number): Promise<string> {
  const { body } = await shop.as(user).post<{ recharge: { _id: string } }>("/recharge", { amount });
  return body.recharge._id;
}
const shown = (browser: TestBrowser) => expect.poll(() => service.shownBy(browser));

/** The states of a user's notifications, oldest first. */
async function statesOf({ _id }: TestUser): Promise<string[]> {
  const { rows } = await shop.pool.query<{ state: string }>(
    `select d.state from shop.push_delivery d join shop.push_subscription s on s.id = d.subscription_id
     where s.user_id = $1 order by d.id`,
    [_id],
  );
  return rows.map(({ state }) => state);
}
async function subscriptionsOf({ _id }: { _id: string }): Promise<number> {
  const text = "select from shop.push_subscription where user_id = $1";
  return (await shop.pool.query(text, [_id])).rowCount ?? 0;
}
/** Waits until the log was followed to its end, and everything that it caused was sent. */
async function settled(): Promise<void> {
  const { position } = await shop.books();
  const rest = `select from shop.message_follower f where position < $1
    or exists (select from shop.push_delivery where state in ('waiting', 'sending'))`;
  await expect.poll(async () => (await shop.pool.query(rest, [position])).rowCount).toBe(0);
}

test("a browser can read the notification of a completed and of a rejected order, and what it opens", async () => {
  const browser = await subscribed(ama);
  const first = await buy(ama);
  await complete(first);
  await settled();
  const second = await buy(ama);
  await move(second, { status: "rejected", reason: "No stock." });
  await settled();
  expect(service.shownBy(browser)).toEqual([
    {
      title: "Order completed",
      text: "1 GB for 020 123 4567",
      path: `/home/my-transactions?receipt=${first}`,
      tag: `order-${first}`,
    },
    {
      title: "Order rejected",
      text: "1 GB for 020 123 4567. ¢4.80 is back in your wallet. No stock.",
      path: `/home/my-transactions?receipt=${second}`,
      tag: `order-${second}`,
    },
  ]);
});

test("a browser can read the notification of an approved and of a declined top-up", async () => {
  const browser = await subscribed(ama);
  const [first, second] = [await askForTopup(ama, 1200.5), await askForTopup(ama, 60)];
  await shop.as(shop.admin).put(`/recharge/${first}/approve`, {});
  await settled();
  await shop.as(shop.admin).put(`/recharge/${second}/decline`);
  await settled();
  expect(service.shownBy(browser)).toEqual([
    {
      title: "Top-up approved",
      text: "¢1,200.50 is in your wallet.",
      path: "/home/topup",
      tag: `topup-${first}`,
    },
    {
      title: "Top-up declined",
      text: "¢60.00. Your balance is unchanged.",
      path: "/home/topup",
      tag: `topup-${second}`,
    },
  ]);
});

test("a notification contains neither a voucher's PIN nor the form of an AFA order", async () => {
  const browser = await subscribed(ama);
  await complete(await buy(ama, "waec-1"), { voucher });
  const items = { name: "Ama Mensah", phone: "0244123456", card, dob: "1994-02-14", location: "Kumasi" };
  await complete(await buy(ama, "afa-1", { items }));
  await settled();
  const read = JSON.stringify(service.shownBy(browser));
  expect(read).toContain("WASSCE checker");
  expect(read).toContain("AFA registration");
  for (const secret of [voucher.pin, voucher.serial, card, "Mensah", "Kumasi"])
    expect(read).not.toContain(secret);
});

test("requests to the push service are signed with the shop's key, are about one order, and end after hours", async () => {
  const { body } = await shop.as(ama).get<PushKeyAnswer>("/user/push/key");
  await subscribed(ama);
  const order = await buy(ama);
  await complete(order);
  await settled();
  const [{ headers }] = service.asked as [TestPushService["asked"][0]];
  expect(headers).toMatchObject({
    "content-encoding": "aes128gcm",
    topic: `order-${order}`,
    urgency: "high",
  });
  expect(Number(headers["ttl"])).toBeGreaterThan(11 * 3600);
  expect(Number(headers["ttl"])).toBeLessThanOrEqual(12 * 3600);
  const [, token = "", key] = /^vapid t=(\S+), k=(\S+)$/.exec(headers.authorization ?? "") ?? [];
  expect(key).toBe(body.publicKey);
  const [head, claims = "", mac = ""] = token.split(".");
  expect(JSON.parse(Buffer.from(claims, "base64url").toString())).toMatchObject({
    aud: service.origin,
    sub: expect.stringMatching(/^mailto:/),
  });
  const point = Buffer.from(body.publicKey, "base64url");
  const [x, y] = [point.subarray(1, 33), point.subarray(33)].map((half) => half.toString("base64url"));
  const publicKey = createPublicKey({ key: { kty: "EC", crv: "P-256", x, y } as never, format: "jwk" });
  const signed = Buffer.from(`${head}.${claims}`);
  const isGenuine = verify(
    "sha256",
    signed,
    { key: publicKey, dsaEncoding: "ieee-p1363" },
    Buffer.from(mac, "base64url"),
  );
  expect(isGenuine).toBe(true);
});

test("all browsers of a user get a notification, and nobody else's", async () => {
  const kofi = await shop.addUser(`kofi${people}`, `02055502${10 + people}`, "Agent", 10_000);
  const [phone, computer, other] = [await subscribed(ama), await subscribed(ama), await subscribed(kofi)];
  await complete(await buy(ama));
  await settled();
  expect([phone, computer, other].map((browser) => service.shownBy(browser).length)).toEqual([1, 1, 0]);
});

test.each([404, 410])("a subscription that the push service answers with %i is removed", async (status) => {
  const [gone, well] = [await subscribed(ama), await subscribed(ama)];
  service.answer = ({ endpoint }) => ({ status: endpoint === gone.subscription.endpoint ? status : 201 });
  await complete(await buy(ama));
  await expect.poll(() => subscriptionsOf(ama)).toBe(1);
  await complete(await buy(ama));
  await settled();
  expect([gone, well].map((browser) => service.shownBy(browser).length)).toEqual([1, 2]);
});

test("a busy push service gets the notification again, and one that refuses it does not", async () => {
  const browser = await subscribed(ama);
  service.answer = () => ({ status: service.asked.length <= 2 ? 429 : 201 });
  await complete(await buy(ama));
  await shown(browser).toHaveLength(3);
  service.answer = () => ({ status: 413 });
  await complete(await buy(ama));
  await settled();
  expect(await statesOf(ama)).toEqual(["delivered", "refused"]);
  expect(service.asked).toHaveLength(4);
});

test.each([
  ["in seconds", () => "1"],
  ["as a date", () => new Date(Date.now() + 2000).toUTCString()],
])("a push service that asks to wait, %s, is not asked again before", async (_, retryAfter) => {
  await subscribed(ama);
  const asked_ms: number[] = [];
  service.answer = () => {
    asked_ms.push(Date.now());
    return asked_ms.length === 1
      ? { status: 429, headers: { "retry-after": retryAfter() } }
      : { status: 201 };
  };
  await complete(await buy(ama));
  await settled();
  const [first = 0, second = 0] = asked_ms;
  expect(asked_ms).toHaveLength(2);
  expect(second - first).toBeGreaterThanOrEqual(1000);
});

test("a redirect of a push service is not followed", async () => {
  await subscribed(ama);
  service.answer = () => ({ status: 307, headers: { location: `${service.origin}/elsewhere` } });
  await complete(await buy(ama));
  await expect.poll(() => service.asked.length).toBeGreaterThan(1);
  expect(service.asked.filter(({ endpoint }) => endpoint.endsWith("/elsewhere"))).toEqual([]);
  service.answer = accepted;
  await settled();
});

test("a notification that could not be sent for twelve hours is not sent any more", async () => {
  await subscribed(ama);
  service.answer = () => ({ status: 503 });
  await complete(await buy(ama));
  await expect.poll(() => service.asked.length).toBeGreaterThan(0);
  await shop.pool.query("update shop.push_delivery set fresh_at = now() - interval '12 hours 1 second'");
  await expect.poll(() => statesOf(ama)).toEqual(["expired"]);
});

test("all notifications of a user arrive, although only a few are sent at a time", async () => {
  const browsers = [
    await subscribed(ama),
    await subscribed(ama),
    await subscribed(ama),
    await subscribed(ama),
  ];
  let atOnce = 0;
  let most = 0;
  service.answer = () => {
    most = Math.max(most, (atOnce += 1));
    later(20, () => (atOnce -= 1));
    return { status: 201, after_ms: 20 };
  };
  for (let n = 0; n < 8; n++) await complete(await buy(ama));
  await settled();
  expect(browsers.map((browser) => service.shownBy(browser).length)).toEqual([8, 8, 8, 8]);
  expect(most).toBeLessThanOrEqual(2);
});

test("servers that never answer do not delay other users' notifications", async () => {
  const patient = { ...patience, answer_ms: 60_000, lost_ms: 90_000 };
  const crowded = await TestShop.open({ messages: { patience: patient, allowPrivateAddresses: true } });
  const newUser = async (n: number) => {
    const user = await crowded.addUser(`user${n}`, `024555031${n}`, "Customer", 10_000);
    const browsers = [1, 2, 3].map(() => new TestBrowser(service.origin));
    for (const { subscription } of browsers)
      await crowded.call("POST", "/user/push/subscribe", subscription, { token: user.token });
    return { user, browsers };
  };
  const reject = async ({ token }: TestUser) => {
    const body = { packageId: "mtnup2u-1", receiver: "0201234567" };
    const made = await crowded.call<{ _id: string }>("POST", "/order/create", body, { token });
    await crowded.command("reject_order", crowded.admin._id, { order: Number(made.body._id), reason: null });
  };
  const silent = [await newUser(1), await newUser(2), await newUser(3)];
  const endpoints = silent.flatMap(({ browsers }) =>
    browsers.map(({ subscription }) => subscription.endpoint),
  );
  service.answer = ({ endpoint }) => (endpoints.includes(endpoint) ? undefined : { status: 201 });
  for (const { user } of silent) await reject(user);
  // Each of these users has two places, and the third browser waits for one of them.
  await expect.poll(() => service.asked.length).toBe(6);
  const well = await newUser(4);
  await reject(well.user);
  for (const browser of well.browsers) await shown(browser).toHaveLength(1);
  expect(service.asked).toHaveLength(9);
  service.cut();
  service.answer = accepted;
  await crowded.close();
});

test("a user who signs out gets no more notifications in that browser, but still in others", async () => {
  const elsewhere = await shop.login(ama.phone, ama.password);
  const [here, there] = [await subscribed(ama), await subscribed(elsewhere)];
  await shop.as(ama).post("/user/logout");
  expect(await subscriptionsOf(ama)).toBe(1);
  await complete(await buy({ ...ama, ...elsewhere }));
  await settled();
  expect([here, there].map((browser) => service.shownBy(browser).length)).toEqual([0, 1]);
});

test.each<[string, (user: TestUser) => Promise<unknown>]>([
  ["signs out everywhere", (user) => shop.as(user).post("/user/logout-everywhere")],
  ["is signed out by an admin", (user) => shop.as(shop.admin).delete(`/user/${user._id}/sessions`)],
  ["is banned", (user) => shop.as(shop.admin).put(`/user/${user._id}/status`, { status: "Banned" })],
])("a user who %s gets no notification, not even one that waits to be sent again", async (_, end) => {
  await subscribed(ama);
  const order = await buy(ama);
  service.answer = () => ({ status: 503 });
  await complete(await buy(ama));
  await expect.poll(() => service.asked.length).toBeGreaterThan(0);
  await end(ama);
  expect(await subscriptionsOf(ama)).toBe(0);
  await settled();
  service.asked.length = 0;
  await complete(order);
  await settled();
  expect(service.asked).toEqual([]);
});

test.each<[string, (user: TestUser) => Promise<unknown>]>([
  ["was banned", (user) => shop.command("change_status", "system", { user: user._id, status: "Banned" })],
  [
    "lost their sessions",
    (user) => shop.pool.query("update shop.session set ended_at = now() where user_id = $1", [user._id]),
  ],
])("a user who %s without the API gets no notification either", async (_, end) => {
  await subscribed(ama);
  const order = await buy(ama);
  await end(ama);
  await complete(order);
  await expect.poll(() => subscriptionsOf(ama)).toBe(0);
  expect(service.asked).toEqual([]);
});

test("a session that has ended cannot subscribe, even if its end is still being written", async () => {
  const holder = new pg.Client(shop.database.ownerUrl);
  await holder.connect();
  const browser = new TestBrowser(service.origin);
  const waitingForLocks = async () => {
    // In one transaction, PostgreSQL shows the connections of its first look.
    await holder.query("select pg_stat_clear_snapshot()");
    const { rowCount } = await holder.query(
      "select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
    );
    return rowCount;
  };
  await holder.query("begin");
  await holder.query("update shop.session set ended_at = now() where user_id = $1", [ama._id]);
  const answer = subscribe(ama, browser);
  await expect.poll(waitingForLocks).toBe(1);
  await holder.query("commit");
  await holder.end();
  expect(await answer).toMatchObject({ status: 401, body: { code: "unauthorized" } });
  expect(await subscriptionsOf(ama)).toBe(0);
});

test("the end of the day ends no subscription: an order of the evening may be completed in the morning", async () => {
  const browser = await subscribed(ama);
  const order = await buy(ama);
  await shop.pool.query("update shop.session set expires_at = now() where user_id = $1", [ama._id]);
  await complete(order);
  await settled();
  expect(service.shownBy(browser)).toHaveLength(1);
});

test("a subscription that was not renewed for thirty days is removed", async () => {
  await subscribed(ama);
  const age = (interval: string) =>
    shop.pool.query(
      "update shop.push_subscription set renewed_at = now() - $2::interval where user_id = $1",
      [ama._id, interval],
    );
  await age("29 days");
  // Once an older one is gone, this one was looked at too.
  const old = await shop.addUser("old", "0245550190", "Customer", 0);
  await subscribed(old);
  await shop.pool.query("update shop.push_subscription set renewed_at = '2020-01-01' where user_id = $1", [
    old._id,
  ]);
  await expect.poll(() => subscriptionsOf(old)).toBe(0);
  expect(await subscriptionsOf(ama)).toBe(1);
  await age("30 days 1 minute");
  await expect.poll(() => subscriptionsOf(ama)).toBe(0);
});

test("a user has ten browsers at most, and an eleventh takes the place of the one that was renewed first", async () => {
  const browsers: TestBrowser[] = [];
  for (let n = 0; n < 10; n++) browsers.push(await subscribed(ama));
  // Renewed, so the second one is the oldest now.
  await subscribe(ama, browsers[0]!);
  browsers.push(await subscribed(ama));
  expect(await subscriptionsOf(ama)).toBe(10);
  await complete(await buy(ama));
  await settled();
  const counts = browsers.map((browser) => service.shownBy(browser).length);
  expect(counts).toEqual([1, 0, ...Array.from({ length: 9 }, () => 1)]);
});

test("browsers of one user that subscribe at the same time are no more than ten together", async () => {
  await Promise.all(Array.from({ length: 16 }, () => subscribed(ama)));
  expect(await subscriptionsOf(ama)).toBe(10);
});

test("a user who unsubscribes gets no more notifications in that browser", async () => {
  const [here, there] = [await subscribed(ama), await subscribed(ama)];
  const { endpoint } = here.subscription;
  expect(await shop.as(ama).post("/user/push/unsubscribe", { endpoint })).toMatchObject({
    status: 200,
    body: { subscribed: false },
  });
  await complete(await buy(ama));
  await settled();
  expect([here, there].map((browser) => service.shownBy(browser).length)).toEqual([0, 1]);
});

test("nobody can remove another user's browser or take it over without its keys", async () => {
  const browser = await subscribed(ama);
  const thief = await shop.addUser(`thief${people}`, `02055503${10 + people}`);
  const { endpoint } = browser.subscription;
  const { keys } = new TestBrowser(service.origin).subscription;
  await shop.as(thief).post("/user/push/unsubscribe", { endpoint });
  const taken = await shop.as(thief).post("/user/push/subscribe", { endpoint, keys });
  const message = "This address belongs to another browser";
  expect(taken).toMatchObject({
    status: 400,
    body: { code: "input_invalid", fields: { endpoint: message } },
  });
  await complete(await buy(ama));
  await shown(browser).toHaveLength(1);
});

test("the next user of the same browser gets their own notifications there, and nothing of the previous user", async () => {
  const browser = await subscribed(ama);
  service.answer = () => ({ status: 503 });
  await complete(await buy(ama));
  await expect.poll(() => service.asked.length).toBeGreaterThan(0);
  const kofi = await shop.addUser(`kofi${people}`, `02055502${10 + people}`, "Customer", 10_000);
  expect((await subscribe(kofi, browser)).status).toBe(200);
  await settled();
  service.asked.length = 0;
  service.answer = accepted;
  await complete(await buy(ama));
  const order = await buy(kofi);
  await complete(order);
  await settled();
  expect(service.shownBy(browser)).toMatchObject([{ tag: `order-${order}` }]);
});

test("addresses and keys of browsers can be read neither in the database nor in log lines", async () => {
  const browser = await subscribed(ama);
  service.answer = () => ({ status: 503 });
  await complete(await buy(ama));
  await expect.poll(() => service.asked.length).toBeGreaterThan(0);
  service.answer = accepted;
  await settled();
  const { rows } = await shop.pool.query<{ line: string }>(
    `select row_to_json(s)::text as line from shop.push_subscription s
     union all select row_to_json(d)::text from shop.push_delivery d union all select row_to_json(k)::text from shop.push_key k
     union all select row_to_json(e)::text from ledger.event e`,
  );
  const kept = rows.map(({ line }) => line).join() + logged;
  const { endpoint, keys } = browser.subscription;
  expect(logged).toContain("a push notification was not sent");
  for (const secret of [endpoint.split("/").at(-1) ?? "", keys.auth, keys.p256dh])
    expect(kept).not.toContain(secret);
});

test("every process uses the same keys, and browsers that subscribed with other keys are removed", async () => {
  const key = async (base?: string) =>
    (await shop.as(ama).get<PushKeyAnswer>("/user/push/key", { base })).body.publicKey;
  const own = await key();
  const second = await shop.another({ messages: { patience, allowPrivateAddresses: true } });
  expect(await key(second.url)).toBe(own);
  await second.close();
  await subscribed(ama);
  await shop.pool.query("update shop.push_subscription set public_key = 'another key' where user_id = $1", [
    ama._id,
  ]);
  await complete(await buy(ama));
  await expect.poll(() => subscriptionsOf(ama)).toBe(0);
  expect(service.asked).toEqual([]);
});

test("keys that were sealed with another secret are replaced, and a process that is late takes over the new ones", async () => {
  const keysOf = (secret: string, pool = shop.pool) => openPushKeys(pool, deriveSecrets(secret), undefined)();
  const before = await keysOf(testSecret);
  let first: PushKeys | undefined;
  const late = {
    query: async (text: string, values: unknown[]) => {
      // Between its reading of the old keys and its writing, another process is faster.
      if (text.startsWith("insert")) first = await keysOf("a new secret");
      return shop.pool.query(text, values);
    },
  };
  const keys = await keysOf("a new secret", late as Pool);
  expect(keys).toEqual(first);
  expect(keys.publicKey).not.toBe(before.publicKey);
  expect(await keysOf("a new secret")).toEqual(keys);
  await shop.pool.query("delete from shop.push_key");
});

test("the shop's own keys in the environment are used in place of those in the database", async () => {
  const pushKeys = { publicKey: "BPublic", privateKey: "private" };
  const second = await shop.another({ messages: { isOff: true, pushKeys } });
  const answer = await shop.as(ama).get("/user/push/key", { base: second.url });
  expect(answer.body).toEqual({ publicKey: "BPublic" });
  await second.close();
});

test.each([
  ["http://push.example/1", "Please enter an address that begins with https://"],
  ["https://127.0.0.1/", "This address is in a private network"],
  ["https://localhost:3000/", "This address is in a private network"],
  ["https://[::1]/", "This address is in a private network"],
  ["https://169.254.169.254/latest/meta-data", "This address is in a private network"],
  ["https://nowhere.invalid/", "This address was not found"],
])("the endpoint %s is refused if private addresses are not allowed", async (endpoint, message) => {
  const strict = await shop.another({ messages: { isOff: true } });
  const { keys } = new TestBrowser(service.origin).subscription;
  const refused = await shop.as(ama).post("/user/push/subscribe", { endpoint, keys }, { base: strict.url });
  expect(refused).toMatchObject({
    status: 400,
    body: { code: "input_invalid", fields: { endpoint: message } },
  });
  await strict.close();
});

test("a browser whose push service leads to a private address since it subscribed is not called", async () => {
  const strict = await TestShop.open({ messages: { patience } });
  const user = await strict.addUser("ama", "0245550101", "Customer", 10_000);
  const lax = await strict.another({ messages: { isOff: true, allowPrivateAddresses: true } });
  const browser = new TestBrowser(service.origin);
  await strict.call("POST", "/user/push/subscribe", browser.subscription, {
    token: user.token,
    base: lax.url,
  });
  const order = { packageId: "mtnup2u-1", receiver: "0201234567" };
  const { body } = await strict.call("POST", "/order/create", order, { token: user.token });
  await strict.command("reject_order", strict.admin._id, { order: Number(body["_id"]), reason: null });
  await expect
    .poll(async () => (await strict.pool.query("select answer from shop.push_delivery")).rows)
    .toEqual([{ answer: "The address is in a private network" }]);
  expect(service.asked).toEqual([]);
  await lax.close();
  await strict.close();
});
