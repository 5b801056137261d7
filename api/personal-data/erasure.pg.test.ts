/** Deleted users are forgotten after their time, and the books stay as they are. */
import { pino } from "pino";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { DatabaseClient } from "#ledger/connect/database-client.ts";
import { erasedName } from "#contract/erasure.ts";
import { limits } from "#contract/terms/limits.ts";
import { serverLimits } from "#contract/terms/server-limits.ts";
import { openTestShop, type TestUser } from "#tools/testing/test-shop.ts";
import { eraseDeletedUsers } from "./erasure.ts";
import { connect } from "#tools/testing/database.ts";

let owner: DatabaseClient;
const shop = openTestShop({ audit: { pause_ms: 100 }, messages: {} });

beforeAll(async () => {
  owner = await connect(shop.database.ownerUrl);
  await shop.addVouchers();
});
afterAll(async () => {
  await owner.end();
});

const log = pino({ level: "silent" });
const never = new AbortController().signal;
const year_ms = serverLimits.deleted_receiver_kept_ms;
/** Erases those who were deleted so long ago. Without times: as the running shop does. */
const erase = (keeping?: { person_ms: number; receivers_ms: number }) =>
  eraseDeletedUsers(shop.pool, log, never, keeping);
const person = { person_ms: 0, receivers_ms: year_ms };
const everything = { person_ms: 0, receivers_ms: 0 };

async function buy(user: TestUser, packageId: string, receiver: string, more = {}): Promise<string> {
  const { body } = await shop.as(user).post("/order/create", { packageId, receiver, ...more });
  return body["_id"] as string;
}

async function complete(order: string, more = {}): Promise<void> {
  await shop.as(shop.admin).put(`/order/update-status/${order}`, { status: "processing" });
  const done = await shop
    .as(shop.admin)
    .put(`/order/update-status/${order}`, { status: "completed", ...more });
  expect(done.status).toBe(200);
}

/** Empties the wallet and deletes the user. Returns the deletion's position. */
async function remove(user: TestUser): Promise<number> {
  const amount = 0 - (await shop.balanceOf(user));
  const rest = { user: user._id, amount, reason: "closed", corrects: null };
  if (amount < 0) await shop.command("correct_balance", "system", rest);
  const { body, status } = await shop.as(shop.admin).delete(`/user/delete/${user._id}`);
  expect(status).toBe(200);
  await followed();
  return body["position"] as number;
}

/** Waits until messages were made from the whole log, and security events were stored. */
async function followed(): Promise<void> {
  const { position } = await shop.books();
  const behind = "select from shop.message_follower where position < $1";
  await expect.poll(async () => (await shop.pool.query(behind, [position])).rowCount).toBe(0);
}

/** Every row of the database that contains one of these texts, as "schema.table". */
async function holding(texts: string[]): Promise<string[]> {
  const { rows: tables } = await owner.query<{ name: string }>(
    `select quote_ident(schemaname) || '.' || quote_ident(tablename) as name from pg_tables
     where schemaname in ('shop', 'jobs', 'audit', 'ledger') order by 1`,
  );
  const found: string[] = [];
  for (const { name } of tables) {
    const { rowCount } = await owner.query(`select from ${name} t where t::text like any ($1) limit 1`, [
      texts.map((text) => `%${text}%`),
    ]);
    if ((rowCount ?? 0) > 0) found.push(name);
  }
  return found;
}

const own = {
  phone: "0245557711",
  international: "233245557711",
  email: "efuamansa@example.com",
  username: "efuamansa",
  first: "Efuafirst",
  last: "Mansalast",
  device: "Chrome on Android",
  webhook: "https://efua.example/orders",
};
const friend = "0201237799";

