/** Delivery to gateways that fail in every way: each message once, and never too late. */
import pg from "pg";
import { beforeEach, expect, test } from "vitest";
import { connectionConfig } from "#ledger/connect/connect.ts";
import { rebuild } from "#ledger/verify/rebuild.ts";
import { well } from "#tools/testing/test-gateway.ts";
import { openGateway } from "#tools/testing/open-doubles.ts";
import { openTestShop, TestShop } from "#tools/testing/test-shop.ts";
import type { MessageRecord, GatewaysAnswer } from "#contract/messages.ts";

let logged = "";

// Gateway and server share this process, so on a busy machine an answer may take a while.
const patience = { answer_ms: 5000, lost_ms: 15_000, sweep_ms: 400, retry_ms: 50, open_ms: 100 };

const gateway = openGateway();
const shop = openTestShop(() => ({
  messages: { sms: gateway.config, patience },
  logLevel: "trace",
  logTo: { write: (line) => (logged += line) },
}));
const ama = shop.userOfFile("ama", "0245550101", "Customer", 1_000_000);
beforeEach(() => {
  gateway.answer = well;
  gateway.taken.length = 0;
  gateway.asked = 0;
});

async function buy(): Promise<string> {
  const { body: order } = await shop.buy(ama, "mtnup2u-1", "0201234567");
  return String(10_000_000 + Number(order._id));
}
async function messageAbout(reference: string): Promise<MessageRecord | undefined> {
  const { body } = await shop.as(shop.admin).get<{ items: MessageRecord[] }>(`/message?search=${reference}`);
  return body.items[0];
}
const becomes = (reference: string, state: string) =>
  expect.poll(async () => (await messageAbout(reference))?.state, { interval: 30 }).toBe(state);
/** One more job for a message that has or had one. */
const addJob = (reference: string) =>
  shop.pool.query(
    "select jobs.add_job('send_sms', json_build_object('id', id)) from shop.message where text like $1",
    [`%${reference}%`],
  );
const waitingJobs = async () => (await shop.pool.query("select from jobs._private_jobs")).rowCount;
const gateways = async () => (await shop.as(shop.admin).get<GatewaysAnswer>("/message/gateways")).body.sms;

test("a slow gateway gets one request, even if there are two jobs", async () => {
  const seen = Promise.withResolvers<void>();
  gateway.answer = () => ({ ...well(), when: seen.promise });
  const reference = await buy();
  await becomes(reference, "sending");
  await addJob(reference);
  // The second job has ended, and the first one still waits for its answer.
  await expect.poll(waitingJobs).toBe(1);
  seen.resolve();
  await becomes(reference, "sent");
  expect([gateway.asked, gateway.taken.length]).toEqual([1, 1]);
  expect(await messageAbout(reference)).toMatchObject({
    kind: "order_placed",
    recipient: "0240000009",
    segments: 1,
    attempts: 1,
    answer: `200 {"code":"ok","message":"Successfully Send"}`,
  });
});

test.each([
  ["500", { status: 500, body: "busy" }, "500 busy"],
  ["success, and a body that says otherwise", { status: 200, body: `{"code":"100"}` }, `200 {"code":"100"}`],
  ["a redirect, which would carry the key along", { status: 302, body: "" }, "302"],
])("%s is retried until the gateway accepts it", async (_, failing, answer) => {
  let isSeen = false;
  gateway.answer = () => (gateway.asked <= 2 || !isSeen ? failing : well());
  const reference = await buy();
  await expect.poll(async () => (await messageAbout(reference))?.answer, { interval: 5 }).toBe(answer);
  isSeen = true;
  await becomes(reference, "sent");
  expect(gateway.taken).toHaveLength(1);
  expect(gateway.asked).toBeGreaterThanOrEqual(3);
  expect((await messageAbout(reference))?.attempts).toBe(gateway.asked);
});

test("a call to a gateway that never answers times out, and the message is retried", async () => {
  gateway.answer = () => (gateway.asked <= 1 ? undefined : well());
  const reference = await buy();
  await becomes(reference, "sent");
  expect(gateway.asked).toBe(2);
});

test.each([
  ["a bad number", `{"code":"103","message":"Invalid phone number"}`, "well"],
  ["no credit", `{"code":"105","message":"Insufficient balance"}`, "no credit"],
])("%s is final: the message is refused at once, and the banner shows it", async (_, body, state) => {
  gateway.answer = () => ({ status: 200, body });
  const reference = await buy();
  await becomes(reference, "refused");
  expect(gateway.asked).toBe(1);
  expect(await messageAbout(reference)).toMatchObject({ attempts: 1, answer: `200 ${body}` });
  await expect.poll(async () => (await gateways()).state).toBe(state);
});

