import pg from "pg";
import { expect, test, vi } from "vitest";
import { serverLimits } from "#contract/terms/server-limits.ts";
import { closeCodes, type LiveMessage } from "#contract/live.ts";
import type { PurchaseAnswer } from "#contract/orders.ts";
import { LiveClient, openTestShop, type TestUser } from "#tools/testing/test-shop.ts";

const shop = openTestShop();
const ama = shop.userOfFile("ama", "0245550101", "Customer", 100_000);
const kofi = shop.userOfFile("kofi", "0205550102", "Customer", 1_000_000);

async function buy(user: TestUser, base?: string): Promise<PurchaseAnswer> {
  const { status, body } = await shop
    .as(user)
    .post<PurchaseAnswer>("/order/create", { packageId: "mtnup2u-1", receiver: "0244123456" }, { base });
  expect(status, JSON.stringify(body)).toBe(201);
  return body;
}
const isOrder = (id: string) => (message: LiveMessage) =>
  "event" in message && message.event === "ordersUpdated" && message.data._id === id;
const isBalance = (balance: number) => (message: LiveMessage) =>
  "event" in message && message.event === "CurrUserUpdated" && message.data.balance === balance;

/** The position from which a client with these messages would resume. */
function resumePosition(messages: LiveMessage[], before = 0): number {
  const told = messages.filter(
    (message) => "type" in message && (message.type === "caughtUp" || message.type === "heartbeat"),
  );
  return Math.max(before, ...told.map(({ position }) => position));
}

test("a purchase reaches its buyer and the admins, and nobody else", async () => {
  const [buyer, admin, other] = await Promise.all(
    [ama, shop.admin, kofi].map((user) => shop.live(user, null)),
  );
  const order = await buy(ama);
  const seen = await buyer!.next(isOrder(order._id));
  expect(seen).toMatchObject({ position: order.position, data: { user: ama._id, status: "pending" } });
  await buyer!.next(isBalance(order.balance));
  await admin!.next(isOrder(order._id));
  await admin!.next((m) => "event" in m && m.event === "userUpdated" && m.data.balance === order.balance);
  // Kofi's event comes later in the log: when it has arrived, the other one would have too.
  const own = await buy(kofi);
  await other!.next(isOrder(own._id));
  expect(other!.messages.filter((m) => "event" in m && JSON.stringify(m).includes(ama._id))).toEqual([]);
  for (const client of [buyer, admin, other]) client!.close();
});

test("the feed tells admins who took a step, and the buyer only that it was taken", async () => {
  const order = await buy(ama);
  const ago = await shop.books();
  const [buyer, admin] = await Promise.all([ama, shop.admin].map((user) => shop.live(user, null)));
  const token = shop.admin.token;
  await shop.as({ token }).put(`/order/update-status/${order._id}`, { status: "processing" });
  const asked = await shop.as(ama).post<{ recharge: { _id: string } }>("/recharge", { amount: 60 });
  expect(asked.status, JSON.stringify(asked.body)).toBe(201);
  const topup = asked.body.recharge._id;
  await shop.as({ token }).put(`/recharge/${topup}/decline`, {});
  const isDone = (message: LiveMessage) =>
    "event" in message && message.event === "rechargeUpdated" && message.data.status === "declined";
  const isMoved = (message: LiveMessage) =>
    isOrder(order._id)(message) && JSON.stringify(message).includes('"processing"');
  const back = await shop.live(shop.admin, ago.position);
  const backAtHome = await shop.live(ama, ago.position);
  const name = shop.admin.username;
  for (const client of [admin!, back]) {
    expect(await client.next(isMoved)).toMatchObject({ data: { movedBy: name } });
    expect(await client.next(isDone)).toMatchObject({ data: { decidedBy: name } });
  }
  for (const client of [buyer!, backAtHome]) {
    expect(await client.next(isMoved)).not.toHaveProperty("data.movedBy");
    expect(await client.next(isDone)).toMatchObject({ data: { decidedBy: null } });
    expect(
      JSON.stringify(client.messages.filter((each) => "event" in each && each.event !== "noticeUpdated")),
    ).not.toContain(`"${name}"`);
    client.close();
  }
  for (const client of [admin!, back]) client.close();
  const { body } = await shop.as(ama).get<{ items: object[] }>("/order/allorders?limit=1");
  expect(body.items[0]).not.toHaveProperty("movedBy");
});

