/** What the shop holds about a user, as a file for them: complete, theirs alone, without secrets, and streamed. */
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import pg from "pg";
import { beforeAll, expect, test } from "vitest";
import { attemptLimits } from "#contract/terms/limits.ts";
import { usualWithdrawalRules } from "#contract/terms/withdrawals.ts";
import { openTestShop, type TestUser } from "#tools/testing/test-shop.ts";
import type { Page } from "#contract/lists.ts";
import type { OrderRecord } from "#contract/order-list.ts";
import type { SecurityRecord } from "#contract/security.ts";

const voucher = { pin: "491827364550", serial: "WRC2611-0042" };
const items = {
  name: "Ama Form",
  phone: "0245550101",
  card: "GHA-728193645-2",
  dob: "1990-05-17",
  location: "Tema",
};

const shop = openTestShop({ messages: {} });
const ama = shop.userOfFile("ama", "0245550101", "Agent", 100_000);
const kofi = shop.userOfFile("kofi", "0205550102", "Agent", 100_000);

beforeAll(async () => {
  await shop.addVouchers();
});

interface OwnData {
  profile: Record<string, unknown>;
  orders: (OrderRecord & { isRemoved: boolean })[];
  [list: string]: unknown;
}

const path = "/user/my-data.json";
const dataOf = (user: TestUser) => shop.as(user).get<OwnData>(path);

async function buy(user: TestUser, packageId: string, receiver: string, more = {}, done = {}): Promise<void> {
  const { body } = await shop.as(user).post("/order/create", { packageId, receiver, ...more });
  const order = `/order/update-status/${String(body["_id"])}`;
  await shop.as(shop.admin).put(order, { status: "processing" });
  await shop.as(shop.admin).put(order, { status: "completed", ...done });
}

/** Does what leaves something behind, with names and numbers of their own. */
async function live(user: TestUser, friend: string): Promise<void> {
  await shop.as(user).put("/user/beneficiaries", { phone: friend, name: `friend of ${user.username}` });
  await buy(user, "mtnup2u-1", friend);
  await buy(user, "afa-1", user.phone, { items: { ...items, name: `form of ${user.username}` } });
  await buy(user, "waec-1", friend, {}, { voucher: { ...voucher, serial: `serial-${user.username}` } });
  const asked = await shop
    .as(user)
    .post("/recharge", { amount: 60, momoTransactionId: `MP${user.username}` });
  const { _id } = asked.body["recharge"] as { _id: string };
  await shop.as(shop.admin).put(`/recharge/${_id}/approve`, {});
  const rules = { ...usualWithdrawalRules, isOn: true, who: "everyone", what: "everything" } as const;
  if (user === ama) await shop.command("change_withdrawal_rules", "system", rules);
  const asking = { amount: 20_00, fee: 0, first: true, earned: 0 };
  const position = await shop.command("request_withdrawal", user._id, asking);
  await shop.pool.query(
    "insert into shop.payout (withdrawal, user_id, phone) select id, user_id, $2 from ledger.withdrawal where requested = $1",
    [position, user.phone],
  );
  await shop.pool.query("insert into shop.webhook (user_id, url, secret) values ($1, $2, $3)", [
    user._id,
    `https://${user.username}.example/hook`,
    `hook-secret-of-${user.username}`,
  ]);
  await shop.pool.query("insert into shop.totp (user_id, secret) values ($1, $2)", [
    user._id,
    `totp-of-${user.username}`,
  ]);
}

test("has everything about its user, and nothing about anybody else or that could sign in", async () => {
  await live(ama, "0244123456");
  await live(kofi, "0209876543");
  await shop.as(shop.admin).delete("/order/del-all-orders");
  const { position } = await shop.books();
  await expect
    .poll(async () => (await shop.pool.query("select position from shop.message_follower")).rows)
    .toEqual([{ position }]);
  await shop.login(ama.phone, ama.password);
  const noted = "select from shop.security_event where user_id = $1";
  await expect.poll(async () => (await shop.pool.query(noted, [ama._id])).rowCount).toBe(1);
  const answer = await dataOf(ama);
  expect(answer.headers.get("content-disposition")).toBe('attachment; filename="my-data.json"');
  const data = answer.body;
  expect(data.profile).toMatchObject({ username: "ama", phone: "0245550101", email: "ama@example.com" });
  expect(data).toMatchObject({
    beneficiaries: [{ phone: "0244123456", name: "friend of ama" }],
    sessions: [
      { createdAt: expect.any(String), endedAt: null },
      { createdAt: expect.any(String), endedAt: null },
    ],
    webhook: { url: "https://ama.example/hook" },
    topups: [{ momoTransactionId: "MPama", status: "approved", decidedBy: null }],
    withdrawals: [{ amount: 20, phone: "0245550101", status: "requested", isFirst: null, by: null }],
  });
  expect(data.orders).toMatchObject([
    { receiver: "0244123456", isRemoved: true },
    { items: { name: "form of ama", card: items.card } },
    { voucher: { serial: "serial-ama", pin: voucher.pin } },
  ]);
  expect((data["movements"] as { kind: string }[]).map(({ kind }) => kind)).toEqual([
    "withdrawal",
    "topup",
    "purchase",
    "purchase",
    "purchase",
    "correction",
  ]);
  const messages = data["messages"] as { kind: string; recipient: string }[];
  expect(messages.map(({ kind }) => kind)).toEqual([
    "order_completed",
    "order_completed",
    "voucher_completed",
    "topup_approved",
    "withdrawal_requested",
  ]);
  expect(new Set(messages.map(({ recipient }) => recipient))).toEqual(new Set([ama.phone]));
  // On a slow machine, this download itself is noted before the events are read.
  const events = (data["securityEvents"] as { kind: string }[]).filter(({ kind }) => kind !== "export");
  expect(events).toMatchObject([{ kind: "login", result: "done", address: expect.any(String) }]);

  const text = JSON.stringify(data);
  const { rows } = await shop.pool.query<{ hash: string }>(`select password_hash as hash from shop."user"`);
  const secrets = ["totp-of", "hook-secret", "cb_", "r1.", ama.token, ...rows.map(({ hash }) => hash)];
  const others = ["kofi", kofi.phone, kofi._id, "0209876543", shop.admin._id, shop.admin.phone];
  for (const absent of [...secrets, ...others]) expect(text).not.toContain(absent);
});