test("an outage opens the circuit: few attempts while it lasts, and every message once afterwards", async () => {
  await gateway.stop();
  const references = await Promise.all(Array.from({ length: 40 }, buy));
  await expect.poll(async () => (await gateways()).state).toBe("failing");
  await expect.poll(async () => (await gateways()).answer).toBe("The gateway refused the connection");
  const attempts = async () => {
    const { rows } = await shop.pool.query<{ sum: number }>(
      "select sum(attempts)::integer as sum from shop.message where state in ('waiting', 'sending')",
    );
    return rows[0]?.sum ?? 0;
  };
  // Attempts in progress when it opened finish first.
  let before = -1;
  await expect.poll(async () => before === (before = await attempts()), { interval: 100 }).toBe(true);
  const began_ms = performance.now();
  await expect.poll(attempts).toBeGreaterThanOrEqual(before + 3);
  // Without a circuit, 40 messages with these pauses would make some hundred attempts a second.
  expect(performance.now() - began_ms).toBeGreaterThan(patience.open_ms);
  await gateway.start();
  await expect.poll(() => gateway.taken.length).toBe(40);
  await Promise.all(references.map((reference) => becomes(reference, "sent")));
  expect(gateway.taken).toHaveLength(40);
  for (const reference of references)
    expect(gateway.taken.filter(({ message }) => message.includes(reference))).toHaveLength(1);
  await expect.poll(async () => (await gateways()).state).toBe("well");
});

test("a message that could not be sent in time expires, and is sent if an admin resends it", async () => {
  gateway.answer = () => ({ status: 503, body: "" });
  const reference = await buy();
  await expect.poll(() => gateway.asked).toBeGreaterThan(0);
  await shop.pool.query(
    "update shop.message set fresh_at = fresh_at - interval '24 hours' where text like $1",
    [`%${reference}%`],
  );
  await becomes(reference, "expired");
  gateway.answer = well;
  const { _id } = (await messageAbout(reference)) ?? { _id: "" };
  const again = await shop.as(shop.admin).post(`/message/${_id}/resend`);
  expect(again).toMatchObject({ status: 200, body: { _id } });
  expect(again.body["state"]).not.toBe("expired");
  await becomes(reference, "sent");
  expect(gateway.taken).toHaveLength(1);
});

test("a waiting message can be cancelled, a sent one cannot, and only an admin may", async () => {
  gateway.answer = () => ({ status: 503, body: "" });
  const reference = await buy();
  await expect.poll(() => gateway.asked).toBeGreaterThan(0);
  await expect.poll(async () => (await messageAbout(reference))?.state).toBe("waiting");
  const { _id = "" } = (await messageAbout(reference)) ?? {};
  for (const act of ["cancel", "resend"])
    expect(await shop.as(ama).post(`/message/${_id}/${act}`, {})).toMatchObject({
      status: 403,
      body: { code: "admin_only" },
    });
  await expect
    .poll(async () => (await shop.as(shop.admin).post(`/message/${_id}/cancel`)).body["state"], {
      interval: 10,
    })
    .toBe("cancelled");
  gateway.answer = well;
  expect(await shop.as(shop.admin).post(`/message/${_id}/cancel`)).toMatchObject({
    status: 409,
    body: { code: "message_state", status: "cancelled" },
  });
  const later = await buy();
  await becomes(later, "sent");
  expect((await messageAbout(reference))?.state).toBe("cancelled");
  expect(gateway.taken.filter(({ message }) => message.includes(reference))).toHaveLength(0);
  expect(await shop.as(shop.admin).post("/message/999999/cancel")).toMatchObject({
    status: 404,
    body: { code: "not_found" },
  });
});

test("a second job for a message that was sent already asks no gateway", async () => {
  const reference = await buy();
  await becomes(reference, "sent");
  await addJob(reference);
  await expect.poll(waitingJobs).toBe(0);
  expect(await messageAbout(reference)).toMatchObject({ state: "sent", attempts: 1 });
  expect(gateway.asked).toBe(1);
});

test("resending is refused if the message was sent since it was seen, and works after it is seen as sent", async () => {
  const reference = await buy();
  await becomes(reference, "sent");
  const { _id = "" } = (await messageAbout(reference)) ?? {};
  const again = (seen: string) => shop.as(shop.admin).post(`/message/${_id}/resend`, { seen });
  expect(await again("refused")).toMatchObject({
    status: 409,
    body: { code: "message_state", message: "This message is sent", status: "sent" },
  });
  expect((await messageAbout(reference))?.attempts).toBe(1);
  expect(await again("sent")).toMatchObject({ status: 200 });
  await becomes(reference, "sent");
  expect(gateway.taken.map(({ message }) => message.includes(reference))).toEqual([true, true]);
});