/** Does everything that leaves something behind, and returns what is stored sealed or hashed. */
async function live(efua: TestUser): Promise<string[]> {
  const names = { username: own.username, phone: own.phone, firstName: own.first, lastName: own.last };
  expect((await shop.as(efua).put("/user/update-profile", names)).status).toBe(200);
  await shop.as(efua).put("/user/beneficiaries", { phone: friend, name: "Auntie Friendname" });
  const items = {
    name: "Efuaform",
    phone: own.phone,
    card: "GHA-728193645-2",
    dob: "1990-05-17",
    location: "Formtown",
  };
  await complete(await buy(efua, "afa-1", own.phone, { items }));
  await complete(await buy(efua, "waec-1", own.phone), {
    voucher: { pin: "491827364550", serial: "WRC2611-0042" },
  });
  await complete(await buy(efua, "mtnup2u-1", friend));
  await shop.as(efua).get("/recharge/next-recharge-id");
  const asked = await shop.as(efua).post("/recharge", { amount: 60, momoTransactionId: "MP991122" });
  const recharge = (asked.body["recharge"] as { _id: string })._id;
  await shop.as(shop.admin).put(`/recharge/${recharge}/approve`, {});
  await shop.as(efua).post("/live/ticket");
  await shop.as(efua).post("/user/api-key");
  await shop.pool.query(
    `insert into shop.password_reset values (decode(repeat('0a', 32), 'hex'), $1, now() + interval '30 minutes')`,
    [efua._id],
  );
  await shop.pool.query("insert into shop.recovery_code values ($1, decode(repeat('0b', 32), 'hex'))", [
    efua._id,
  ]);
  await shop.pool.query("insert into shop.totp (user_id, secret) values ($1, 'totp-of-efua')", [efua._id]);
  await shop.pool.query("insert into shop.webhook (user_id, url, secret) values ($1, $2, 'hook-of-efua')", [
    efua._id,
    own.webhook,
  ]);
  await shop.pool.query(
    `insert into shop.webhook_delivery (user_id, event_position, event, body, state, created_at, fresh_at)
     values ($1, 1, 'order.completed', $2, 'delivered', now(), now())`,
    [efua._id, own.phone],
  );
  await shop.pool.query(
    `with s as (
       insert into shop.push_subscription (user_id, session_id, endpoint_hash, keys_hash, sealed, public_key)
       select user_id, id, decode(repeat('0c', 32), 'hex'), decode(repeat('0d', 32), 'hex'), 'push-of-efua', ''
       from shop.session where user_id = $1 limit 1 returning id)
     insert into shop.push_delivery (subscription_id, event_position, topic, body, state, created_at, fresh_at)
     select id, 1, 'topic', $2, 'delivered', now(), now() from s`,
    [efua._id, own.phone],
  );
  await followed();
  const { rows } = await owner.query<{ text: string }>(
    `select form as text from shop.order_detail where form is not null
     union all select voucher from shop.order_detail where voucher is not null
     union all select password_hash from shop."user" where id = $1
     union all select sealed from shop.message where sealed is not null`,
    [efua._id],
  );
  expect(rows.length).toBeGreaterThanOrEqual(5);
  return [
    ...rows.map(({ text }) => text),
    ...["0a", "0b", "0c"].map((byte) => byte.repeat(32)),
    "totp-of-efua",
    "hook-of-efua",
    "push-of-efua",
    "Friendname",
  ];
}

test("nothing personal of a deleted user is left in any table after their time, and the books still balance", async () => {
  const efua = await shop.addUser("first name", own.phone, "Agent", 100_000);
  await shop.pool.query(`update shop."user" set email = $2 where id = $1`, [efua._id, own.email]);
  const secrets = await live(efua);
  // The search learns of an order a moment after it was placed.
  await expect.poll(() => holding([friend])).toContain("shop.order_search");
  const position = await remove(efua);
  const texts = [...Object.values(own), ...secrets];
  const before = await holding(texts);
  for (const table of ['shop."user"', "shop.message", "shop.message_search", "shop.order_detail"])
    expect(before).toContain(table);
  // Her time has not come.
  await erase();
  expect(await holding(texts)).toEqual(before);
  const money = await shop.books();

  await erase(person);
  expect(await holding(texts)).toEqual([]);
  // The receiver of an order is needed for complaints for longer.
  expect(await holding([friend])).toEqual(["shop.order_detail", "shop.order_search"]);
  const { rows } = await shop.pool.query(
    `select username, phone, email, erased_at is not null as erased, receivers_erased_at as later
     from shop."user" where id = $1`,
    [efua._id],
  );
  expect(rows).toEqual([{ username: erasedName(position), phone: "", email: "", erased: true, later: null }]);

  await erase(everything);
  expect(await holding([friend])).toEqual([]);
  expect(await shop.books()).toEqual(money);
  expect(await shop.findings()).toEqual([]);
  await expect
    .poll(async () => (await shop.as(shop.admin).get("/audit/books")).body)
    .toMatchObject({ state: "balanced", findings: [], position: money.position });
});

test("what the log keeps of a user is ids, the payment's id, and what admins wrote", async () => {
  expect(await holding(["MP991122"])).toEqual(["audit.topup", "ledger.event", "ledger.topup"]);
  expect(await holding(["closed"])).toContain("ledger.event");
});

