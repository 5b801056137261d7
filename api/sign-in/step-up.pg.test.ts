/** Step-up: once the shop turned it on, sensitive calls ask for the password or code again. */
import { Secret, TOTP } from "otpauth";
import { afterEach, expect, test } from "vitest";
import type { OfferAnswer } from "#contract/second-factor.ts";
import type { SessionRecord } from "#contract/sessions.ts";
import type { ProductRecord } from "#contract/products.ts";
import { openTestShop, type TestUser } from "#tools/testing/test-shop.ts";

const shop = openTestShop({ messages: { allowPrivateAddresses: true } });
const boss = shop.userOfFile("boss", "0240000008", "Admin");
const kofi = shop.userOfFile("kofi", "0205550102", "Agent");
afterEach(async () => {
  await shop.pool.query("delete from shop.attempt");
  await turn(false, true);
  await shop.pool.query("update shop.session set stepped_up_at = null");
});

const call = (user: TestUser, method: string, path: string, body?: unknown, key?: string) =>
  shop.call(method, path, body, { token: user.token, key });
const prove = (user: TestUser, body: object = { password: user.password }) =>
  call(user, "POST", "/user/step-up", body);
const isOn = async () => (await call(boss, "GET", "/extra/step-up")).body["isOn"];

async function turn(on: boolean, proved = false): Promise<void> {
  if ((await isOn()) === on) return;
  if (proved) await prove(boss);
  expect((await call(boss, "PUT", "/extra/step-up", { isOn: on })).status).toBe(200);
}

const momo = (momoAccountName: string) => ({ momoPhoneNumber: "0240000009", momoAccountName });
const needed = { status: 403, body: { code: "step_up_needed", transient: true } };

test("without the switch, nothing asks", async () => {
  expect((await call(boss, "PUT", "/extra/momo-details", momo("first"))).status).toBe(200);
  expect((await call(kofi, "GET", "/user/api-key")).status).toBe(200);
});

test("with the switch, sensitive calls of admins and agents ask, and other calls do not", async () => {
  await turn(true);
  const settings = { adminPhone: "", cardNumber: "last four", templates: {} };
  expect(await call(boss, "PUT", "/extra/momo-details", momo("second"))).toMatchObject(needed);
  expect(await call(boss, "PUT", "/message/settings", settings)).toMatchObject(needed);
  expect(await call(boss, "PUT", "/extra/step-up", { isOn: false })).toMatchObject(needed);
  expect(await call(kofi, "GET", "/user/api-key")).toMatchObject(needed);
  expect(await call(kofi, "POST", "/user/api-key")).toMatchObject(needed);
  expect(await call(kofi, "PUT", "/user/webhook", { url: "http://127.0.0.1:9/" })).toMatchObject(needed);
  expect(await call(kofi, "DELETE", "/user/webhook")).toMatchObject(needed);
  expect((await call(boss, "PUT", "/extra/notice", { noticeContent: "open" })).status).toBe(200);
  expect(await isOn()).toBe(true);
});

test("after the password the same call under the same key is carried out once, for five minutes in this session", async () => {
  await turn(true);
  const send = () => call(boss, "PUT", "/extra/momo-details", momo("third"), "key-of-third");
  expect(await send()).toMatchObject(needed);
  expect((await prove(boss)).status).toBe(200);
  expect((await send()).status).toBe(200);
  const { position } = await shop.books();
  expect((await send()).status).toBe(200);
  expect((await shop.books()).position).toBe(position);
  const other = await shop.login(boss.phone, boss.password);
  const elsewhere = { ...boss, ...other };
  expect(await call(elsewhere, "PUT", "/extra/momo-details", momo("fourth"))).toMatchObject(needed);
  await shop.pool.query(
    "update shop.session set stepped_up_at = stepped_up_at - interval '5 minutes 1 second'",
  );
  expect(await call(boss, "PUT", "/extra/momo-details", momo("fifth"))).toMatchObject(needed);
});

