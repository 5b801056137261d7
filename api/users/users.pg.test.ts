import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import type { ProfileAnswer } from "#contract/account.ts";
import type { SessionRecord } from "#contract/sessions.ts";
import { findsOrder } from "#contract/terms/search.ts";
import { openTestShop } from "#tools/testing/test-shop.ts";

const shop = openTestShop();
const ama = shop.userOfFile("ama", "0245550101", "Customer", 10_000);
const kofi = shop.userOfFile("kofi", "0205550102");

const save = (user: { token: string }, form: object, key?: string) =>
  shop.as(user).put<ProfileAnswer & { code: string }>("/user/update-profile", form, { key });
const me = (token: string) => shop.as({ token }).get("/user");
const remove = (user: string, token: string, key?: string) =>
  shop.as({ token }).delete(`/user/delete/${user}`, undefined, { key });
const lastEvent = async () => {
  const { rows } = await shop.pool.query<{ type: string; data: object; actor: string; stream: string }>(
    "select type, data, actor, stream from ledger.event order by position desc limit 1",
  );
  return rows[0];
};

test("a changed profile is saved and sent to the feed, and the log has only the names of its fields", async () => {
  const live = await shop.live(shop.admin, null);
  const form = { username: " Ama.M ", phone: ama.phone, firstName: "Ama", lastName: "Mensah" };
  const answer = await save(ama, { ...form, email: "other@example.com", userLevel: "Admin" });
  expect(answer).toMatchObject({
    status: 200,
    body: { message: "Profile updated successfully", data: { apiKey: "" } },
  });
  const user = { username: "ama.m", firstName: "Ama", lastName: "Mensah", userLevel: "Customer" };
  expect(answer.body.user).toMatchObject({ ...user, email: "ama@example.com", phone: ama.phone });
  await live.next((m) => "event" in m && m.event === "userUpdated" && m.data.username === "ama.m");
  live.close();
  expect(await lastEvent()).toEqual({
    type: "user_profile_changed",
    stream: `user/${ama._id}`,
    actor: ama._id,
    data: { fields: ["username", "first_name", "last_name"] },
  });
});

test("a profile form without names keeps them, and one without changes appends no event", async () => {
  await save(ama, { username: "ama.m", phone: ama.phone, firstName: "Ama" });
  const before = await shop.books();
  const answer = await save(ama, { username: "ama.m", phone: ama.phone }, "same");
  expect(answer).toMatchObject({ status: 200, body: { user: { firstName: "Ama" } } });
  expect(await shop.books()).toEqual(before);
});

test("a new phone number needs the current password, and is used to sign in afterwards", async () => {
  const form = { username: "ama.m", phone: "024 555 0111" };
  const missing = "Please enter your current password to change your phone number";
  expect(await save(ama, form)).toMatchObject({
    status: 403,
    body: { code: "password_wrong", message: missing, fields: { password: missing } },
  });
  expect(await save(ama, { ...form, password: "wrong" })).toMatchObject({
    status: 403,
    body: { message: "This is not your current password" },
  });
  const saved = await save(ama, { ...form, password: ama.password }, "phone");
  expect(saved.body.user.phone).toBe("0245550111");
  const position = (await shop.books()).position;
  expect((await save(ama, { ...form, password: ama.password }, "phone")).status).toBe(200);
  expect((await shop.books()).position).toBe(position);
  expect(await save(ama, { ...form, username: "other" }, "phone")).toMatchObject({
    status: 422,
    body: { code: "key_reused" },
  });
  expect((await shop.login("0245550111", ama.password))._id).toBe(ama._id);
});

test("a taken username or phone is refused, and nothing changes", async () => {
  const before = await shop.books();
  expect(await save(ama, { username: "KOFI", phone: "0245550111" })).toMatchObject({
    status: 409,
    body: { code: "username_taken", message: "This username is already taken" },
  });
  const form = { username: "ama.m", phone: kofi.phone, password: ama.password };
  expect(await save(ama, form)).toMatchObject({
    status: 409,
    body: { code: "phone_taken", message: "This phone number is already registered" },
  });
  expect(await shop.books()).toEqual(before);
  expect((await me(ama.token)).body).toMatchObject([{ username: "ama.m", phone: "0245550111" }]);
});

