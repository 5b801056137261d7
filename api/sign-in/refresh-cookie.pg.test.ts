/** The refresh token as a cookie, for a page that asks for it. */
import { expect, test } from "vitest";
import { nextMidnight_ms } from "#contract/terms/dates.ts";
import { type Answer, openTestShop } from "#tools/testing/test-shop.ts";
import type { SessionRecord } from "#contract/sessions.ts";

const shop = openTestShop();
const ama = shop.userOfFile("ama", "0245550101");

const asking = { "x-refresh-token": "cookie" };
const path = "/api/auth/refresh-token";

interface From {
  base?: string;
  headers?: Record<string, string>;
}

const login = (from: From = { headers: asking }) =>
  shop.call<SessionRecord>(
    "POST",
    "/user/login",
    { userPhone: ama.phone, password: ama.password },
    { ...from },
  );

const refreshBy = (cookie: string, headers: Record<string, string> = asking, token = "") =>
  shop.call<SessionRecord>("POST", "/auth/refresh-token", { token }, { headers: { ...headers, cookie } });

/** The refresh cookie that an answer sets, as a browser sends it back. */
function cookieOf({ headers }: Answer<unknown>): string {
  const [cookie] = headers.getSetCookie().filter((text) => /^(__Secure-)?refresh=/.test(text));
  return cookie?.split(";")[0] ?? "";
}

test("a page that asks gets the refresh token as a cookie for the refresh call alone, and not in the answer", async () => {
  const answer = await login();
  const [set = ""] = answer.headers.getSetCookie().filter((text) => text.startsWith("refresh="));
  expect(answer.body.refreshToken).toBe("");
  expect(set).toMatch(/^refresh=r1\.[\w-]+\.0\.[\w-]+; Max-Age=\d+; Path=\/api\/auth\/refresh-token; /);
  expect(set).toMatch(/; HttpOnly; SameSite=Strict$/);
  const seconds = Number(/Max-Age=(\d+)/.exec(set)?.[1]);
  expect(Math.abs(seconds - (nextMidnight_ms(Date.now()) - Date.now()) / 1000)).toBeLessThan(60);
  const registered = await shop.call<SessionRecord>(
    "POST",
    "/user/register",
    { username: "yaa", phone: "0245550177", email: "yaa@example.com", password: "long enough to use" },
    { headers: asking },
  );
  expect(registered.body.refreshToken).toBe("");
  expect((await refreshBy(cookieOf(registered))).body.username).toBe("yaa");
});

test("a client that does not ask gets the refresh token in the answer, and no cookie", async () => {
  const answer = await login({});
  expect(answer.body.refreshToken).toMatch(/^r1\./);
  expect(cookieOf(answer)).toBe("");
  const next = await shop.call<SessionRecord>("POST", "/auth/refresh-token", {
    token: answer.body.refreshToken,
  });
  expect(next.body.refreshToken).toMatch(/^r1\./);
  expect(cookieOf(next)).toBe("");
});

test("a shop with TLS sends the cookie over TLS only", async () => {
  const secure = await shop.another({ publicUrl: "https://shop.example.com" });
  try {
    const answer = await login({ base: secure.url, headers: asking });
    const [set] = answer.headers.getSetCookie().filter((text) => text.startsWith("__Secure-refresh="));
    expect(set).toMatch(/; HttpOnly; Secure; SameSite=Strict$/);
    const all = answer.headers.getSetCookie();
    expect(all).toHaveLength(2);
    for (const cookie of all) expect(cookie).toMatch(/^__Secure-.*; Secure;/);
    const next = await shop.call(
      "POST",
      "/auth/refresh-token",
      { token: "" },
      { base: secure.url, headers: { ...asking, cookie: cookieOf(answer) } },
    );
    expect(next.status).toBe(200);
  } finally {
    await secure.close();
  }
});

test("the cookie rotates, two tabs get the same new one within ten seconds, and an old one ends the session", async () => {
  const first = cookieOf(await login());
  const [one, other] = [await refreshBy(first), await refreshBy(first)];
  expect(one.body.refreshToken).toBe("");
  expect(cookieOf(one)).toMatch(/^refresh=r1\./);
  expect(cookieOf(one)).not.toBe(first);
  expect(cookieOf(other)).toBe(cookieOf(one));
  await shop.pool.query("update shop.session set rotated_at = rotated_at - interval '11 seconds'");
  expect((await refreshBy(first)).status).toBe(401);
  expect((await refreshBy(cookieOf(one))).status).toBe(401);
});

test("a session from before the cookie uses its stored refresh token once, and goes on with the cookie", async () => {
  const { body } = await login({});
  const next = await refreshBy("", asking, body.refreshToken);
  expect(next.body.refreshToken).toBe("");
  expect((await refreshBy(cookieOf(next))).status).toBe(200);
});

test("the cookie does nothing without the header, or for another site's page", async () => {
  const cookie = cookieOf(await login());
  expect(await refreshBy(cookie, {})).toMatchObject({ status: 401 });
  const stranger = { ...asking, origin: "https://evil.example" };
  const refused = { status: 403, body: { code: "origin_refused" } };
  expect(await refreshBy(cookie, stranger)).toMatchObject(refused);
  const count = () => shop.pool.query("select from shop.session where ended_at is null");
  const { rowCount } = await count();
  expect(await login({ headers: stranger })).toMatchObject(refused);
  const { token } = (await login({})).body;
  for (const leave of ["/user/logout", "/user/logout-everywhere"])
    expect(await shop.as({ token }).post(leave, {}, { headers: stranger })).toMatchObject(refused);
  expect((await count()).rowCount).toBe((rowCount ?? 0) + 1);
  expect((await refreshBy(cookie, { ...asking, origin: shop.server.url })).status).toBe(200);
});

test("signing out, here or everywhere, deletes the cookie and ends what it could renew", async () => {
  for (const leave of ["/user/logout", "/user/logout-everywhere"]) {
    const { body, ...answer } = await login();
    const left = await shop.as(body).post(leave, {}, { headers: asking });
    expect(left.headers.getSetCookie()).toEqual([
      `refresh=; Max-Age=0; Path=${path}; HttpOnly; SameSite=Strict`,
    ]);
    expect((await refreshBy(cookieOf({ ...answer, body }))).status).toBe(401);
  }
});

test("a ban ends a session that is kept by the cookie", async () => {
  const cookie = cookieOf(await login());
  await shop.command("change_status", "system", { user: ama._id, status: "Banned" }, [
    { text: "update shop.session set ended_at = now() where user_id = $1", values: [ama._id] },
  ]);
  expect(await refreshBy(cookie)).toMatchObject({ status: 403, body: { code: "actor_banned" } });
  await shop.command("change_status", "system", { user: ama._id, status: "Active" });
  expect((await refreshBy(cookie)).status).toBe(401);
});

test("a stale refresh token that is sent with a used key still ends its session", async () => {
  const key = "already-used";
  const stale = (await login({})).body;
  const { token } = (await login()).body;
  expect((await shop.as({ token }).post("/user/logout", {}, { key })).status).toBe(200);
  const next = cookieOf(await refreshBy("", asking, stale.refreshToken));
  await shop.pool.query("update shop.session set rotated_at = rotated_at - interval '11 seconds'");
  const again = { token: stale.refreshToken };
  expect((await shop.call("POST", "/auth/refresh-token", again, { key })).status).toBe(401);
  expect((await refreshBy(next)).status).toBe(401);
});
