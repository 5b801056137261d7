/** Changing the password while signed in. */
import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { attemptLimits } from "#contract/terms/limits.ts";
import { createPool } from "#ledger/connect/connect.ts";
import { openReads } from "#ledger/tables/open-reads.ts";
import { type RunningServer } from "#api/server.ts";
import { openTestShop, type TestUser } from "#tools/testing/test-shop.ts";
import type { ErrorAnswer } from "#contract/errors.ts";
import { issueReset } from "../auth/password-resets.ts";

let other: RunningServer;
let ama: TestUser;
let count = 0;

const shop = openTestShop();

beforeAll(async () => {
  other = await shop.another();
});
beforeEach(async () => {
  await shop.pool.query("delete from shop.attempt");
  count += 1;
  ama = await shop.addUser(`ama${count}`, `0245550${100 + count}`);
});
afterAll(async () => {
  await other.close();
});

const fresh = "a fresh password";

function change(
  { token }: { token: string },
  { current = ama.password, next = fresh, key }: { current?: string; next?: string; key?: string } = {},
) {
  const body = { currentPassword: current, newPassword: next };
  const options = key === undefined ? { token } : { token, key };
  return shop.call<Partial<ErrorAnswer>>("POST", "/user/change-password", body, options);
}

const isOpen = async ({ token }: { token: string }, base?: string) =>
  (await shop.call("GET", "/user", undefined, base === undefined ? { token } : { token, base })).status ===
  200;

async function canLogIn(password: string): Promise<boolean> {
  const { status } = await shop.call("POST", "/user/login", { userPhone: ama.phone, password });
  return status === 200;
}

test("sets the new password, keeps this session, and ends all others with their sockets, in every process", async () => {
  const elsewhere = await shop.login(ama.phone, ama.password);
  const [own, theirs] = [await shop.live(ama, null), await shop.live(elsewhere, null, other.url)];
  for (const base of [shop.server.url, other.url]) expect(await isOpen(elsewhere, base)).toBe(true);
  expect(await change(ama)).toMatchObject({
    status: 200,
    body: { message: "Your password has been changed. You have been signed out on all other devices." },
  });
  expect(await isOpen(elsewhere)).toBe(false);
  expect((await theirs.closed).code).toBe(4401);
  await expect.poll(() => isOpen(elsewhere, other.url)).toBe(false);
  const refreshed = await shop.call("POST", "/auth/refresh-token", { token: elsewhere.refreshToken });
  expect(refreshed.status).toBe(401);
  expect(await isOpen(ama)).toBe(true);
  expect((await shop.call("POST", "/auth/refresh-token", { token: ama.refreshToken })).status).toBe(200);
  // The own socket still gets what happens.
  await shop.command("change_level", "system", { user: ama._id, level: "Agent" });
  await own.next((message) => "event" in message && message.event === "CurrUserUpdated");
  own.close();
  expect([await canLogIn(ama.password), await canLogIn(fresh)]).toEqual([false, true]);
});

test("a wrong current password is refused beside its field, does not sign out, and changes nothing", async () => {
  const message = "This is not your current password";
  expect(await change(ama, { current: "wrong" })).toMatchObject({
    status: 403,
    body: { code: "password_wrong", message, fields: { currentPassword: message } },
  });
  expect(await isOpen(ama)).toBe(true);
  expect([await canLogIn(ama.password), await canLogIn(fresh)]).toEqual([true, false]);
});

test("wrong current passwords are limited like a login, and correct ones do not count", async () => {
  for (let n = 0; n < 3; n++) expect((await change(ama, { next: ama.password })).status).toBe(200);
  const wrong = await Promise.all(
    Array.from({ length: attemptLimits.password.account.max }, () => change(ama, { current: "wrong" })),
  );
  expect(new Set(wrong.map(({ status }) => status))).toEqual(new Set([403]));
  expect(await change(ama)).toMatchObject({ status: 429, body: { code: "too_many_attempts" } });
  expect(await canLogIn(fresh)).toBe(false);
});

test.each([
  ["short", "input_invalid", "At least 8 characters"],
  ["", "input_invalid", "All fields are required"],
  ["password123", "password_common", "many people use"],
  ["OWN NAME", "password_common", "Your name, number or email"],
])("the new password %j is refused with the reason, beside its field", async (typed, code, message) => {
  const next = typed === "OWN NAME" ? `${ama.username}@example.com` : typed;
  const { status, body } = await change(ama, { next });
  expect({ status, code: body.code }).toEqual({ status: 400, code });
  expect(body.message).toContain(message);
  expect(body.fields).toEqual({ newPassword: body.message });
  expect(await canLogIn(ama.password)).toBe(true);
});

test("a retry under the same key is answered again and is no attempt; another request under it is refused", async () => {
  const key = randomUUID();
  const first = await change(ama, { key });
  expect(first.status).toBe(200);
  const later = await shop.login(ama.phone, fresh);
  const retry = await change(ama, { key });
  expect({ status: retry.status, body: retry.body }).toEqual({ status: 200, body: first.body });
  // A retry ends no session that was opened since.
  expect(await isOpen(later)).toBe(true);
  expect(await change(ama, { key, next: "another fresh one" })).toMatchObject({ status: 422 });
  expect(await canLogIn(fresh)).toBe(true);
  const { rows } = await shop.pool.query("select from shop.attempt where count > 0");
  expect(rows).toEqual([]);
});

test("a session that ends before the change is decided changes nothing", async () => {
  const elsewhere = await shop.login(ama.phone, ama.password);
  const [, session = ""] = elsewhere.token.split(".");
  const owner = createPool(shop.database.ownerUrl, 1);
  const client = await owner.connect();
  await client.query("begin; select from ledger.head for update");
  const changing = change(elsewhere);
  // It has verified the password and waits for its turn to write.
  const waiting =
    "select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'";
  const isWaiting = async () => {
    // In one transaction, PostgreSQL shows the connections of its first look.
    await client.query("select pg_stat_clear_snapshot()");
    return (await client.query(waiting)).rowCount;
  };
  await expect.poll(isWaiting).toBe(1);
  await client.query("update shop.session set ended_at = now() where id = $1", [session]);
  await client.query("commit");
  client.release();
  await owner.end();
  expect(await changing).toMatchObject({ status: 401, body: { code: "unauthorized" } });
  expect(await isOpen(ama)).toBe(true);
  expect([await canLogIn(ama.password), await canLogIn(fresh)]).toEqual([true, false]);
});

test("links to set a new password stop working", async () => {
  const token = await issueReset(openReads(shop.pool), ama.email);
  expect((await change(ama)).status).toBe(200);
  const reset = await shop.call("POST", `/user/reset-password/${token}`, { password: "by an old link" });
  expect(reset).toMatchObject({ status: 400, body: { code: "reset_link_invalid" } });
});

test("the audit lists it as an act of the user", async () => {
  await change(ama);
  const { body } = await shop.as(shop.admin).get<{ items: unknown[] }>(`/audit/acts?limit=1&user=${ama._id}`);
  expect(body.items).toMatchObject([{ changes: [{ what: "all other sessions", after: "ended" }] }]);
});
