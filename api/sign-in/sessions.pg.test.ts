import pg from "pg";
import { expect, onTestFinished, test } from "vitest";
import { connectionConfig } from "#ledger/connect/connect.ts";
import type { ApprovalsAnswer } from "#contract/approvals.ts";
import type { SessionRecord } from "#contract/sessions.ts";
import { openReads } from "#ledger/tables/open-reads.ts";
import { nextMidnight_ms } from "#contract/terms/dates.ts";
import { makeAdmin, withShop } from "#tools/admin/make-admin.ts";
import { clockAhead_ms, setClock } from "#tools/testing/test-clock.ts";
import { openTestShop } from "#tools/testing/test-shop.ts";
import { deriveSecrets } from "../serve/secrets.ts";
import { openSession } from "../auth/sessions.ts";

const shop = openTestShop();
const ama = shop.userOfFile("ama", "0245550101");

const refresh = (token: string) => shop.call<SessionRecord>("POST", "/auth/refresh-token", { token });
const me = (token: string) => shop.as({ token }).get("/user");

test("a refresh token rotates; for ten seconds the previous one gets the same new token, so that two tabs can refresh", async () => {
  const session = await shop.login(ama.phone, ama.password);
  const first = await refresh(session.refreshToken);
  const secondTab = await refresh(session.refreshToken);
  expect(first.status).toBe(200);
  expect(secondTab.body.refreshToken).toBe(first.body.refreshToken);
  expect((await me(first.body.token)).status).toBe(200);
  expect((await me(secondTab.body.token)).status).toBe(200);
});

test("the Bearer scheme is case-insensitive, and no other scheme is accepted", async () => {
  const { token } = await shop.login(ama.phone, ama.password);
  const ask = (authorization: string) => fetch(`${shop.server.url}/api/user`, { headers: { authorization } });
  for (const word of ["Bearer", "bearer", "BEARER"]) expect((await ask(`${word} ${token}`)).status).toBe(200);
  for (const given of [token, `Basic ${token}`, `xBearer ${token}`, "Bearer", "Bearer "])
    expect((await ask(given)).status).toBe(401);
});

test("an access token works for fifteen minutes, and a refresh gives the next one", async () => {
  const session = await shop.login(ama.phone, ama.password);
  const ahead_ms = clockAhead_ms();
  onTestFinished(() => setClock(ahead_ms));
  await setClock(ahead_ms + 14 * 60_000);
  expect((await me(session.token)).status).toBe(200);
  await setClock(ahead_ms + 15 * 60_000);
  expect((await me(session.token)).status).toBe(401);
  const next = await refresh(session.refreshToken);
  expect((await me(next.body.token)).status).toBe(200);
});

test("a refresh token that is used again later ends the whole session", async () => {
  const session = await shop.login(ama.phone, ama.password);
  const next = await refresh(session.refreshToken);
  await shop.pool.query("update shop.session set rotated_at = rotated_at - interval '11 seconds'");
  expect((await refresh(session.refreshToken)).status).toBe(401);
  expect((await refresh(next.body.refreshToken)).status).toBe(401);
  expect((await me(next.body.token)).status).toBe(401);
});

test("logging out takes effect at once, and does not affect another session", async () => {
  const one = await shop.login(ama.phone, ama.password);
  const other = await shop.login(ama.phone, ama.password);
  expect((await shop.as(one).post("/user/logout", {})).status).toBe(200);
  expect((await me(one.token)).status).toBe(401);
  expect((await refresh(one.refreshToken)).status).toBe(401);
  expect((await me(other.token)).status).toBe(200);
});

test("a ban takes effect on the next request, also through another process, and on login and refresh", async () => {
  const kofi = await shop.addUser("kofi", "0205550102");
  const other = await shop.another();
  try {
    expect((await shop.as(kofi).get("/user", { base: other.url })).status).toBe(200);
    await shop.as(shop.admin).put(`/user/${kofi._id}/status`, { status: "Banned" });
    expect((await me(kofi.token)).body).toMatchObject({ code: "actor_banned" });
    await expect
      .poll(async () => (await shop.as(kofi).get("/user", { base: other.url })).status, { interval: 20 })
      .toBe(403);
    const login = await shop.call("POST", "/user/login", { userPhone: kofi.phone, password: kofi.password });
    expect(login).toMatchObject({ status: 403, body: { code: "actor_banned" } });
    expect((await refresh(kofi.refreshToken)).status).toBe(403);
  } finally {
    await other.close();
  }
});

