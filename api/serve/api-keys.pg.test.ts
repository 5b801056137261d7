import { afterAll, beforeAll, expect, test } from "vitest";
import type { RunningServer } from "#api/server.ts";
import { serverLimits } from "#contract/terms/server-limits.ts";
import { decisions, makeAdmin, withShop } from "#tools/admin/make-admin.ts";
import { TestShop, type TestUser } from "#tools/testing/test-shop.ts";
import type { ApiKeyAnswer } from "#contract/account.ts";
import { operations } from "#contract/operations.ts";
import type { Operation } from "#contract/operation.ts";
import type { OrderRecord } from "#contract/order-list.ts";
import type { PurchaseAnswer } from "#contract/orders.ts";
import type { UserRecord } from "#contract/user-list.ts";

let shop: TestShop;
let other: RunningServer;
let kofi: TestUser;
let logged = "";
const shown = new Set<string>();
beforeAll(async () => {
  const options = { logLevel: "trace", logTo: { write: (line: string) => (logged += line) } };
  shop = await TestShop.open(options);
  other = await shop.another(options);
  kofi = await shop.addUser("kofi", "0205550102", "Agent", 10_000);
  shown.add(kofi.apiKey);
  // The command that `send` asks about.
  await shop.as(kofi).post("/order/create", order, { key: "1" });
});
afterAll(async () => {
  await other.close();
  await shop.close();
});

const order = { network: "MTNup2u", offer: "1 GB", receiver: "0244123456" };
const get = <T = { code: string; message: string }>(path: string, apiKey: string, base?: string) =>
  shop.call<T>("GET", path, undefined, { apiKey, base });
async function replace(user: TestUser, key?: string): Promise<string> {
  const options = { token: user.token, key };
  const { status, body } = await shop.call<{ apiKey: string }>("POST", "/user/api-key", {}, options);
  expect(status).toBe(200);
  shown.add(body.apiKey);
  return body.apiKey;
}

test("agents get their API key with every kind of session; nobody else gets one", async () => {
  expect(kofi.apiKey).toMatch(/^cb_[\w-]{64}$/);
  expect((await shop.login(kofi.phone, kofi.password)).apiKey).toBe(kofi.apiKey);
  const refreshed = await shop.call("POST", "/auth/refresh-token", { token: kofi.refreshToken });
  expect(refreshed.body["apiKey"]).toBe(kofi.apiKey);
  const form = { username: kofi.username, phone: kofi.phone };
  const saved = await shop.as(kofi).put("/user/update-profile", form);
  expect(saved.body["data"]).toEqual({ apiKey: kofi.apiKey });
  const yaw = await shop.addUser("yaw", "0275550103", "Super Agent");
  shown.add(yaw.apiKey);
  expect(yaw.apiKey).toMatch(/^cb_/);
  expect(yaw.apiKey).not.toBe(kofi.apiKey);

  const esi = await shop.addUser("esi", "0245550109");
  for (const user of [esi, shop.admin]) {
    expect(user.apiKey).toBe("");
    for (const method of ["GET", "POST"]) {
      const answer = await shop.call(method, "/user/api-key", method === "GET" ? undefined : {}, {
        token: user.token,
      });
      expect(answer).toMatchObject({ status: 403, body: { code: "agents_only" } });
    }
  }
});

test("a program with an API key lists products, buys once per idempotency key at its owner's price, and reads the owner's orders and balance", async () => {
  const yaw = await shop.addUser("yaw_reads", "0275550104", "Super Agent", 1_000);
  const apiKey = yaw.apiKey;
  const [product] = (await get<{ packages: { priceSAg: number }[] }[]>("/product", apiKey)).body;
  expect(product?.packages[0]?.priceSAg).toBe(4.5);
  const buy = () =>
    shop.call<PurchaseAnswer>("POST", "/order/create", { ...order, totalAmount: 4.5 }, { apiKey, key: "k" });
  const bought = await buy();
  expect(bought).toMatchObject({ status: 201, body: { totalAmount: 4.5, balance: 5.5, agent: "yaw_reads" } });
  expect((await buy()).body).toEqual(bought.body);
  const orders = (await get<OrderRecord[]>("/order/allorders", apiKey)).body;
  expect(orders.map(({ _id }) => _id)).toEqual([bought.body._id]);
  expect((await get<UserRecord[]>("/user", apiKey)).body).toMatchObject([{ _id: yaw._id, balance: 5.5 }]);
});

const wrong = `cb_${"A".repeat(64)}`;
const send = ({ method, path }: Operation, apiKey: string, token?: string) =>
  shop.call(method, path.replace(/\{\w+\}/g, "1"), method === "GET" ? undefined : {}, {
    apiKey,
    ...(token === undefined ? {} : { token }),
  });
const entries = Object.entries<Operation>(operations);

