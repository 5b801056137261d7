import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { openTestShop, type TestUser } from "#tools/testing/test-shop.ts";
import type { CommandAnswer } from "#contract/service.ts";
import type { OrderRecord } from "#contract/order-list.ts";
import type { PurchaseAnswer } from "#contract/orders.ts";

let logged = "";
const shop = openTestShop({ logLevel: "trace", logTo: { write: (line) => (logged += line) } });
const ama = shop.userOfFile("ama", "0245550101", "Customer", 10_000);
const kofi = shop.userOfFile("kofi", "0205550102", "Agent", 10_000);

const order = { network: "MTNup2u", offer: "1 GB", receiver: "0244123456" };
const buy = (key: string, user: TestUser, more: object = {}) =>
  shop.as(user).post<PurchaseAnswer>("/order/create", { ...order, ...more }, { key });
const askWith = (key: string, credentials: { token?: string; apiKey?: string }) =>
  shop.call<CommandAnswer & { code: string }>(
    "GET",
    `/command/${encodeURIComponent(key)}`,
    undefined,
    credentials,
  );
const ask = (key: string, { token }: TestUser) => askWith(key, { token });
const unknown = { status: 404, body: { code: "command_unknown" } };

test("an accepted purchase answers with its position and the order as it is now", async () => {
  const { body } = await buy("bought", ama);
  const { balance: _balance, account: _account, order: _order, ...record } = body;
  const answer = await ask("bought", ama);
  expect(answer).toMatchObject({ status: 200 });
  expect(answer.body).toEqual({
    outcome: "accepted",
    type: "order_placed",
    position: body.position,
    order: record satisfies OrderRecord,
  });
  await shop.as(shop.admin).put(`/order/update-status/${body._id}`, { status: "rejected", reason: "no" });
  expect((await ask("bought", ama)).body).toMatchObject({
    position: body.position,
    order: { _id: body._id, status: "rejected", refunded: 4.8 },
  });
});

test("a line of a bulk call is found under its own key", async () => {
  const lines = ["line-a", "line-b"].map((key) => ({ key, ...order }));
  await shop.as(ama).post("/order/bulk", { lines });
  const found = await Promise.all(lines.map(({ key }) => ask(key, ama)));
  expect(found.map(({ body }) => body.outcome)).toEqual(["accepted", "accepted"]);
  expect(found[0]?.body).not.toEqual(found[1]?.body);
});

test("an accepted command that is no purchase answers with the type of its first event and the position of its last", async () => {
  const asked = await shop
    .as(ama)
    .post<{ recharge: { _id: string } }>("/recharge", { amount: 50 }, { key: "top-up" });
  expect(asked.status).toBe(201);
  expect((await ask("top-up", ama)).body).toEqual({
    outcome: "accepted",
    type: "topup_requested",
    position: (await shop.books()).position,
  });
  await shop.as(shop.admin).put("/extra/notice", { noticeContent: "Hello" }, { key: "notice" });
  expect((await ask("notice", shop.admin)).body).toMatchObject({ type: "notice_changed" });
});

test("a refused command answers with the error that was its answer", async () => {
  const poor = await shop.addUser("poor", "0245550103", "Customer", 100);
  const { status, body } = await buy("too-dear", poor);
  expect(status).toBe(409);
  const { requestId: _, ...error } = body as unknown as Record<string, unknown>;
  expect(error).toMatchObject({ code: "insufficient_balance", missing: 3.8, transient: true });
  expect((await ask("too-dear", poor)).body).toEqual({ outcome: "refused", error });
  // A request that never became a command leaves nothing behind.
  expect((await buy("not-a-phone", poor, { receiver: "1" })).status).toBe(400);
  expect(await ask("not-a-phone", poor)).toMatchObject(unknown);
});

test("nobody learns what became of another user's command, admins included", async () => {
  await buy("private", ama);
  expect((await ask("private", ama)).status).toBe(200);
  for (const { token } of [kofi, shop.admin])
    expect(await askWith("private", { token })).toMatchObject(unknown);
  expect(await askWith("private", { apiKey: kofi.apiKey })).toMatchObject(unknown);
  expect(await ask("never-sent", ama)).toMatchObject(unknown);
  expect(await askWith("private", {})).toMatchObject({ status: 401 });
  await buy("private", kofi);
  const [mine, theirs] = [await ask("private", ama), await ask("private", kofi)];
  expect(mine.body).not.toEqual(theirs.body);
});

test("an API key sees its owner's purchases, and no other command of theirs", async () => {
  const { apiKey, token } = kofi;
  await shop.call("POST", "/order/create", order, { apiKey, key: "by-program" });
  await shop.as({ token }).post("/recharge", { amount: 50 }, { key: "their-top-up" });
  expect((await askWith("by-program", { apiKey })).body).toMatchObject({ type: "order_placed" });
  expect(await ask("by-program", kofi)).toMatchObject({ status: 200 });
  expect(await ask("their-top-up", kofi)).toMatchObject({ status: 200 });
  expect(await askWith("their-top-up", { apiKey })).toMatchObject(unknown);
});

test("every key that a command can have is found, and none is written into the server's log", async () => {
  const visible = Array.from({ length: 94 }, (_, n) => String.fromCharCode(0x21 + n));
  const keys = [visible.join(""), "a//b", "%2F%25", "../x", "a?b#c", "x".repeat(200), `0244-${randomUUID()}`];
  for (const key of keys) {
    expect((await buy(key, ama)).status).toBe(201);
    expect(await ask(key, ama), key).toMatchObject({ status: 200, body: { outcome: "accepted" } });
  }
  for (const key of ["x".repeat(201), "a b", "é"])
    expect(await ask(key, ama)).toMatchObject({ status: 404, body: { code: "not_found" } });
  expect(logged).toContain('"path":"/api/command/…"');
  for (const key of keys) expect(logged).not.toContain(key.slice(0, 12));
});