test("a ban ends sessions for good and replaces the API key: after it is lifted, no old session works or reads the new key", async () => {
  const efua = await shop.addUser("efua", "0205550103", "Agent");
  const socket = await shop.live(efua, null);
  const put = (status: string) => shop.as(shop.admin).put(`/user/${efua._id}/status`, { status });
  await put("Banned");
  expect(await socket.closed).toMatchObject({ code: 4403 });
  const byKey = () => shop.call("GET", "/user", undefined, { apiKey: efua.apiKey });
  expect((await byKey()).status).toBe(401);
  await put("Active");
  expect((await shop.as(efua).get("/user/api-key")).status).toBe(401);
  expect((await refresh(efua.refreshToken)).status).toBe(401);
  expect((await byKey()).status).toBe(401);
  const { apiKey } = await shop.login(efua.phone, efua.password);
  expect((await shop.call("GET", "/user", undefined, { apiKey })).status).toBe(200);
});

test("a login that began before a ban opens no session that outlives it", async () => {
  const esi = await shop.addUser("esi", "0205550104");
  const secrets = deriveSecrets("any secret that is long enough to serve");
  const put = (status: string) => shop.as(shop.admin).put(`/user/${esi._id}/status`, { status });
  const open = () => openSession(openReads(shop.pool), secrets, esi._id);
  await put("Banned");
  expect(await open()).toBeUndefined();
  await put("Active");
  expect(await open()).toBeDefined();
  for (let round = 0; round < 20; round++) {
    await Promise.all([put("Banned"), ...[1, 2, 3, 4].map(open)]);
    const { rows } = await shop.pool.query(
      "select from shop.session where user_id = $1 and ended_at is null",
      [esi._id],
    );
    expect(rows).toHaveLength(0);
    await put("Active");
  }
});

test("a ban and a level change take effect on the next request here, even while the feed is slow", async () => {
  const yaa = await shop.addUser("abla", "0245550188", "Customer", 10_000);
  const boss = await shop.addUser("boss", "0240000007", "Admin");
  // One of three admins asks for it, and another one approves it below.
  const third = await shop.addUser("third", "0240000008", "Admin");
  await shop.command("change_level", third._id, { user: boss._id, level: "Customer" });
  const proof = { password: shop.admin.password };
  expect((await shop.as(shop.admin).post("/user/step-up", proof)).status).toBe(200);
  const list = await shop.as(shop.admin).get<ApprovalsAnswer>("/approval");
  const request = list.body.items[0]?._id;
  const bought = { network: "MTNup2u", offer: "1 GB", receiver: "0244123456" };
  const { body } = await shop.as(yaa).post("/order/create", bought);
  const live = await shop.live(shop.admin, null);
  const everybody = () => shop.as(boss).get<unknown[]>("/user");
  expect((await me(yaa.token)).status).toBe(200);
  expect((await everybody()).body.length).toBeGreaterThan(1);
  // The feed must read the order's details, which another connection has locked.
  const holder = new pg.Client(connectionConfig(shop.database.ownerUrl, "holder"));
  await holder.connect();
  try {
    await holder.query("begin; lock table shop.order_detail in access exclusive mode");
    await shop.command("process_order", shop.admin._id, { order: Number(body["_id"]) });
    await expect.poll(() => waitingForRows(holder)).toBeGreaterThan(0);
    const change = (user: string, what: string, to: object) =>
      shop.as(shop.admin).put(`/user/${user}/${what}`, to);
    expect((await change(yaa._id, "status", { status: "Banned" })).status).toBe(200);
    expect((await me(yaa.token)).body).toMatchObject({ code: "actor_banned" });
    const granted = await shop.as(shop.admin).put(`/approval/${request}/approve`, {});
    expect(granted.status).toBe(200);
    expect((await everybody()).body).toHaveLength(1);
  } finally {
    await holder.end();
    live.close();
  }
});

test("every session ends at midnight in Accra", async () => {
  const { rows } = await shop.pool.query<{ created_at: string; expires_at: string }>(
    "select created_at, expires_at from shop.session",
  );
  expect(rows.length).toBeGreaterThan(0);
  for (const { created_at, expires_at } of rows)
    expect(Date.parse(expires_at)).toBe(nextMidnight_ms(Date.parse(created_at)));
  const session = await shop.login(ama.phone, ama.password);
  await shop.pool.query("update shop.session set expires_at = now() - interval '1 second'");
  expect((await refresh(session.refreshToken)).status).toBe(401);
});

