/**
 * Signing in with a second factor: it is required once it is on, each code works once, and its secrets cannot be read.
 */
import { Secret, TOTP } from "otpauth";
import { expect, test } from "vitest";
import { issueReset } from "#api/auth/password-resets.ts";
import type { OfferAnswer, RecoveryAnswer } from "#contract/second-factor.ts";
import { openReads } from "#ledger/tables/open-reads.ts";
import { withShop, turnOffSecondFactor } from "#tools/admin/make-admin.ts";
import { openTestShop } from "#tools/testing/test-shop.ts";

let secret: string;
let recovery: string[];

const shop = openTestShop();
const boss = shop.userOfFile("boss", "0240000008", "Admin");

const at = (path: string) => `/user/second-factor${path}`;
const send = <T = Record<string, unknown>>(
  method: string,
  path: string,
  body?: unknown,
  token = boss.token,
) => shop.call<T>(method, at(path), body, { token });
const login = (code?: string) =>
  shop.call("POST", "/user/login", {
    userPhone: boss.phone,
    password: boss.password,
    ...(code === undefined ? {} : { code }),
  });

/** The code of this moment, or of some steps away. A used code is invalid, so tests move on in time. */
function codeOf(steps = 0): string {
  const totp = new TOTP({ secret: Secret.fromBase32(secret), digits: 6, period: 30, algorithm: "SHA1" });
  return totp.generate({ timestamp: Date.now() + steps * 30_000 });
}

/** A wrong code. Three of a million codes are valid at any moment: this is none of those, and none of the next ones. */
function wrongCode(): string {
  const good = new Set([-2, -1, 0, 1, 2].map(codeOf));
  for (let n = 0; ; n++) {
    const code = String(n).padStart(6, "0");
    if (!good.has(code)) return code;
  }
}

test("login needs no code before the second factor is confirmed", async () => {
  expect((await send("POST", "", { password: "wrong" })).body).toMatchObject({
    code: "password_wrong",
    fields: { password: "This is not your current password" },
  });
  const offered = await send<OfferAnswer>("POST", "", { password: boss.password });
  expect(offered.body.uri).toMatch(/^otpauth:\/\/totp\/Cedibook:boss\?/);
  secret = offered.body.secret;
  expect((await login()).status).toBe(200);
  expect((await send("PUT", "", { code: wrongCode() })).body).toMatchObject({ code: "second_factor_wrong" });
  expect((await send("GET", "")).body).toMatchObject({ isOn: false, recoveryCodesLeft: 0 });
  // A new secret replaces the previous one.
  const before = secret;
  secret = (await send<OfferAnswer>("POST", "", { password: boss.password })).body.secret;
  expect(secret).not.toBe(before);
});

test("login with a second factor asks for a code only after a correct password, and accepts each code once", async () => {
  const first = codeOf();
  const confirmed = await send<RecoveryAnswer>("PUT", "", { code: first });
  expect(confirmed.status).toBe(200);
  recovery = confirmed.body.recoveryCodes;
  expect(new Set(recovery).size).toBe(10);
  expect((await send("POST", "", { password: boss.password })).body).toMatchObject({ code: "unchanged" });
  expect((await login()).body).toMatchObject({ code: "second_factor_needed" });
  const wrongPassword = { userPhone: boss.phone, password: "wrong", code: codeOf() };
  expect((await shop.call("POST", "/user/login", wrongPassword)).body).toMatchObject({
    code: "login_failed",
  });
  // The code that turned it on is used up.
  expect((await login(first)).body).toMatchObject({ code: "second_factor_wrong" });
  // One step ahead, as a phone's clock may be.
  const code = codeOf(1);
  const answers = await Promise.all([login(code), login(code), login(code)]);
  expect(answers.map(({ status }) => status).filter((status) => status === 200)).toHaveLength(1);
  expect((await login(code)).status).toBe(403);
});

test("a recovery code signs in once, with or without spaces and in any case", async () => {
  const [first = "", second = ""] = recovery;
  expect((await login(first.toUpperCase().replace("-", " "))).status).toBe(200);
  expect((await login(first)).status).toBe(403);
  await shop.pool.query("delete from shop.attempt");
  expect((await login(second)).status).toBe(200);
  expect((await send("GET", "")).body).toMatchObject({ isOn: true, recoveryCodesLeft: 8 });
});

test("a new password by link neither signs in without a code nor turns the second factor off", async () => {
  const token = await issueReset(openReads(shop.pool), boss.email);
  boss.password = "a fresh and long password";
  const { password, phone } = boss;
  expect((await shop.call("POST", `/user/reset-password/${token}`, { password, phone })).status).toBe(200);
  expect((await login()).body).toMatchObject({ code: "second_factor_needed" });
  boss.token = (await login(recovery[2])).body["token"] as string;
  expect((await send("GET", "")).body).toMatchObject({ isOn: true, recoveryCodesLeft: 7 });
});

test("guesses of codes are limited, even with the correct password", async () => {
  await shop.pool.query("delete from shop.attempt");
  const answers = [];
  for (let n = 0; n < 12; n++) answers.push((await login(wrongCode())).status);
  expect(answers.at(-1)).toBe(429);
  await shop.pool.query("delete from shop.attempt");
});

