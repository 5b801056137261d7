/** Agents' webhooks at real servers: their deliveries, signatures, and the addresses that are refused. */
import { createHmac, randomUUID } from "node:crypto";
import { once } from "node:events";
import { createServer, type IncomingHttpHeaders, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { later } from "#tools/testing/later.ts";
import { TestShop, type TestUser } from "#tools/testing/test-shop.ts";
import type { Page } from "#contract/lists.ts";
import type { DeliveryRecord, WebhookAnswer } from "#contract/webhooks.ts";
import { callWebhook } from "./work-webhooks.ts";

interface Call {
  headers: IncomingHttpHeaders;
  body: string;
  path: string;
}

let shop: TestShop;
let server: Server;
let base: string;
let kofi: TestUser;
let ama: TestUser;
let secret: string;
let logged = "";
const calls: Call[] = [];
/** Answers `when` a test says so, plus `after_ms`. */
type Given =
  | { status: number; headers?: Record<string, string>; when?: Promise<void>; after_ms?: number }
  | undefined;
let answer: (call: Call) => Given;
/** The paths of the calls that have no answer yet. */
const unanswered: string[] = [];
let mostAtOnce = 0;
const patience = { answer_ms: 2500, lost_ms: 15_000, sweep_ms: 400, retry_ms: 30, open_ms: 60 };

beforeAll(async () => {
  server = createServer((request, response) => {
    let body = "";
    request.on("data", (chunk: Buffer) => (body += chunk.toString()));
    request.on("end", () => {
      const call = { headers: request.headers, body, path: request.url ?? "" };
      calls.push(call);
      const given = answer(call);
      if (!given) return;
      unanswered.push(call.path);
      mostAtOnce = Math.max(mostAtOnce, unanswered.length);
      const give = () => {
        unanswered.splice(unanswered.indexOf(call.path), 1);
        response.writeHead(given.status, given.headers).end("thanks");
      };
      void (given.when ?? Promise.resolve()).then(() => later(given.after_ms ?? 0, give));
    });
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  shop = await TestShop.open({
    messages: { patience, allowPrivateAddresses: true },
    logLevel: "trace",
    logTo: { write: (line) => (logged += line) },
  });
  kofi = await shop.addUser("kofi", "0205550102", "Agent", 1_000_000);
  ama = await shop.addUser("ama", "0245550101", "Customer", 1_000_000);
});
afterAll(async () => {
  await shop.close();
  server.closeAllConnections();
  server.close();
});
beforeEach(async () => {
  answer = () => ({ status: 200 });
  secret =
    (await shop.as(kofi).put<WebhookAnswer>("/user/webhook", { url: `${base}/hook` })).body.secret ?? "";
  calls.length = 0;
});

async function buy(user: TestUser): Promise<string> {
  return (await shop.buy(user, "mtnup2u-1", "0201234567")).body._id;
}
async function deliveries(): Promise<DeliveryRecord[]> {
  return (await shop.as(kofi).get<Page<DeliveryRecord>>("/user/webhook/deliveries?limit=100")).body.items;
}
/** The result of the last delivery about an order. */
async function stateOf(order: string): Promise<string | undefined> {
  return (await statesOf([order]))[0];
}
async function statesOf(orders: string[]): Promise<(string | undefined)[]> {
  const all = await deliveries();
  return orders.map((order) => all.find(({ body }) => body.includes(`"_id":"${order}"`))?.state);
}
const parsed = () => calls.map(({ body }) => JSON.parse(body) as { event: string; order: object });

/** Whether the log was followed up to this order: then there is a message about it to the shop. */
async function isFollowed(order: string): Promise<boolean> {
  const { rowCount } = await shop.pool.query("select from shop.message where text like $1", [
    `%${10_000_000 + Number(order)}%`,
  ]);
  return rowCount === 1;
}

test("an agent's webhook gets each change of their own orders, signed, and of nobody else's", async () => {
  await buy(ama);
  const order = await buy(kofi);
  await shop.as(shop.admin).put(`/order/update-status/${order}`, { status: "processing" });
  await shop.as(shop.admin).put(`/order/update-status/${order}`, { status: "rejected", reason: "No stock" });
  await expect.poll(() => calls.length).toBe(3);
  const events = parsed();
  expect(events.map(({ event }) => event)).toEqual(["order.pending", "order.processing", "order.rejected"]);
  expect(events[2]).toMatchObject({
    order: {
      _id: order,
      reference: String(10_000_000 + Number(order)),
      network: "MTNup2u",
      offer: "1 GB",
      receiver: "0201234567",
      totalAmount: 4.6,
      status: "rejected",
      reason: "No stock",
      refunded: 4.6,
      ofShop: false,
    },
  });
  for (const { headers, body, path } of calls) {
    expect(path).toBe("/hook");
    const [, seconds = "", mac] =
      /^t=(\d+),v1=([0-9a-f]{64})$/.exec(String(headers["cedibook-signature"])) ?? [];
    expect(mac).toBe(createHmac("sha256", secret).update(`${seconds}.${body}`).digest("hex"));
    expect(Math.abs(Number(seconds) - Date.now() / 1000)).toBeLessThan(60);
  }
  expect(new Set(calls.map(({ headers }) => headers["cedibook-delivery"])).size).toBe(3);
  // The result of the last answer may not be stored yet.
  await expect
    .poll(deliveries)
    .toMatchObject([1, 2, 3].map(() => ({ state: "delivered", answer: "200 thanks" })));
});

test("an agent's webhook gets the orders of guests in their shop, with nothing about who paid", async () => {
  const rules = { isOn: true, highest: 200, fee_by: "shop" } as const;
  await shop.command("change_shop_rules", shop.admin._id, { rules });
  const own = { name: "kofi-data", title: "Kofi", colour: "green", greeting: "", contact: "", isOpen: true };
  expect((await shop.as(kofi).put("/user/shop", own)).status).toBe(200);
  const payment = randomUUID();
  const received = { payment, rail: "paystack", transaction: "4099260001", amount: 5_60, fee: 11 } as const;
  await shop.command("receive_payment", "system", received);
  await shop.command("place_guest_order", "system", {
    payment,
    user: kofi._id,
    package: { id: "mtnup2u-1", network: "MTNup2u", offer: "1 GB" },
    price: 5_60,
    surcharge: 0,
    fee_by: "shop",
    receiver: "0551112233",
  });
  const { rows } = await shop.pool.query<{ id: number }>(`select id from ledger."order" where payment = $1`, [
    payment,
  ]);
  const order = String(rows[0]?.id);
  await shop.as(shop.admin).put(`/order/update-status/${order}`, { status: "processing" });
  await shop.as(shop.admin).put(`/order/update-status/${order}`, { status: "completed" });
  await expect.poll(() => calls.length).toBe(3);
  expect(parsed().map(({ event }) => event)).toEqual([
    "order.pending",
    "order.processing",
    "order.completed",
  ]);
  for (const { order: sent } of parsed())
    expect(sent).toMatchObject({
      _id: order,
      offer: "1 GB",
      receiver: "0551112233",
      totalAmount: 4.6,
      ofShop: true,
    });
  expect(calls.map(({ body }) => body).join()).not.toMatch(/4099260001|:5\.6|suspense/);
  await expect.poll(() => stateOf(order)).toBe("delivered");
});

test("a healthy server gets changes in the order of the log, whichever job runs first", async () => {
  const orders = [await buy(kofi), await buy(kofi), await buy(kofi)];
  await expect.poll(() => statesOf(orders)).toEqual(orders.map(() => "delivered"));
  calls.length = 0;
  await shop.pool.query(
    `with again as (
       update shop.webhook_delivery set state = 'waiting', attempts = 0, settled_at = null, next_at = now()
       where id in (select id from shop.webhook_delivery order by id desc limit 3) returning id
     )
     select jobs.add_job('deliver_webhook', json_build_object('user_id', $1::text)) from again limit 1`,
    [kofi._id],
  );
  await expect.poll(() => calls.length).toBe(3);
  expect(parsed().map(({ order }) => order)).toMatchObject(orders.map((_id) => ({ _id })));
});

test("a server also gets changes in the order of the log from two processes, each once and one at a time", async () => {
  const second = await shop.another({ messages: { patience, allowPrivateAddresses: true } });
  answer = () => ({ status: 200, after_ms: 10 + (calls.length % 3) * 10 });
  mostAtOnce = 0;
  const orders = await Promise.all(Array.from({ length: 30 }, () => buy(kofi)));
  // Any free worker looks for deliveries.
  await shop.pool.query(
    "select jobs.add_job('deliver_webhook', json_build_object('user_id', $1::text)) from generate_series(1, 20)",
    [kofi._id],
  );
  await expect.poll(() => statesOf(orders)).toEqual(orders.map(() => "delivered"));
  const ids = parsed().map(({ order }) => Number((order as { _id: string })._id));
  expect(ids).toEqual(orders.map(Number).toSorted((a, b) => a - b));
  expect(mostAtOnce).toBe(1);
  await second.close();
});

test("an unavailable server costs one job, however many deliveries wait, and later gets all of them, the untried ones in order", async () => {
  answer = () => ({ status: 503 });
  const orders: string[] = [];
  const began_ms = performance.now();
  for (let n = 0; n < 20; n++) orders.push(await buy(kofi));
  await expect.poll(() => isFollowed(orders.at(-1) ?? "")).toBe(true);
  await expect.poll(() => calls.length).toBeGreaterThanOrEqual(5);
  const jobs = async () =>
    (await shop.pool.query("select from jobs._private_jobs where key = $1", [`webhook:${kofi._id}`]))
      .rowCount;
  const tried = calls.length;
  const waiting: number[] = [];
  const countCalls = async () => {
    waiting.push(Number(await jobs()));
    return calls.length;
  };
  await expect.poll(countCalls, { interval: 10 }).toBeGreaterThanOrEqual(tried + 5);
  expect(Math.max(...waiting)).toBeLessThanOrEqual(1);
  // The circuit allows one attempt from time to time. Without it, twenty deliveries would make hundreds of attempts a
  // second.
  expect(calls.length).toBeLessThan(15 + (performance.now() - began_ms) / (patience.open_ms / 2));
  calls.length = 0;
  answer = () => ({ status: 200 });
  await expect.poll(() => statesOf(orders)).toEqual(orders.map(() => "delivered"));
  expect(calls).toHaveLength(20);
  const firstTried = (await deliveries())
    .slice(0, 20)
    .filter(({ attempts }) => attempts === 1)
    .map(({ body }) => body);
  expect(firstTried.length).toBeGreaterThan(5);
  expect(calls.map(({ body }) => body).filter((body) => firstTried.includes(body))).toEqual(
    firstTried.toReversed(),
  );
});

test("agents with silent servers do not delay another agent's deliveries", async () => {
  const patient = { ...patience, answer_ms: 30_000, lost_ms: 60_000 };
  const crowded = await TestShop.open({ messages: { patience: patient, allowPrivateAddresses: true } });
  const newAgent = async (name: string, n: number, path: string) => {
    const agent = await crowded.addUser(name, `02055503${10 + n}`, "Agent", 10_000);
    await crowded.call("PUT", "/user/webhook", { url: `${base}${path}` }, { token: agent.token });
    return agent;
  };
  const order = (agent: TestUser) =>
    crowded.call(
      "POST",
      "/order/create",
      { packageId: "mtnup2u-1", receiver: "0201234567" },
      { token: agent.token },
    );
  answer = ({ path }) => (path === "/silent" ? undefined : { status: 200 });
  for (let n = 0; n < 12; n++) {
    const agent = await newAgent(`silent${n}`, n, "/silent");
    for (let m = 0; m < 3; m++) await order(agent);
  }
  await expect.poll(() => calls.length).toBe(12);
  await order(await newAgent("esi", 77, "/well"));
  await expect.poll(() => calls.map(({ path }) => path)).toContain("/well");
  // Each has one call in progress, however many deliveries wait.
  expect(calls).toHaveLength(13);
  server.closeAllConnections();
  answer = () => ({ status: 200 });
  await crowded.close();
});

test.each([
  ["says 500", () => ({ status: 500 })],
  ["redirects, which is not followed", () => ({ status: 307, headers: { location: `${base}/elsewhere` } })],
  ["never answers", () => undefined],
])("the same delivery is retried to a server that %s", async (_, failing) => {
  answer = () => (calls.length <= 2 ? failing() : { status: 204 });
  const order = await buy(kofi);
  await expect.poll(() => stateOf(order)).toBe("delivered");
  expect(calls.length).toBe(3);
  expect(calls.map(({ path }) => path)).toEqual(["/hook", "/hook", "/hook"]);
  expect(new Set(calls.map(({ body }) => body)).size).toBe(1);
  expect(new Set(calls.map(({ headers }) => headers["cedibook-delivery"])).size).toBe(1);
});

test("only its owner can replay a delivery, and not while it is being sent", async () => {
  const order = await buy(kofi);
  await expect.poll(() => stateOf(order)).toBe("delivered");
  const [{ _id, body } = { _id: "", body: "" }] = await deliveries();
  const esi = await shop.addUser("esi", "0205550177", "Super Agent");
  expect(await shop.as(esi).post(`/user/webhook/deliveries/${_id}/replay`)).toMatchObject({ status: 404 });
  expect(await shop.as(ama).post(`/user/webhook/deliveries/${_id}/replay`)).toMatchObject({
    status: 403,
    body: { code: "agents_only" },
  });
  expect(calls).toHaveLength(1);
  answer = () => undefined;
  expect(await shop.as(kofi).post(`/user/webhook/deliveries/${_id}/replay`)).toMatchObject({ status: 200 });
  await expect.poll(() => calls.length).toBe(2);
  expect(calls[1]?.body).toBe(body);
  expect(await shop.as(kofi).post(`/user/webhook/deliveries/${_id}/replay`)).toMatchObject({
    status: 409,
    body: { code: "message_state" },
  });
  answer = () => ({ status: 200 });
  await expect.poll(() => stateOf(order)).toBe("delivered");
});

test("a webhook's secret is shown once, differs each time, and cannot be read anywhere", async () => {
  expect(secret).toMatch(/^whsec_[\w-]{43}$/);
  const read = await shop.as(kofi).get<WebhookAnswer>("/user/webhook");
  expect(read.body).toEqual({ url: `${base}/hook`, createdAt: expect.any(String), secret: null });
  const again = await shop.as(kofi).put<WebhookAnswer>("/user/webhook", { url: `${base}/hook` });
  expect(again.body.secret).not.toBe(secret);
  const { rows } = await shop.pool.query<{ line: string }>(
    "select row_to_json(w)::text as line from shop.webhook w union all select row_to_json(e)::text from ledger.event e",
  );
  const kept = rows.map(({ line }) => line).join() + logged;
  for (const one of [secret, again.body.secret]) expect(kept).not.toContain(one);
});

test("a removed webhook gets no more deliveries, nor does one whose owner is no longer an agent", async () => {
  answer = () => ({ status: 500 });
  const first = await buy(kofi);
  await expect.poll(() => calls.length).toBeGreaterThan(0);
  expect((await shop.as(kofi).delete<WebhookAnswer>("/user/webhook")).body.url).toBe("");
  await expect.poll(() => stateOf(first)).toBe("cancelled");
  answer = () => ({ status: 200 });
  await shop.as(kofi).put("/user/webhook", { url: `${base}/hook` });
  await shop.command("change_level", "system", { user: kofi._id, level: "Customer" });
  calls.length = 0;
  const second = await buy(kofi);
  await expect.poll(() => isFollowed(second)).toBe(true);
  await shop.command("change_level", "system", { user: kofi._id, level: "Agent" });
  // The server learns of it from the log.
  await shop.caughtUp();
  const last = await buy(kofi);
  expect(await stateOf(second)).toBeUndefined();
  await expect.poll(() => calls.length).toBe(1);
  expect(parsed()[0]).toMatchObject({ order: { _id: last } });
});

test("after the removal of a webhook is answered, nothing is being sent to its address, and waiting deliveries are cancelled", async () => {
  const orders = [await buy(kofi)];
  await expect.poll(() => statesOf(orders)).toEqual(["delivered"]);
  calls.length = 0;
  const asked = Promise.withResolvers<void>();
  answer = () => ({ status: 500, when: asked.promise, after_ms: 700 });
  orders.push(await buy(kofi), await buy(kofi), await buy(kofi));
  await expect.poll(() => calls.length).toBe(1);
  await expect.poll(() => isFollowed(orders.at(-1) ?? "")).toBe(true);
  expect(unanswered).toHaveLength(1);
  asked.resolve();
  await shop.as(kofi).delete("/user/webhook");
  expect(unanswered).toHaveLength(0);
  expect(calls).toHaveLength(1);
  // The delivery that was being sent too: it is not retried.
  await expect.poll(() => statesOf(orders)).toEqual(["delivered", "cancelled", "cancelled", "cancelled"]);
  expect(calls).toHaveLength(1);
});

test("after the address changes while the old one fails, the old one gets nothing more, and the new one gets everything at once in order", async () => {
  // With long pauses between attempts, only the change makes them due earlier.
  const slow = { ...patience, retry_ms: 600_000, open_ms: 600_000 };
  const patient = await TestShop.open({ messages: { patience: slow, allowPrivateAddresses: true } });
  const esi = await patient.addUser("esi", "0205550188", "Agent", 1_000_000);
  const set = (path: string) =>
    patient.call("PUT", "/user/webhook", { url: `${base}${path}` }, { token: esi.token });
  const order = async () => {
    const body = { packageId: "mtnup2u-1", receiver: "0201234567" };
    return (await patient.call<{ _id: string }>("POST", "/order/create", body, { token: esi.token })).body
      ._id;
  };
  answer = ({ path }) => (path === "/before" ? { status: 503, after_ms: 300 } : { status: 200 });
  await set("/before");
  const orders: string[] = [];
  for (let n = 0; n < 7; n++) orders.push(await order());
  // Five failures open the circuit. The sixth delivery is being sent, or waits.
  await expect.poll(() => calls.length).toBeGreaterThanOrEqual(5);
  orders.push(await order());
  await set("/after");
  // The new one may be getting its first delivery.
  expect(unanswered).not.toContain("/before");
  const before = calls.filter(({ path }) => path === "/before").length;
  await expect.poll(() => calls.length - before).toBe(orders.length);
  const told = calls.slice(before);
  expect(new Set(told.map(({ path }) => path))).toEqual(new Set(["/after"]));
  expect(told.map(({ body }) => (JSON.parse(body) as { order: { _id: string } }).order._id)).toEqual(orders);
  await patient.close();
});

test("an address that is changed during a turn first gets the delivery that the old one has just refused", async () => {
  const asked = Promise.withResolvers<void>();
  answer = ({ path }) =>
    path === "/hook" ? { status: 500, when: asked.promise, after_ms: 1000 } : { status: 200 };
  const orders = [await buy(kofi), await buy(kofi), await buy(kofi)];
  await expect.poll(() => calls.length).toBe(1);
  asked.resolve();
  await shop.as(kofi).put("/user/webhook", { url: `${base}/new` });
  expect(calls.filter(({ path }) => path === "/hook")).toHaveLength(1);
  await expect.poll(() => statesOf(orders)).toEqual(orders.map(() => "delivered"));
  const told = calls.filter(({ path }) => path === "/new").map(({ body }) => body);
  expect(told.map((body) => (JSON.parse(body) as { order: { _id: string } }).order._id)).toEqual(orders);
  expect(calls.filter(({ path }) => path === "/hook")).toHaveLength(1);
});

test("deliveries are kept for ninety days and messages for a year after their last change", async () => {
  await buy(kofi);
  await expect.poll(() => calls.length).toBe(1);
  const { rows: kept } = await shop.pool.query<{ name: string }>(
    `insert into shop.webhook_delivery (user_id, event_position, event, body, state, created_at, fresh_at, next_at)
     select $1, -n, name, '{}', state, now() - age, now() - fresh, 'infinity'
     from (values (1, 'old', 'delivered', interval '91 days', interval '91 days'),
       (2, 'younger', 'delivered', '89 days', '89 days'), (3, 'played again', 'delivered', '91 days', '1 day'),
       (4, 'waiting', 'waiting', '91 days', '91 days'), (5, 'expired', 'expired', '200 days', '200 days'),
       (6, 'cancelled', 'cancelled', '200 days', '200 days')) as d (n, name, state, age, fresh) returning event as name`,
    [kofi._id],
  );
  expect(kept).toHaveLength(6);
  await shop.pool.query(
    `insert into shop.message (event_position, kind, channel, recipient, text, segments, state, created_at, fresh_at)
     select -n, 'order_placed', 'sms', '0244123456', 'of ' || n || ' days', 1, 'sent', now() - n * interval '1 day',
       now() - n * interval '1 day' from unnest(array[91, 364, 366]) n`,
  );
  const left = async () =>
    (
      await shop.pool.query<{ name: string }>(
        `select event as name from shop.webhook_delivery where event_position < 0
         union all select text from shop.message where event_position < 0 order by 1`,
      )
    ).rows.map(({ name }) => name);
  await expect.poll(left).toEqual(["of 364 days", "of 91 days", "played again", "waiting", "younger"]);
  await shop.pool.query("delete from shop.webhook_delivery where event_position < 0");
});

test.each([
  ["http://example.com/", "Please enter an address that begins with https://"],
  ["https://127.0.0.1/", "This address is in a private network"],
  ["https://localhost:3000/", "This address is in a private network"],
  ["https://[::1]/", "This address is in a private network"],
  ["https://169.254.169.254/latest/meta-data", "This address is in a private network"],
  ["https://10.1.2.3/", "This address is in a private network"],
  ["https://0x7f000001/", "This address is in a private network"],
  ["https://user:pass@example.com/", "Please enter an address that begins with https://"],
  ["ftp://example.com/", "Please enter an address that begins with https://"],
  ["https://nowhere.invalid/", "This address was not found"],
])("the webhook address %s is refused if private addresses are not allowed", async (url, message) => {
  const strict = await shop.another({ messages: {} });
  const refused = await shop.as(kofi).put("/user/webhook", { url }, { base: strict.url });
  expect(refused).toMatchObject({ status: 400, body: { code: "input_invalid", fields: { url: message } } });
  expect((await shop.as(kofi).get<WebhookAnswer>("/user/webhook")).body.url).toBe(`${base}/hook`);
  await strict.close();
});

test.each(["127.0.0.1", "localhost"])(
  "a webhook whose name leads to %s since it was set is not called",
  async (host) => {
    const { port } = server.address() as AddressInfo;
    const call = { url: `http://${host}:${port}/hook`, secret: "s", body: "{}", id: 1, now_s: 0 };
    expect(await callWebhook(call, { answer_ms: 1000, allowPrivate: false })).toEqual({
      outcome: "failed",
      answer: "The address is in a private network",
    });
    expect(calls).toHaveLength(0);
    expect((await callWebhook(call, { answer_ms: 1000, allowPrivate: true })).outcome).toBe("sent");
  },
);

test("customers and admins have no webhook, and an API key gives no access to one", async () => {
  for (const user of [ama, shop.admin])
    expect(await shop.as(user).put("/user/webhook", { url: `${base}/hook` })).toMatchObject({
      status: 403,
      body: { code: "agents_only" },
    });
});

test("waiting deliveries of an agent who is banned are not sent", async () => {
  // It stays so: a call that was on its way at the ban must not be taken.
  answer = () => ({ status: 500 });
  const order = await buy(kofi);
  await expect.poll(() => calls.length).toBeGreaterThan(0);
  await shop.command("change_status", "system", { user: kofi._id, status: "Banned" });
  await expect
    .poll(
      async () =>
        (
          await shop.pool.query<{ state: string }>(
            "select state from shop.webhook_delivery where body like $1 order by id desc limit 1",
            [`%"_id":"${order}"%`],
          )
        ).rows[0]?.state,
    )
    .toBe("cancelled");
  await shop.command("change_status", "system", { user: kofi._id, status: "Active" });
  await shop.caughtUp();
});