test("products and the notice reach everyone signed in", async () => {
  const client = await shop.live(kofi, null);
  await shop.as(shop.admin).put("/product/mtnup2u/status", { status: "out of stock" });
  await client.next((m) => "event" in m && m.event === "productsUpdated" && m.data.status === "out of stock");
  await shop.as(shop.admin).put("/product/mtnup2u/status", { status: "available" });
  await shop.as(shop.admin).put("/extra/notice", { noticeContent: "Hello" });
  await client.next((m) => "event" in m && m.event === "noticeUpdated" && m.data.noticeContent === "Hello");
  client.close();
});

test("a returning client gets the rows that it missed, and only its own", async () => {
  const before = await shop.live(ama, null);
  const [welcome] = before.messages;
  before.close();
  const missed = await buy(ama);
  const others = await buy(kofi);
  const back = await shop.live(ama, welcome!.position);
  await back.next(isOrder(missed._id));
  await back.next(isBalance(missed.balance));
  const later = await buy(ama);
  await back.next(isOrder(later._id));
  expect(back.messages.some(isOrder(others._id))).toBe(false);
  // Admins get a user as userUpdated. The user gets CurrUserUpdated.
  expect(back.messages.some((message) => "event" in message && message.event === "userUpdated")).toBe(false);
  back.close();
});

test("a returning admin gets every row that changed", async () => {
  const { position } = await shop.books();
  const order = await buy(kofi);
  await shop.as(shop.admin).put("/product/mtnup2u/status", { status: "out of stock" });
  await shop.as(shop.admin).put("/extra/notice", { noticeContent: "Back soon" });
  const back = await shop.live(shop.admin, position);
  await back.next(isOrder(order._id));
  await back.next((m) => "event" in m && m.event === "userUpdated" && m.data.balance === order.balance);
  await back.next((m) => "event" in m && m.event === "productsUpdated" && m.data.status === "out of stock");
  await back.next((m) => "event" in m && m.event === "noticeUpdated" && m.data.noticeContent === "Back soon");
  back.close();
  await shop.as(shop.admin).put("/product/mtnup2u/status", { status: "available" });
});

test("a connection that breaks between two rows of one position loses neither", async () => {
  const before = await shop.live(ama, null);
  const from = resumePosition(before.messages);
  before.close();
  const order = await buy(ama);
  const broken = await shop.live(ama, from);
  await broken.next(isBalance(order.balance));
  broken.close();
  // It broke after the new balance and before the order, which has the same position.
  const until = broken.messages.findIndex(isBalance(order.balance));
  const got = broken.messages.slice(0, until + 1);
  expect(got.some(isOrder(order._id))).toBe(false);
  expect(resumePosition(got, from)).toBe(from);
  const back = await shop.live(ama, resumePosition(got, from));
  await back.next(isOrder(order._id));
  await back.next((message) => "type" in message && message.type === "caughtUp");
  expect(resumePosition(back.messages)).toBeGreaterThanOrEqual(order.position);
  back.close();
});

test("a purchase moves its buyer's resume position, after its last row", async () => {
  const client = await shop.live(ama, null);
  const order = await buy(ama);
  const isCaughtUp = (message: LiveMessage) =>
    "type" in message && message.type === "caughtUp" && message.position >= order.position;
  await client.next(isCaughtUp);
  const rows = [isOrder(order._id), isBalance(order.balance)].map((is) => client.messages.findIndex(is));
  expect(Math.min(...rows)).toBeGreaterThan(-1);
  expect(Math.max(...rows)).toBeLessThan(client.messages.findIndex(isCaughtUp));
  client.close();
});

test("a client that missed too much is told to fetch everything", async () => {
  await Promise.all(Array.from({ length: 510 }, () => buy(kofi)));
  const admin = await shop.live(shop.admin, 1);
  expect(admin.messages[0]).toMatchObject({ type: "welcome", refetch: true });
  admin.close();
});

test("a client from a newer log than the one that was put back is told to fetch everything", async () => {
  const { position, hash } = await shop.books();
  const log = hash.slice(0, 16);
  for (const user of [shop.admin, kofi]) {
    const client = await shop.live(user, position + 1000);
    expect(client.messages[0]).toEqual({ type: "welcome", position, log, refetch: true, isOtherLog: true });
    client.close();
  }
});

test("a client is told which log it follows, and whether that is the one that it knows", async () => {
  const { position, hash } = await shop.books();
  const resume = async (log?: string) => {
    const client = await shop.live(ama, position, shop.server.url, log);
    const caughtUp = await client.next((message) => "type" in message && message.type === "caughtUp");
    client.close();
    const [welcome] = client.messages;
    expect(caughtUp).toEqual({ type: "caughtUp", position, log: hash.slice(0, 16) });
    return welcome;
  };
  for (const log of [undefined, hash.slice(0, 16)])
    expect(await resume(log)).toMatchObject({ refetch: false, isOtherLog: false });
  expect(await resume("0123456789abcdef")).toMatchObject({ refetch: true, isOtherLog: true });
});