test("the log records that the second factor was turned on, and neither log nor tables contain a readable secret", async () => {
  const { rows: events } = await shop.pool.query<{ data: unknown }>(
    "select data from ledger.event where type = 'user_profile_changed' and stream = $1",
    [`user/${boss._id}`],
  );
  expect(events).toEqual([{ data: { fields: ["second factor"] } }]);
  const { rows } = await shop.pool.query<{ text: string }>(`
    select string_agg(t::text, '') as text from (select to_jsonb(x) as t from shop.totp x union all
      select to_jsonb(c) from shop.recovery_code c union all select to_jsonb(e) from ledger.event e) a`);
  for (const hidden of [secret, ...recovery, recovery[0]!.replace("-", "")])
    expect(rows[0]?.text).not.toContain(hidden);
});

test("every user can turn it on for their own account, which ends their other sessions and not this one", async () => {
  const ama = await shop.addUser("ama", "0245550101");
  const other = await shop.login(ama.phone, ama.password);
  const socket = await shop.live(other, null);
  secret = (await send<OfferAnswer>("POST", "", { password: ama.password }, ama.token)).body.secret;
  expect((await send("GET", "", undefined, other.token)).status).toBe(200);
  expect((await send("PUT", "", { code: codeOf() }, ama.token)).status).toBe(200);
  expect(await socket.closed).toMatchObject({ code: 4401 });
  expect((await send("GET", "", undefined, other.token)).status).toBe(401);
  const refreshed = await shop.call("POST", "/auth/refresh-token", { token: other.refreshToken });
  expect(refreshed.status).toBe(401);
  expect((await send("GET", "", undefined, ama.token)).body).toMatchObject({
    isOn: true,
    recoveryCodesLeft: 10,
  });
  const login = { userPhone: ama.phone, password: ama.password };
  expect((await shop.call("POST", "/user/login", login)).body).toMatchObject({
    code: "second_factor_needed",
  });
});

test("turning off the second factor needs both factors, or the server's command line if they are lost", async () => {
  const off = { password: boss.password, code: recovery[3]! };
  expect((await send("POST", "/off", { ...off, password: "wrong" })).status).toBe(403);
  expect((await send("POST", "/off", { ...off, code: wrongCode() })).status).toBe(403);
  expect((await send("POST", "/off", off)).status).toBe(200);
  expect((await login()).status).toBe(200);

  secret = (await send<OfferAnswer>("POST", "", { password: boss.password })).body.secret;
  await send("PUT", "", { code: codeOf() });
  expect((await login()).body).toMatchObject({ code: "second_factor_needed" });
  await withShop(shop.database.apiUrl, (admin) => turnOffSecondFactor(admin, boss.phone));
  expect((await login()).status).toBe(200);
});

test("one Idempotency-Key on all second-factor calls: turning off works, and the shown codes are valid", async () => {
  const token = boss.token;
  const key = "one";
  secret = (await send<OfferAnswer>("POST", "", { password: boss.password })).body.secret;
  const code = codeOf();
  const on = await shop.as({ token }).put<RecoveryAnswer>(at(""), { code }, { key });
  const off = { password: boss.password, code: on.body.recoveryCodes[0] };
  expect((await shop.as({ token }).post(at("/off"), off, { key })).status).toBe(200);
  expect((await send("GET", "")).body).toMatchObject({ isOn: false, recoveryCodesLeft: 0 });
  secret = (await send<OfferAnswer>("POST", "", { password: boss.password })).body.secret;
  await shop.as({ token }).put(at(""), { code: codeOf() }, { key });
  expect((await send("GET", "")).body).toMatchObject({ isOn: true, recoveryCodesLeft: 10 });
});

test("a shop can require it of its admins, who can then only set it up; nobody else is affected", async () => {
  const kwame = await shop.addUser("kwame", "0240000007", "Admin");
  const customer = await shop.addUser("yaw", "0245550109");
  const other = await shop.another();
  const setting = (isRequired: boolean, token = shop.admin.token) =>
    shop.as({ token }).put("/extra/admin-second-factor", { isRequired, seen: !isRequired });
  const orders = (user: { token: string }, base = other.url) =>
    shop.as(user).get("/user/account-balances", { base });
  try {
    expect((await orders(kwame)).status).toBe(200);
    const socket = await shop.live(kwame, null);
    expect((await setting(true)).body).toMatchObject({ isRequired: true });
    expect(await socket.closed).toMatchObject({ code: 1012 });
    expect((await setting(true)).body).toMatchObject({ code: "second_factor_required" });
    expect((await orders(kwame, shop.server.url)).body).toMatchObject({ code: "second_factor_required" });
    await expect
      .poll(async () => (await orders(kwame)).body)
      .toMatchObject({ code: "second_factor_required" });
    expect((await shop.as(kwame).post("/live/ticket")).status).toBe(403);
    expect((await orders(customer)).status).toBe(200);
    expect((await shop.login(customer.phone, customer.password)).lacksFactor).toBeUndefined();

    const again = await shop.login(kwame.phone, kwame.password);
    expect(again.lacksFactor).toBe(true);
    secret = (await send<OfferAnswer>("POST", "", { password: kwame.password }, again.token)).body.secret;
    expect((await send("PUT", "", { code: codeOf() }, again.token)).status).toBe(200);
    expect((await orders(again, shop.server.url)).status).toBe(200);
    expect((await orders(again)).status).toBe(200);
    expect((await send("GET", "", undefined, again.token)).body).toMatchObject({ isRequiredForAdmins: true });

    const acts = await shop.as(again).get("/audit/acts?kind=second factor of admins&limit=10");
    const change = { what: "second factor", before: "optional for admins", after: "required for admins" };
    expect(acts.body).toMatchObject({ items: [{ actor: "admin", changes: [change] }] });
    expect((await setting(false, again.token)).body).toMatchObject({ isRequired: false });
    expect((await orders(shop.admin, shop.server.url)).status).toBe(200);
  } finally {
    await other.close();
  }
});