test.each(entries.filter(([, { byKey }]) => byKey))(
  "%s accepts an API key, which has priority over a token",
  async (_, operation) => {
    for (const token of [undefined, shop.admin.token])
      expect(await send(operation, wrong, token)).toMatchObject({
        status: 401,
        body: { code: "api_key_invalid" },
      });
    expect([200, 400]).toContain((await send(operation, kofi.apiKey)).status);
  },
);

test.each(entries.filter(([, { byKey }]) => !byKey))(
  "%s refuses an API key, even with a token",
  async (_, operation) => {
    for (const token of [undefined, shop.admin.token])
      expect(await send(operation, kofi.apiKey, token)).toMatchObject({
        status: 403,
        body: { code: "api_key_refused" },
      });
  },
);

test("exactly six calls accept an API key", () => {
  const open = entries.filter(([, { byKey }]) => byKey);
  expect(open.map(([name]) => name).sort()).toEqual([
    "createOrder",
    "createOrders",
    "listOrders",
    "listProducts",
    "listUsers",
    "readCommand",
  ]);
});

test.each([
  ["empty", () => ""],
  ["another prefix", () => `x${kofi.apiKey.slice(1)}`],
  ["cut short", () => kofi.apiKey.slice(0, -1)],
  ["one letter changed", () => kofi.apiKey.slice(0, -1) + (kofi.apiKey.endsWith("A") ? "B" : "A")],
  ["another user's id before the same proof", () => `cb_${"A".repeat(22)}${kofi.apiKey.slice(25)}`],
  ["a session's token", () => kofi.token],
])("an API key that is %s is refused", async (_, make) => {
  expect(await get("/user", make())).toMatchObject({ status: 401, body: { code: "api_key_invalid" } });
});

test("a replaced API key stops working at once in this process and within a second in another; a retry gets the same new key", async () => {
  const before = kofi.apiKey;
  expect((await get("/user", before, other.url)).status).toBe(200);
  const after = await replace(kofi, "once");
  expect((await get("/user", before)).status).toBe(401);
  const replaced_ms = Date.now();
  await expect.poll(async () => (await get("/user", before, other.url)).status, { interval: 10 }).toBe(401);
  // A second, plus the time that a busy machine needs to ask. Without an event, an account is read again after a minute.
  expect(Date.now() - replaced_ms).toBeLessThan(20_000);
  for (const base of [shop.server.url, other.url]) expect((await get("/user", after, base)).status).toBe(200);
  expect(await replace(kofi, "once")).toBe(after);
  expect(await replace(kofi, "again")).not.toBe(after);
  kofi = { ...kofi, ...(await shop.login(kofi.phone, kofi.password)) };
  const { rows } = await shop.pool.query(
    "select stream, actor, data from ledger.event where type = 'api_key_replaced'",
  );
  expect(rows).toEqual([1, 2].map(() => ({ stream: `user/${kofi._id}`, actor: kofi._id, data: {} })));
});

test("a replaced API key overlaps for 24 hours if asked, and ends with the next replacement or a ban", async () => {
  const yaa = await shop.addUser("yaa", "0205550109", "Agent");
  shown.add(yaa.apiKey);
  const overlapped = async () => {
    const { status, body } = await shop.as(yaa).post<ApiKeyAnswer>("/user/api-key?overlap=1");
    expect(status).toBe(200);
    const { apiKey, previousUntil } = body;
    shown.add(apiKey);
    const left_ms = Date.parse(previousUntil ?? "") - Date.now();
    expect(left_ms).toBeGreaterThan(serverLimits.api_key_overlap_ms - 60_000);
    expect(left_ms).toBeLessThan(serverLimits.api_key_overlap_ms + 60_000);
    return apiKey;
  };
  const works = async (key: string, wanted: number) => {
    for (const base of [shop.server.url, other.url])
      await expect.poll(async () => (await get("/user", key, base)).status, { interval: 10 }).toBe(wanted);
  };
  const [first, second] = [yaa.apiKey, await overlapped()];
  await works(second, 200);
  await works(first, 200);
  const third = await overlapped();
  await works(third, 200);
  await works(first, 401);
  await works(second, 200);
  const fourth = await replace(yaa);
  await works(fourth, 200);
  for (const old of [second, third]) await works(old, 401);

  const fifth = await overlapped();
  await shop.pool.query("update shop.api_key set previous_until = now() where user_id = $1", [yaa._id]);
  const fresh = await shop.another();
  try {
    expect((await get("/user", fourth, fresh.url)).status).toBe(401);
    expect((await get("/user", fifth, fresh.url)).status).toBe(200);
  } finally {
    await fresh.close();
  }
  await overlapped();
  await works(fifth, 200);
  const token = shop.admin.token;
  for (const status of ["Banned", "Active"])
    await shop.as({ token }).put(`/user/${yaa._id}/status`, { status });
  await works(fifth, 401);
});