test.each([
  ["no username", { phone: "0245550111" }, "username"],
  ["an empty username", { username: " ", phone: "0245550111" }, "username"],
  ["no phone", { username: "ama" }, "phone"],
  ["a short phone", { username: "ama", phone: "024" }, "phone"],
  ["a name with a NUL", { username: "ama", phone: "0245550111", firstName: "a\u0000" }, "firstName"],
  ["a name of 100 letters", { username: "ama", phone: "0245550111", lastName: "a".repeat(100) }, "lastName"],
])("a profile with %s is refused", async (_what, form, field) => {
  const answer = await save(ama, form);
  expect(answer).toMatchObject({ status: 400, body: { code: "input_invalid" } });
  expect(Object.keys(Reflect.get(answer.body, "fields") as object)).toEqual([field]);
});

test("a guest has no profile", async () => {
  const answer = await shop.call("PUT", "/user/update-profile", { username: "x", phone: "0245550111" });
  expect(answer.status).toBe(401);
});

test("signing out everywhere ends every session and socket of that user alone", async () => {
  const yaw = await shop.addUser("yaw", "0205550103");
  const other = await shop.login(yaw.phone, yaw.password);
  const socket = await shop.live(other, null);
  const answer = await shop.as(yaw).post("/user/logout-everywhere");
  expect(answer.status).toBe(200);
  for (const session of [yaw, other]) {
    expect((await me(session.token)).status).toBe(401);
    const refreshed = await shop.call("POST", "/auth/refresh-token", { token: session.refreshToken });
    expect(refreshed.status).toBe(401);
  }
  expect((await socket.closed).code).toBe(4401);
  expect((await me(kofi.token)).status).toBe(200);
  expect((await shop.call("POST", "/user/logout-everywhere")).status).toBe(401);
});

test("a deleted user is signed out, cannot sign in and is gone from the list; a retry gets the same answer", async () => {
  const efua = await shop.addUser("efua", "0205550104");
  const socket = await shop.live(efua, null);
  const answer = await remove(efua._id, shop.admin.token, "delete-efua");
  expect(answer).toMatchObject({ status: 200, body: { message: "User deleted successfully" } });
  expect((await socket.closed).code).toBe(4401);
  expect((await me(efua.token)).status).toBe(401);
  const refreshed = await shop.call("POST", "/auth/refresh-token", { token: efua.refreshToken });
  expect(refreshed.status).toBe(401);
  const login = await shop.call("POST", "/user/login", { userPhone: efua.phone, password: efua.password });
  expect(login).toMatchObject({ status: 401, body: { code: "login_failed" } });
  expect(JSON.stringify((await me(shop.admin.token)).body)).not.toContain(efua._id);
  expect(await remove(efua._id, shop.admin.token, "delete-efua")).toMatchObject({
    status: 200,
    body: answer.body,
  });
  expect((await remove(efua._id, shop.admin.token)).body).toMatchObject({ code: "user_unknown" });
});

test("an account that was made without an email can add one with the password, once", async () => {
  const boss = await shop.addUser("boss", "0245550188");
  await shop.pool.query(`update shop."user" set email = 'boss@localhost.invalid' where id = $1`, [boss._id]);
  const add = (email: string, password = boss.password) =>
    save(boss, { username: "boss", phone: boss.phone, email, password });
  expect(await add("boss@example.com", "wrong")).toMatchObject({ body: { code: "password_wrong" } });
  expect(await add(ama.email)).toMatchObject({ body: { code: "email_taken" } });
  expect(await add("boss@example.com")).toMatchObject({ body: { user: { email: "boss@example.com" } } });
  expect(await add("other@example.com")).toMatchObject({ body: { user: { email: "boss@example.com" } } });
});

test("a deleted user's phone, email and username can be used again; the log and their orders stay with the old account", async () => {
  const first = await shop.addUser("adwoa", "0205550177", "Customer", 10_00);
  await shop.command("place_order", first._id, {
    package: { network: "MTNup2u", offer: "1 GB" },
    expected_price: null,
    receiver: "0244123456",
    form: null,
  });
  const refused = await remove(first._id, shop.admin.token);
  expect(refused).toMatchObject({
    status: 409,
    body: {
      code: "business_open",
      message: "This user's open orders and top-up requests have to be decided first: 1",
    },
  });
  const { rows } = await shop.pool.query<{ id: number }>('select id from ledger."order" where user_id = $1', [
    first._id,
  ]);
  await shop.command("reject_order", shop.admin._id, { order: rows[0]!.id, reason: null });
  expect((await remove(first._id, shop.admin.token)).body).toMatchObject({ code: "wallet_not_empty" });
  await shop.command("correct_balance", "system", {
    user: first._id,
    amount: -10_00,
    reason: "paid out",
    corrects: null,
  });
  expect((await remove(first._id, shop.admin.token)).status).toBe(200);

  const person = { username: "adwoa", phone: "0205550177", email: "adwoa@example.com" };
  const register = () =>
    shop.call<SessionRecord>("POST", "/user/register", { ...person, password: "another password" });
  const again = await register();
  expect(again).toMatchObject({ status: 201, body: { ...person, balance: 0 } });
  expect(again.body._id).not.toBe(first._id);
  expect((await register()).body).toMatchObject({ code: "phone_taken" });
  const login = (password: string) =>
    shop.call<SessionRecord>("POST", "/user/login", { userPhone: person.phone, password });
  expect((await login("another password")).body._id).toBe(again.body._id);
  expect((await login(first.password)).status).toBe(401);
  const orders = await shop.as(again.body).get<unknown[]>("/order/allorders");
  expect(orders.body).toEqual([]);
});