test("an admin's address in an event about the user is left out", async () => {
  const esi = await shop.addUser("esi", "0245550166");
  await shop.pool.query(
    `insert into shop.security_event (at, kind, result, user_id, actor, address)
     values (now(), 'unban', 'done', $1, $2, '192.0.2.77')`,
    [esi._id, shop.admin._id],
  );
  const events = (await dataOf(esi)).body["securityEvents"];
  expect(events).toContainEqual(expect.objectContaining({ kind: "unban", address: null }));
});

const ticket = (user: TestUser) => shop.as(user).post<{ ticket: string }>("/download/ticket", { path });
const open = (link: string) => fetch(`${shop.server.url}/api${path}?ticket=${link}`);

test("a link opens it once, each is a security event, and ten an hour are enough", async () => {
  const { body } = await ticket(kofi);
  const answer = await open(body.ticket);
  expect(((await answer.json()) as OwnData).profile).toMatchObject({ username: "kofi" });
  expect((await open(body.ticket)).status).toBe(401);
  const noted = async () => {
    const query = `kind=export&user=${kofi._id}`;
    return (await shop.as(shop.admin).get<Page<SecurityRecord>>(`/audit/security?${query}`)).body.items;
  };
  await expect.poll(noted).toMatchObject([{ user: "kofi", actor: "kofi", detail: path, times: 1 }]);
  const { max } = attemptLimits["own data"].account;
  for (let n = 1; n < max; n++) expect((await ticket(kofi)).status).toBe(201);
  for (const refused of [await ticket(kofi), await dataOf(kofi)])
    expect(refused).toMatchObject({ status: 429, body: { code: "too_many_attempts" } });
});

test("if the shop turned step-up on, the file and its link ask for it", async () => {
  const yaa = await shop.addUser("yaa", "0245550177");
  await shop.command("change_step_up", shop.admin._id, { isOn: true });
  for (const refused of [await ticket(yaa), await dataOf(yaa)])
    expect(refused).toMatchObject({ status: 403, body: { code: "step_up_needed" } });
  expect((await shop.as(yaa).post("/user/step-up", { password: yaa.password })).status).toBe(200);
  expect((await open((await ticket(yaa)).body.ticket)).status).toBe(200);
  await shop.command("change_step_up", shop.admin._id, { isOn: false });
});

setFlagsFromString("--expose-gc");
const collectGarbage = runInNewContext("gc") as () => void;

/** What is in use, also outside of the heap: the bytes of an answer. */
function usedBytes(): number {
  collectGarbage();
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}

test("the file of a user with many orders is streamed, and takes no more memory than a portion of it", async () => {
  const orders_count = 30_000;
  const kojo = await shop.addUser("kojo", "0245550188");
  const owner = new pg.Client({ connectionString: shop.database.ownerUrl });
  await owner.connect();
  await owner.query(
    `insert into ledger."order" select 1000 + n, $1, 500, n, null, now(), null, 1, 1, false, 'completed', 'p', 'q', 'MTN', '1 GB', null
     from generate_series(1, ${orders_count}) n`,
    [kojo._id],
  );
  await owner.query("vacuum analyze");
  await owner.end();
  const answer = await fetch(`${shop.server.url}/api${path}`, {
    headers: { authorization: `Bearer ${kojo.token}` },
  });
  const start_bytes = usedBytes();
  let most_bytes = 0;
  let size = 0;
  let chunks = 0;
  let orders = 0;
  let last = "";
  const decoder = new TextDecoder();
  for await (const chunk of answer.body!) {
    size += chunk.length;
    const text = last + decoder.decode(chunk, { stream: true });
    orders += text.split('"packageId"').length - 1;
    last = text.slice(-12);
    orders -= last.split('"packageId"').length - 1;
    chunks += 1;
    if (chunks % 10 === 0) most_bytes = Math.max(most_bytes, usedBytes() - start_bytes);
  }
  expect(orders).toBe(orders_count);
  expect(last.endsWith("]}\n")).toBe(true);
  expect(size).toBeGreaterThan(12_000_000);
  // A portion is 1,000 rows: some 500 kB of JSON, and its rows.
  expect(most_bytes).toBeLessThan(8_000_000);
});