test("a sale through one process shows on a socket of another", async () => {
  const other = await shop.another();
  try {
    const client = await shop.live(ama, null, other.url);
    const order = await buy(ama);
    await client.next(isOrder(order._id));
    const back = await shop.live(kofi, null);
    const through = await buy(kofi, other.url);
    await back.next(isOrder(through._id));
    client.close();
    back.close();
  } finally {
    await other.close();
  }
});

test("a socket survives the loss of all database connections and misses nothing", async () => {
  const client = await shop.live(ama, null);
  await shop.pool
    .query(
      "select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()",
    )
    .catch(() => undefined);
  const order = await buy(ama);
  expect(order.status).toBe("pending");
  await client.next(isOrder(order._id));
  client.close();
});

/** A second, plus the time that a busy machine needs. */

test("a ban and a logout close the socket within a second", async () => {
  const yaw = await shop.addUser("yaw", "0275550103");
  const banned = await shop.live(yaw, null);
  await shop.as(shop.admin).put(`/user/${yaw._id}/status`, { status: "Banned" });
  expect((await banned.closed).code).toBe(closeCodes.banned);
  const esi = await shop.addUser("esi", "0275550104");
  const leaving = await shop.live(esi, null);
  const staying = await shop.live(await shop.login(esi.phone, esi.password), null);
  await shop.as(esi).post("/user/logout", {});
  expect((await leaving.closed).code).toBe(closeCodes.signedOut);
  await shop.credit(esi, 100);
  await staying.next(isBalance(1));
  staying.close();
});

test("a new level changes what a socket may see", async () => {
  const user = await shop.addUser("helper", "0275550105");
  const client = await shop.live(user, null);
  await shop.command("change_level", "system", { user: user._id, level: "Admin" });
  await client.next((m) => "event" in m && m.event === "CurrUserUpdated" && m.data.userLevel === "Admin");
  const order = await buy(ama);
  await client.next(isOrder(order._id));
  client.close();
});

test.each([
  ["no JSON", "nope"],
  ["another type", JSON.stringify({ type: "hi" })],
  ["no ticket", JSON.stringify({ type: "hello", position: null })],
  ["a position that is no number", JSON.stringify({ type: "hello", ticket: "x", position: "1" })],
  ["a negative position", JSON.stringify({ type: "hello", ticket: "x", position: -1 })],
  ["a log that is null", JSON.stringify({ type: "hello", ticket: "x", position: null, log: null })],
  ["more than asked", JSON.stringify({ type: "hello", ticket: "x", position: 1, admin: true })],
])("a hello with %s closes the socket", async (_what, text) => {
  const client = new LiveClient(shop.server.url);
  client.send(text);
  expect((await client.closed).code).toBe(closeCodes.malformed);
});

test("a socket is welcomed only after its user was checked again", async () => {
  const { body } = await shop.as(ama).post<{ ticket: string }>("/live/ticket");
  let looks = 0;
  const held = Promise.withResolvers<void>();
  const query = Reflect.get(pg.Client.prototype, "query") as (...args: unknown[]) => unknown;
  const spy = vi.spyOn(pg.Client.prototype, "query").mockImplementation(function (
    this: pg.Client,
    ...args: unknown[]
  ) {
    const text = typeof args[0] === "string" ? args[0] : ((args[0] as { text?: string }).text ?? "");
    if (!/"shop"\."session"/.test(text)) return query.apply(this, args);
    looks += 1;
    return held.promise.then(() => query.apply(this, args));
  } as never);
  const client = new LiveClient(shop.server.url);
  try {
    client.send({ type: "hello", ticket: body.ticket, position: null });
    await expect.poll(() => looks).toBe(1);
    // Messages sent before this request have arrived when it is answered.
    await shop.call("GET", "/healthz");
    expect(client.messages).toEqual([]);
  } finally {
    held.resolve();
    spy.mockRestore();
  }
  await client.next((m) => "type" in m && m.type === "welcome");
  client.close();
});