test("a simultaneous deletion and top-up request in two processes never leave a deleted user with an open request", async () => {
  const other = await shop.another();
  const outcomes: unknown[] = [];
  for (let n = 0; n < 12; n++) {
    const user = await shop.addUser(`racer${n}`, `02055503${String(n).padStart(2, "0")}`);
    const removeHere = () => remove(user._id, shop.admin.token);
    const [asked, gone] = await Promise.all([
      shop.as(user).post("/recharge", { amount: 50 }, { base: other.url }),
      removeHere(),
    ]);
    outcomes.push([asked.status, gone.status]);
    if (asked.status !== 201) continue;
    expect(gone.body).toMatchObject({ code: "business_open" });
    // The other process decided it, so this one must not rely on its memory.
    const { rows } = await shop.pool.query<{ id: number }>("select id from ledger.topup where user_id = $1", [
      user._id,
    ]);
    const decline = await shop
      .as(shop.admin)
      .put(`/recharge/${rows[0]!.id}/decline`, undefined, { base: other.url });
    expect(decline.status).toBe(200);
    expect((await removeHere()).status).toBe(200);
  }
  await other.close();
  for (const outcome of outcomes)
    expect([
      [201, 409],
      [401, 200],
    ]).toContainEqual(outcome);
});

test("a request that another process has decided does not prevent a deletion in this process", async () => {
  const user = await shop.addUser("afua", "0205550178");
  const asked = { topup: 990_001, amount: 50_00, purpose: "topup", momo_transaction_id: null } as const;
  await shop.command("request_topup", user._id, asked);
  await shop.restart();
  expect((await remove(user._id, shop.admin.token)).body).toMatchObject({ code: "business_open" });
  await shop.command("decline_topup", shop.admin._id, { topup: asked.topup });
  expect((await remove(user._id, shop.admin.token)).status).toBe(200);
});

test("a user with money, oneself or an unknown user cannot be deleted, and only admins can delete", async () => {
  const before = await shop.books();
  const { token } = shop.admin;
  expect(await remove(ama._id, token)).toMatchObject({
    status: 409,
    body: { code: "wallet_not_empty", message: "The wallet still holds ¢100.00" },
  });
  expect(await remove(shop.admin._id, token)).toMatchObject({ status: 403, body: { code: "own_account" } });
  expect(await remove(randomUUID(), token)).toMatchObject({ status: 404, body: { code: "user_unknown" } });
  expect(await remove("nobody", token)).toMatchObject({ status: 404, body: { code: "not_found" } });
  expect(await remove(kofi._id, ama.token)).toMatchObject({ status: 403, body: { code: "admin_only" } });
  expect((await remove(kofi._id, "none")).status).toBe(401);
  expect(await shop.books()).toEqual(before);
  expect((await me(kofi.token)).status).toBe(200);
});

test("a name is found in any Unicode spelling, among users, orders and requests", async () => {
  const esther = await shop.addUser("esther", "0245550177", "Customer", 10_000);
  await save(esther, { username: "Esth\u00e9r's", phone: esther.phone });
  const bought = { network: "MTNup2u", offer: "1 GB", receiver: "0244123456" };
  expect((await shop.as(esther).post("/order/create", bought)).status).toBe(201);
  expect((await shop.as(esther).post("/recharge", { amount: 60 })).status).toBe(201);
  for (const typed of ["Esth\u00e9r\u2019s", "esthe\u0301r's"]) {
    for (const list of ["/user", "/order/allorders", "/recharge"]) {
      const path = `${list}?search=${encodeURIComponent(typed)}`;
      const { body } = await shop.as(shop.admin).get<unknown[]>(path);
      expect(body, path).toHaveLength(1);
    }
    const order = { ...bought, username: "esth\u00e9r's", phone: esther.phone, reference: "1" };
    expect(findsOrder(typed, order)).toBe(true);
  }
});