test("a wrong password is refused, counted and listed", async () => {
  await turn(true);
  const wrong = { password: "not the password" };
  expect(await prove(kofi, wrong)).toMatchObject({ status: 403, body: { code: "password_wrong" } });
  expect(await call(kofi, "GET", "/user/api-key")).toMatchObject(needed);
  for (let n = 0; n < 9; n++) await prove(kofi, wrong);
  expect((await prove(kofi, wrong)).status).toBe(429);
  expect((await prove(kofi)).status).toBe(429);
  const listed = async () =>
    (await call(boss, "GET", `/audit/security?kind=step-up&user=${kofi._id}`)).body["items"];
  await expect
    .poll(listed)
    .toContainEqual(expect.objectContaining({ result: "refused", detail: "password_wrong", actor: "kofi" }));
});

test("a code of the authenticator app will do, once the second factor is on", async () => {
  await turn(true);
  expect(await prove(boss, { code: "123456" })).toMatchObject({ body: { code: "second_factor_wrong" } });
  const send = <T>(method: string, body: object) =>
    shop.call<T>(method, "/user/second-factor", body, { token: boss.token });
  const { secret } = (await send<OfferAnswer>("POST", { password: boss.password })).body;
  const codeIn = (steps: number) =>
    new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: Date.now() + steps * 30_000 });
  expect((await send("PUT", { code: codeIn(0) })).status).toBe(200);
  expect((await prove(boss, { code: codeIn(1) })).status).toBe(200);
  expect((await call(boss, "PUT", "/extra/momo-details", momo("by code"))).status).toBe(200);
});

test("a price that falls or rises by more than a fifth within a day asks, also in several steps", async () => {
  await turn(true);
  const products = async () => (await shop.call<ProductRecord[]>("GET", "/product")).body;
  const { packages, network, status, note } = (await products()).find(({ _id }) => _id === "mtnup2u")!;
  const price = (priceCustomer: number) =>
    call(boss, "PUT", "/product/mtnup2u", {
      network,
      status,
      note,
      packages: packages.map((item, at) => (at === 0 ? { ...item, priceCustomer } : item)),
    });
  expect((await price(4.0)).status).toBe(200);
  expect(await price(3.8)).toMatchObject(needed);
  await prove(boss);
  expect((await price(3.8)).status).toBe(200);
  await shop.pool.query("update shop.session set stepped_up_at = null");
  expect((await price(4.5)).status).toBe(200);
  expect(await price(4.6)).toMatchObject(needed);
  // Back towards what it was is far from where it had fallen.
  expect(await price(4.8)).toMatchObject(needed);
  expect(await price(48)).toMatchObject(needed);
  await prove(boss);
  expect((await price(48)).status).toBe(200);
});

test("approving another admin's new payment details asks, and so does no longer requiring second factors", async () => {
  await turn(true);
  const other = await shop.addUser("other", "0240000007", "Admin");
  await shop.command("change_topup_limit", boss._id, { limit: 100_00 });
  await prove(other);
  expect((await call(other, "PUT", "/extra/momo-details", momo("asked"))).body).toMatchObject({
    pending: true,
  });
  const list = await shop.as(boss).get<{ items: { _id: string; status: string }[] }>("/approval");
  const waiting = list.body.items.find(({ status }) => status === "pending");
  const grant = () => call(boss, "PUT", `/approval/${waiting?._id}/approve`, {});
  expect(await grant()).toMatchObject(needed);
  expect(await call(boss, "PUT", "/extra/admin-second-factor", { isRequired: false })).toMatchObject(needed);
  await prove(boss);
  expect((await grant()).status).toBe(200);
  await shop.command("change_topup_limit", "system", { limit: null });
});

test("with the switch, a session that is renewed without a password no longer carries the API key", async () => {
  const signedIn = await shop.login(kofi.phone, kofi.password);
  const renew = (token: string) => shop.call<SessionRecord>("POST", "/auth/refresh-token", { token });
  const before = await renew(signedIn.refreshToken);
  expect(before.body.apiKey).toBe(signedIn.apiKey);
  expect(signedIn.apiKey).toMatch(/^cb_/);
  await turn(true);
  expect((await renew(before.body.refreshToken)).body.apiKey).toBe("");
  expect((await shop.login(kofi.phone, kofi.password)).apiKey).toBe(signedIn.apiKey);
});