test("nobody can sign in with what the database stores about a session", async () => {
  const session = await shop.login(ama.phone, ama.password);
  const { rows } = await shop.pool.query<{ line: string }>(
    "select row_to_json(s)::text as line from shop.session s",
  );
  const kept = rows.map((row) => row.line).join();
  for (const token of [session.token, session.refreshToken]) {
    expect(kept).not.toContain(token.split(".").at(-1));
  }
});

test("registering twice under one key answers the same account; with another password it is refused", async () => {
  const body = {
    username: "abena",
    phone: "0245550555",
    email: "abena@example.com",
    password: "long enough",
  };
  const first = await shop.call<SessionRecord>("POST", "/user/register", body, { key: "r1" });
  const again = await shop.call<SessionRecord>("POST", "/user/register", body, { key: "r1" });
  expect(again.body._id).toBe(first.body._id);
  const other = await shop.call(
    "POST",
    "/user/register",
    { ...body, password: "another one" },
    { key: "r1" },
  );
  expect(other).toMatchObject({ status: 422, body: { code: "key_reused" } });
});

test("a retried registration does not sign in if its password is no longer valid", async () => {
  const password = "long enough";
  const body = { username: "adwoa", phone: "0245550556", email: "adwoa@example.com", password };
  const register = () => shop.call<SessionRecord>("POST", "/user/register", body, { key: "r2" });
  const { _id: user } = (await register()).body;
  const withPassword = { phone: body.phone, password: "set by the shop" };
  await withShop(shop.database.apiUrl, (tool) => makeAdmin(tool, withPassword));
  expect(await register()).toMatchObject({ status: 401, body: { code: "login_failed" } });
  await withShop(shop.database.apiUrl, (tool) => makeAdmin(tool, { ...withPassword, password }));
  expect((await register()).body).toMatchObject({ _id: user, userLevel: "Admin" });
  await shop.pool.query("insert into shop.totp (user_id, secret, confirmed_at) values ($1, '', now())", [
    user,
  ]);
  expect(await register()).toMatchObject({ status: 401, body: { code: "second_factor_needed" } });
});

test("signing out everywhere again under the same key also ends a session that was opened in between", async () => {
  const everywhere = (token: string) =>
    shop.as({ token }).post("/user/logout-everywhere", {}, { key: "everywhere" });
  const first = await shop.login(ama.phone, ama.password);
  expect((await everywhere(first.token)).status).toBe(200);
  const second = await shop.login(ama.phone, ama.password);
  expect(await everywhere(second.token)).toMatchObject({ status: 422, body: { code: "key_reused" } });
});

test("two simultaneous registrations of one phone make one account", async () => {
  const body = (n: number) => ({
    username: `twin${n}`,
    phone: "0245550666",
    email: `twin${n}@example.com`,
    password: "long enough",
  });
  const answers = await Promise.all([1, 2, 3, 4].map((n) => shop.call("POST", "/user/register", body(n))));
  expect(answers.filter((answer) => answer.status === 201)).toHaveLength(1);
  expect(answers.filter((answer) => answer.status === 409)).toHaveLength(3);
});

test("a login with the old password gets no session if a reset finishes first", async () => {
  const { _id: user } = await shop.addUser("yaa", "0245550177");
  const { rows } = await shop.pool.query<{ password_hash: string }>(
    `select password_hash from shop."user" where id = $1`,
    [user],
  );
  const verified = rows[0]!.password_hash;
  const secrets = deriveSecrets("any secret that is long enough to serve");
  const pool = new pg.Pool({ ...connectionConfig(shop.database.apiUrl, "login"), max: 1 });
  const db = openReads(pool);
  expect(await openSession(db, secrets, user, { verified })).toBeDefined();
  // The reset locks the row. The login waits for it and reads the row again.
  const client = new pg.Client(connectionConfig(shop.database.ownerUrl, "reset"));
  await client.connect();
  try {
    await client.query("begin");
    await client.query(`update shop."user" set password_hash = 'another' where id = $1`, [user]);
    const late = openSession(db, secrets, user, { verified });
    await expect.poll(() => waitingForRows(client)).toBeGreaterThan(0);
    await client.query("commit");
    expect(await late).toBeUndefined();
  } finally {
    await client.end();
    await pool.end();
  }
});

/** How many connections wait for a row or a table. */
async function waitingForRows(client: pg.Client): Promise<number | null> {
  // In one transaction, PostgreSQL shows the connections of its first look.
  await client.query("select pg_stat_clear_snapshot()");
  const { rowCount } = await client.query(
    "select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
  );
  return rowCount;
}
