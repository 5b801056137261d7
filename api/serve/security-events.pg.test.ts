/** Security events: as log lines, and as the list that admins see. */
import { Secret, TOTP } from "otpauth";
import pg from "pg";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import type { Page } from "#contract/lists.ts";
import type { SecurityRecord } from "#contract/security.ts";
import type { OfferAnswer } from "#contract/second-factor.ts";
import type { PurchaseAnswer } from "#contract/orders.ts";
import { issueReset } from "#api/auth/password-resets.ts";
import { connectionConfig } from "#ledger/connect/connect.ts";
import { openReads } from "#ledger/tables/open-reads.ts";
import { attemptLimits } from "#contract/terms/limits.ts";
import { TestShop, type TestUser } from "#tools/testing/test-shop.ts";

let shop: TestShop;
let ama: TestUser;
let kofi: TestUser;
let lines: string[] = [];
beforeAll(async () => {
  const logTo = { write: (line: string) => void lines.push(line) };
  const messages = { allowPrivateAddresses: true };
  shop = await TestShop.open({ proxies: 1, logLevel: "info", logTo, messages });
  ama = await shop.addUser("ama", "0245550101", "Customer", 1_000_00);
  kofi = await shop.addUser("kofi", "0205550102", "Agent");
});
afterAll(() => shop.close());
beforeEach(async () => {
  await shop.pool.query("delete from shop.attempt");
  lines = [];
});

const list = async (query: string) =>
  (await shop.as(shop.admin).get<Page<SecurityRecord>>(`/audit/security?${query}`)).body;
const newest = (query: string) => async () => (await list(`limit=1&${query}`)).items[0];
function signIn(userPhone: string, password: string, from = "41.2.3.4") {
  return fetch(`${shop.server.url}/api/user/login`, {
    method: "POST",
    headers: { "x-forwarded-for": from },
    body: JSON.stringify({ userPhone, password }),
  });
}

function eventLines(): Record<string, unknown>[] {
  return lines.map((line) => JSON.parse(line)).filter(({ msg }) => msg === "security event");
}

test("a login is listed with its result, reason, address and account, and so is a refused one", async () => {
  await signIn(kofi.phone, kofi.password, "41.2.3.4");
  await expect.poll(newest("kind=login")).toMatchObject({
    result: "done",
    user: "kofi",
    userId: kofi._id,
    actor: null,
    address: "41.2.3.4",
    detail: "",
  });
  await signIn(kofi.phone, "not the password", "[2a01:4f8:1:2:3:4:5:6]:443");
  await expect.poll(newest("kind=login")).toMatchObject({
    result: "refused",
    user: "kofi",
    address: "2a01:4f8:1:2::/64",
    detail: "login_failed",
  });
  await signIn("0200000000", "not the password");
  await expect.poll(newest("kind=login")).toMatchObject({ result: "refused", userId: null, user: null });
});

test("each event is one structured log line without names, numbers and secrets", async () => {
  await signIn(kofi.phone, kofi.password);
  await signIn(kofi.phone, "not the password");
  const common = { user: kofi._id, actor: null, address: "41.2.3.4", requestId: expect.any(String) };
  expect(eventLines()).toMatchObject([
    { event: "login", result: "done", detail: "", level: 30, ...common },
    { event: "login", result: "refused", detail: "login_failed", level: 40, ...common },
  ]);
  expect(lines.join("")).not.toMatch(/kofi|0205550102|not the password/);
});

test("a call that only others may make is listed with the account and the call", async () => {
  await shop.as(kofi).get("/audit/security");
  await expect.poll(newest("kind=not allowed")).toMatchObject({
    result: "refused",
    user: "kofi",
    actor: "kofi",
    detail: "GET /audit/security: admin_only",
  });
});

test("refusals after too many attempts share rows, which count them", async () => {
  const { max } = attemptLimits.login.pair;
  for (let n = 0; n < max; n++) await signIn(kofi.phone, "wrong");
  await Promise.all(Array.from({ length: 7 }, () => signIn(kofi.phone, "wrong")));
  const refused = async () => (await list("kind=too many attempts&limit=20")).items;
  const times = async () => (await refused()).reduce((sum, row) => sum + row.times, 0);
  await expect.poll(times).toBe(7);
  const rows = await refused();
  // On a busy machine they may spread over a few seconds.
  expect(rows.length).toBeLessThan(7);
  for (const row of rows) expect(row).toMatchObject({ user: "kofi", detail: "login", result: "refused" });
});

test("an admin's acts are listed with the admin and the account", async () => {
  const esi = await shop.addUser("esi", "0205550103");
  const change = (status: string) => shop.as(shop.admin).put(`/user/${esi._id}/status`, { status });
  await change("Banned");
  await expect.poll(newest("kind=ban")).toMatchObject({ user: "esi", actor: "admin", result: "done" });
  await change("Active");
  await expect.poll(newest("kind=unban")).toMatchObject({ user: "esi", actor: "admin" });
  await shop.as(shop.admin).get("/user/users.csv");
  await expect.poll(newest("kind=export")).toMatchObject({ actor: "admin", detail: "/user/users.csv" });
});