test("a user has a limited number of sockets, and can open another one when one is closed", async () => {
  const yaa = await shop.addUser("yaa", "0275550106");
  const clients = await Promise.all(
    Array.from({ length: serverLimits.sockets_per_user_max }, () => shop.live(yaa, null)),
  );
  const oneMore = async () => {
    const { body } = await shop.as(yaa).post<{ ticket: string }>("/live/ticket");
    const client = new LiveClient(shop.server.url);
    client.send({ type: "hello", ticket: body.ticket, position: null });
    return client;
  };
  expect(await (await oneMore()).closed).toMatchObject({ code: closeCodes.tooMany });
  (await shop.live(ama, null)).close();
  clients.pop()!.close();
  await expect
    .poll(async () => {
      const client = await oneMore();
      const isIn = client.next((m) => "type" in m && m.type === "welcome").then(() => true);
      const answer = await Promise.race([isIn, client.closed.then(() => false)]);
      client.close();
      return answer;
    })
    .toBe(true);
  for (const client of clients) client.close();
});

test("an address has a limited number of sockets, also of those that never said hello", async () => {
  const behind = await shop.another({ proxies: 1, patience: { hello_ms: 600_000 } });
  const open = (address: string) => new LiveClient(behind.url, { "x-forwarded-for": address });
  try {
    const clients: LiveClient[] = [];
    // The kernel keeps some 500 connections waiting, and drops what is beyond that.
    while (clients.length < serverLimits.sockets_per_address_max) {
      const lot = Array.from({ length: 100 }, () => open("41.1.1.1"));
      await Promise.all(lot.map((client) => client.opened));
      clients.push(...lot);
    }
    // One that is let in waits for its hello, and is asked for a valid one.
    const codeOf = (client: LiveClient) => {
      client.send("rubbish");
      return client.closed.then(({ code }) => code);
    };
    expect(await codeOf(open("41.1.1.1"))).toBe(closeCodes.tooMany);
    expect(await codeOf(open("41.1.1.2"))).toBe(closeCodes.malformed);
    expect(await codeOf(clients.pop()!)).toBe(closeCodes.malformed);
    expect(await codeOf(open("41.1.1.1"))).toBe(closeCodes.malformed);
    for (const client of clients) client.close();
  } finally {
    await behind.close();
  }
});

test("a socket that says nothing is closed", async () => {
  const strict = await shop.another({ patience: { hello_ms: 50 } });
  try {
    expect((await new LiveClient(strict.url).closed).code).toBe(closeCodes.helloTimeout);
  } finally {
    await strict.close();
  }
});

test("a ticket opens one socket once, an invented one opens none, and another origin is refused", async () => {
  const { body } = await shop.as(ama).post<{ ticket: string }>("/live/ticket");
  const hello = { type: "hello", ticket: body.ticket, position: null };
  const first = new LiveClient(shop.server.url);
  first.send(hello);
  await first.next((m) => "type" in m && m.type === "welcome");
  for (const used of [hello, { ...hello, ticket: "made-up" }]) {
    const client = new LiveClient(shop.server.url);
    client.send(used);
    expect((await client.closed).code).toBe(closeCodes.ticketInvalid);
  }
  const foreign = new LiveClient(shop.server.url, { origin: "https://evil.example" });
  expect((await foreign.closed).code).toBe(1006);
  // A message too large for any hello ends the socket, not the server.
  const huge = new LiveClient(shop.server.url);
  huge.send("x".repeat(20_000));
  expect((await huge.closed).code).toBe(1009);
  first.send("one more");
  expect((await first.closed).code).toBe(closeCodes.malformed);
  expect((await shop.call("GET", "/healthz")).status).toBe(200);
});

test("an expired ticket signs nobody out: the close code asks for another ticket", async () => {
  const ticket = await shop.as(ama).post<{ ticket: string }>("/live/ticket");
  await shop.pool.query("update shop.live_ticket set expires_at = now() - interval '1 second'");
  const late = new LiveClient(shop.server.url);
  late.send({ type: "hello", ticket: ticket.body.ticket, position: null });
  expect((await late.closed).code).toBe(closeCodes.ticketInvalid);
  (await shop.live(ama, null)).close();
});

// Not an hour: sessions end at midnight, and this has to pass late in the evening too.
test("a process whose clock is minutes ahead accepts the tickets of the others", async () => {
  const { body } = await shop.as(ama).post<{ ticket: string }>("/live/ticket");
  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 5 * 60_000 });
  try {
    const client = new LiveClient(shop.server.url);
    client.send({ type: "hello", ticket: body.ticket, position: null });
    await client.next((m) => "type" in m && m.type === "welcome");
    client.close();
  } finally {
    vi.useRealTimers();
  }
});