test("the audit and the lists show an erased user's new name, and their page says when", async () => {
  const kojo = await shop.addUser("kojoboss", "0245557722", "Admin");
  const buyer = await shop.addUser("buyerofkojo", "0245557733", "Customer", 10_000);
  await shop.command("correct_balance", kojo._id, {
    user: buyer._id,
    amount: 500,
    reason: "late",
    corrects: null,
  });
  await shop.command("change_level", "system", { user: kojo._id, level: "Customer" });
  const name = erasedName(await remove(kojo));
  const page = `/user/${kojo._id}/account`;
  const deleted = (await shop.as(shop.admin).get(page)).body;
  expect(deleted).toMatchObject({ isDeleted: true, isErased: false });
  const wait_ms = Date.parse(deleted["erasesAt"] as string) - Date.now();
  expect(Math.abs(wait_ms - limits.deleted_user_kept_ms)).toBeLessThan(60_000);
  await erase(person);
  expect((await shop.as(shop.admin).get(page)).body).toMatchObject({
    isErased: true,
    user: { username: name, phone: "", email: "" },
  });
  const movements = await shop.as(shop.admin).get(`/audit/movements?limit=20&user=${buyer._id}`);
  expect(JSON.stringify(movements.body)).toContain(name);
  expect(JSON.stringify(movements.body)).not.toContain("kojoboss");
});

test("an erased user cannot sign in, their number and email can register, and their new name cannot", async () => {
  const form = {
    username: "abena",
    phone: "0245557744",
    email: "abena@example.com",
    password: "abena is long",
  };
  const register = (more = {}, key = "abena") =>
    shop.call<TestUser>("POST", "/user/register", { ...form, ...more }, { key });
  const abena = (await register()).body;
  await remove(abena);
  await erase(everything);
  // A retry of her registration, much later.
  expect((await register()).status).toBe(401);
  const login = { userPhone: form.phone, password: form.password };
  expect((await shop.call("POST", "/user/login", login)).status).toBe(401);
  expect((await shop.call("POST", "/user/login", { ...login, password: "" })).status).toBe(400);
  const reserved = await register({ username: "deleted-17" }, "reserved");
  expect(reserved).toMatchObject({ status: 400, body: { fields: { username: expect.any(String) } } });
  expect((await register({}, "again")).status).toBe(201);
  await erase(everything);
  expect((await shop.call("POST", "/user/login", login)).status).toBe(200);
});

test("a long history is erased in portions; an interruption or a second process at the same time does no harm", async () => {
  const yaw = await shop.addUser("yawlong", "0245557755", "Customer");
  await shop.pool.query(
    `insert into shop.message (kind, channel, user_id, recipient, text, segments, state, created_at, fresh_at)
     select 'password_reset', 'email', $1, 'yawlong@example.com', 'A link', 0, 'sent', now(), now()
     from generate_series(1, 1201)`,
    [yaw._id],
  );
  await shop.pool.query(
    `insert into shop.security_event (at, kind, result, user_id, actor, address)
     select now(), 'login', 'done', $1::uuid, null::uuid, '192.0.2.77' from generate_series(1, 1201)
     union all select now(), 'ban', 'done', $1::uuid, $2::uuid, '192.0.2.88'`,
    [yaw._id, shop.admin._id],
  );
  await remove(yaw);
  const stopped = new AbortController();
  stopped.abort();
  await eraseDeletedUsers(shop.pool, log, stopped.signal, person);
  expect(await holding(["yawlong"])).toContain('shop."user"');
  await Promise.all([erase(person), erase(person), erase(person)]);
  expect(await holding(["yawlong", "192.0.2.77"])).toEqual([]);
  // The admin's address is not Yaw's.
  expect(await holding(["192.0.2.88"])).toEqual(["shop.security_event"]);
  const { rows: before } = await owner.query(`select * from shop."user" where id = $1`, [yaw._id]);
  await erase(person);
  expect((await owner.query(`select * from shop."user" where id = $1`, [yaw._id])).rows).toEqual(before);
});

test("a running server erases a user who was deleted 30 days ago, and nobody who was deleted later", async () => {
  const [old, recent] = [
    await shop.addUser("thirtydays", "0245557766"),
    await shop.addUser("twentynine", "0245557777"),
  ];
  const dates = [
    [await remove(old), 30 * 24 + 1],
    [await remove(recent), 30 * 24 - 1],
  ];
  await owner.query("alter table ledger.event disable trigger append_only");
  for (const date of dates)
    await owner.query(
      "update ledger.event set recorded_at = now() - $2 * interval '1 hour' where position = $1",
      date,
    );
  await shop.restart({ patience: { expiry_ms: 50 } });
  await expect.poll(() => holding(["thirtydays"])).toEqual([]);
  expect(await holding(["twentynine"])).toContain('shop."user"');
});