test("neither a restart nor a rebuild sends a message again, and waiting messages are sent afterwards", async () => {
  const reference = await buy();
  await becomes(reference, "sent");
  gateway.answer = () => ({ status: 503, body: "" });
  const waiting = await buy();
  await expect.poll(() => gateway.asked).toBeGreaterThan(1);
  await shop.server.close();
  const owner = new pg.Client({ ...connectionConfig(shop.database.ownerUrl, "test"), pipeline: true });
  await owner.connect();
  await owner.query("update ledger.wallet set balance = balance + 1 where user_id = $1", [ama._id]);
  expect((await rebuild(owner)).restored).toMatchObject({ wallet: 1 });
  await owner.end();
  gateway.answer = well;
  await shop.reopen();
  await becomes(waiting, "sent");
  const last = await buy();
  await becomes(last, "sent");
  expect(gateway.taken.map(({ message }) => /\d{8}/.exec(message)?.[0])).toEqual([reference, waiting, last]);
});

test("without a gateway, messages are stored and shown as unsent, and a gateway configured later does not send them", async () => {
  const mute = await TestShop.open({ messages: {} });
  const kofi = await mute.addUser("kofi", "0205550102", "Customer", 10_000);
  const body = { packageId: "mtnup2u-1", receiver: "0201234567" };
  await mute.call("POST", "/order/create", body, { token: kofi.token });
  const listed = () =>
    mute.call<{ items: MessageRecord[] }>("GET", "/message", undefined, { token: mute.admin.token });
  await expect.poll(async () => (await listed()).body.items.length).toBe(1);
  const [message] = (await listed()).body.items;
  expect(message).toMatchObject({ state: "unsent", answer: "no gateway", attempts: 0 });
  const resent = await mute.call("POST", `/message/${message?._id}/resend`, {}, { token: mute.admin.token });
  expect(resent).toMatchObject({ status: 409, body: { code: "no_gateway" } });
  await mute.restart({ messages: { sms: gateway.config, patience } });
  const token = (await mute.login(kofi.phone, kofi.password)).token;
  await mute.call("POST", "/order/create", body, { token });
  await expect.poll(() => gateway.taken.length).toBe(1);
  // The gateway has the message a moment before the row is updated.
  await expect
    .poll(async () => (await listed()).body.items.map(({ state }) => state))
    .toEqual(["sent", "unsent"]);
  await mute.close();
});

test("events from before the first server with messages cause no messages", async () => {
  const old = await TestShop.open({ messages: {} });
  const kofi = await old.addUser("kofi", "0205550102", "Customer", 10_000);
  const body = { packageId: "mtnup2u-1", receiver: "0201234567" };
  await old.call("POST", "/order/create", body, { token: kofi.token });
  const messages = async () =>
    (await old.pool.query<{ id: number }>("select id from shop.message")).rows.length;
  await expect.poll(messages).toBe(1);
  await old.server.close();
  // The state after an upgrade from a version without messages.
  await old.pool.query("update shop.message_follower set position = null");
  await old.pool.query("delete from shop.message");
  await old.reopen({ messages: { sms: gateway.config, patience } });
  const { token } = await old.login(kofi.phone, kofi.password);
  const { body: order } = await old.call("POST", "/order/create", body, { token });
  const told = () => gateway.taken.map(({ message }) => /\d{8}/.exec(message)?.[0]);
  await expect.poll(told).toContain(order["reference"]);
  // The log is followed in order, so earlier events would have their messages by now.
  expect(await messages()).toBe(1);
  expect(told()).toEqual([order["reference"]]);
  await old.close();
});

test("the server's log reports unsent messages without their text, their number or the key", () => {
  expect(logged).toContain("a message was not sent");
  for (const secret of [gateway.config.key, "0201234567", "233240000009"])
    expect(logged).not.toContain(secret);
});

test("a message to a number is not sent once the number belongs to another user", async () => {
  const yaw = await shop.addUser("yaw", "0245550188", "Customer", 1_000_000);
  gateway.answer = () => ({ status: 500, body: "" });
  const bought = await shop.buy(yaw, "mtnup2u-1", "0201234567");
  await shop
    .as(shop.admin)
    .put(`/order/update-status/${bought.body._id}`, { status: "rejected", reason: "No stock" });
  const toHim = async () =>
    (
      await shop.pool.query<{ id: number; state: string; answer: string }>(
        "select id, state, answer from shop.message where user_id = $1 order by id desc limit 1",
        [yaw._id],
      )
    ).rows[0];
  await expect.poll(async () => (await toHim())?.answer).toContain("500");
  await shop.pool.query(`update shop."user" set phone = '0245550189' where id = $1`, [yaw._id]);
  // An attempt may have begun before the change, so the gateway takes nothing until the message has ended.
  await expect
    .poll(toHim)
    .toMatchObject({ state: "refused", answer: "This number is not the user's any more" });
  gateway.answer = well;
  expect(gateway.taken.filter(({ to }) => to.includes("245550188"))).toEqual([]);
});