test("a ban, a lower level and a deletion each disable the API key in every process", async () => {
  const user = await shop.addUser("akosua", "0205550105", "Agent");
  shown.add(user.apiKey);
  const admin = shop.admin.token;
  let key = user.apiKey;
  const becomes = async (status: number, code?: string) => {
    for (const base of [shop.server.url, other.url])
      await expect
        .poll(() => get("/user", key, base), { interval: 10 })
        .toMatchObject({
          status,
          ...(code === undefined ? {} : { body: { code } }),
        });
  };
  await becomes(200);
  const put = (what: string, body: object) =>
    shop.as({ token: admin }).put(`/user/${user._id}/${what}`, body);
  await put("status", { status: "Banned" });
  await becomes(401, "api_key_invalid");
  /** A user who may have a key again gets a new one. */
  const isAnother = async () => {
    await becomes(401, "api_key_invalid");
    ({ apiKey: key } = await shop.login(user.phone, user.password));
    shown.add(key);
    await becomes(200);
  };
  await put("status", { status: "Active" });
  await isAnother();
  await put("level", { userLevel: "Customer" });
  await becomes(401, "api_key_invalid");
  await put("level", { userLevel: "Agent" });
  await isAnother();
  await shop.as({ token: admin }).delete(`/user/delete/${user._id}`);
  await becomes(401, "api_key_invalid");
});

test("an agent who was an admin for a while has a new API key afterwards", async () => {
  const efua = await shop.addUser("efua", "0245550107", "Agent");
  shown.add(efua.apiKey);
  const password = "quite another 77";
  await withShop(shop.database.apiUrl, (tool) => makeAdmin(tool, { phone: efua.phone, password }));
  expect((await get("/product", efua.apiKey)).status).toBe(401);
  await withShop(shop.database.apiUrl, (tool) => decisions.demote(tool, efua.phone));
  const level = { userLevel: "Agent" };
  await shop.as(shop.admin).put(`/user/${efua._id}/level`, level);
  const { apiKey } = await shop.login(efua.phone, password);
  shown.add(apiKey);
  expect((await get("/product", apiKey)).status).toBe(200);
  expect((await get("/product", efua.apiKey)).status).toBe(401);
});

test("more than 600 requests a minute with an API key, counted over all processes, are refused with Retry-After; a new key starts from zero", async () => {
  const user = await shop.addUser("busy", "0205550106", "Agent");
  shown.add(user.apiKey);
  const statuses: number[] = [];
  const knock = async (n: number) => {
    const { status } = await get("/user", user.apiKey, n % 2 === 0 ? shop.server.url : other.url);
    statuses.push(status);
  };
  const knocks = Array.from({ length: serverLimits.api_key_requests_max + 20 }, (_, n) => n);
  const hands = Array.from({ length: 16 }, async () => {
    for (let n = knocks.pop(); n !== undefined; n = knocks.pop()) await knock(n);
  });
  await Promise.all(hands);
  expect(statuses.filter((status) => status === 200)).toHaveLength(serverLimits.api_key_requests_max);
  const refused = await get("/user", user.apiKey);
  expect(refused).toMatchObject({ status: 429, body: { code: "too_many_requests" } });
  const wait_s = Number(refused.headers.get("retry-after"));
  expect(wait_s).toBeGreaterThan(0);
  expect(wait_s).toBeLessThanOrEqual(60);
  expect((await get("/user", await replace(user))).status).toBe(200);
});

async function lastUse(user: TestUser): Promise<string | null> {
  const { body } = await shop.as(user).get<{ lastUsedAt: string | null }>("/user/api-key");
  return body.lastUsedAt;
}

test("the last use of an API key is stored, but not for each request", async () => {
  const user = await shop.addUser("noted", "0205550108", "Agent");
  shown.add(user.apiKey);
  expect(await lastUse(user)).toBeNull();
  const began_ms = Date.now();
  await get("/user", user.apiKey);
  await expect.poll(() => lastUse(user)).not.toBeNull();
  const used = await lastUse(user);
  expect(Date.parse(used ?? "")).toBeGreaterThanOrEqual(began_ms);
  await get("/user", user.apiKey);
  await get("/user", user.apiKey);
  expect(await lastUse(user)).toBe(used);
  expect(logged.match(new RegExp(`"user":"${user._id}".*an API key is in use`, "g"))).toHaveLength(1);
  expect(logged).toContain(`"byKeyOf":"${user._id}"`);
});

test("no API key is stored in the server's log, the ledger or the database", async () => {
  const { rows } = await shop.pool.query<{ line: string }>(
    `select row_to_json(e)::text as line from ledger.event e
     union all select row_to_json(k)::text from shop.api_key k
     union all select row_to_json(c)::text from ledger.command c`,
  );
  const kept = rows.map(({ line }) => line).join("\n") + logged;
  expect(shown.size).toBeGreaterThan(5);
  for (const key of shown) expect(kept).not.toContain(key.slice(25));
});