test("changes of passwords, keys and webhooks are listed", async () => {
  await shop.as(kofi).get("/user/api-key");
  await expect.poll(newest("kind=api key shown")).toMatchObject({ user: "kofi", actor: "kofi" });
  await shop.as(kofi).post("/user/api-key");
  await expect.poll(newest("kind=api key replaced")).toMatchObject({ user: "kofi" });
  await shop.as(kofi).put("/user/webhook", { url: "http://127.0.0.1:9/" });
  await expect.poll(newest("kind=webhook changed")).toMatchObject({ user: "kofi" });
  const newPassword = "another long password";
  await shop.as(kofi).post("/user/change-password", { currentPassword: kofi.password, newPassword });
  await expect.poll(newest("kind=password change")).toMatchObject({ user: "kofi" });
  const link = await issueReset(openReads(shop.pool), kofi.email);
  await shop.call("POST", `/user/reset-password/${link}`, { password: kofi.password, phone: kofi.phone });
  await expect.poll(newest("kind=password reset")).toMatchObject({ user: "kofi", actor: null });
});

test("turning the second factor on and off is listed", async () => {
  const boss = await shop.addUser("boss", "0240000008", "Admin");
  const send = <T>(method: string, path: string, body: object) =>
    shop.call<T>(method, `/user/second-factor${path}`, body, { token: boss.token });
  const { body } = await send<OfferAnswer>("POST", "", { password: boss.password });
  const codeIn = (steps: number) =>
    new TOTP({ secret: Secret.fromBase32(body.secret) }).generate({ timestamp: Date.now() + steps * 30_000 });
  expect((await send("PUT", "", { code: codeIn(0) })).status).toBe(200);
  await expect.poll(newest("kind=second factor on")).toMatchObject({ user: "boss" });
  const off = { password: boss.password, code: codeIn(1) };
  expect((await send("POST", "/off", off)).status).toBe(200);
  await expect.poll(newest("kind=second factor off")).toMatchObject({ user: "boss" });
});

test("an admin who lists other people's forms is listed with the orders, and their owner is not", async () => {
  const form = {
    name: "Ama Mensah",
    phone: "0244123456",
    card: "GHA-000000000-0",
    dob: "1990-01-01",
    location: "Accra",
  };
  const packageId = "afa-1";
  const bought = await shop
    .as(ama)
    .post<PurchaseAnswer>("/order/create", { packageId, items: form, receiver: "0244123456" });
  expect(bought.status).toBe(201);
  await shop.as(ama).get("/order/allorders?limit=10");
  expect(eventLines().filter(({ event }) => event === "private details viewed")).toEqual([]);
  await shop.as(shop.admin).get("/order/allorders?limit=10");
  await expect.poll(newest("kind=private details viewed")).toMatchObject({
    actor: "admin",
    detail: `order ${bought.body._id}`,
  });
});

test("the list is read page by page and by account and day", async () => {
  await shop.pool.query("delete from shop.security_event");
  await shop.pool.query(
    `insert into shop.security_event (at, kind, result, user_id, detail)
     select '2026-03-01T12:00:00Z'::timestamptz + n * interval '1 day', 'login', 'done', $1, n::text
     from generate_series(1, 5) n`,
    [ama._id],
  );
  const details = ({ items }: Page<SecurityRecord>) => items.map(({ detail }) => detail);
  const first = await list("limit=2");
  expect([details(first), first.total, first.totalIsExact]).toEqual([["5", "4"], 5, true]);
  expect(details(await list(`limit=2&cursor=${first.next}`))).toEqual(["3", "2"]);
  expect(details(await list("from=2026-03-03&to=2026-03-04"))).toEqual(["3", "2"]);
  expect(details(await list(`user=${ama._id}&to=9999-12-31&from=2026-03-06`))).toEqual(["5"]);
  expect(details(await list(`user=${shop.admin._id}`))).toEqual([]);
});

test("requests are answered while events cannot be stored, and the events are stored later", async () => {
  await shop.pool.query("delete from shop.security_event");
  await withOwner("alter table shop.security_event rename to away");
  expect((await signIn(ama.phone, ama.password)).status).toBe(200);
  await expect.poll(() => lines.join("")).toContain("storing security events failed");
  await withOwner("alter table shop.away rename to security_event");
  await expect.poll(newest("kind=login")).toMatchObject({ user: "ama" });
});

test("a server that stops stores its last events first", async () => {
  await shop.pool.query("delete from shop.security_event");
  await signIn(ama.phone, ama.password);
  await shop.restart();
  expect(await newest("kind=login")()).toMatchObject({ user: "ama" });
});

async function withOwner(text: string): Promise<void> {
  const owner = new pg.Client(connectionConfig(shop.database.ownerUrl, "test"));
  await owner.connect();
  await owner.query(text);
  await owner.end();
}
