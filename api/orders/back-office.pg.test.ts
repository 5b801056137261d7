/**
 * The data of the back office: figures compared with a recount of the orders, and one user's account, rows and sessions.
 */
import Papa from "papaparse";
import { expect, test } from "vitest";
import type { Page } from "#contract/lists.ts";
import type { ProductRecord } from "#contract/products.ts";
import type { OrderRecord } from "#contract/order-list.ts";
import type { PeriodFigures, Statistics } from "#contract/reports.ts";
import type { TopupRecord } from "#contract/topups.ts";
import type { MovementRecord } from "#contract/account.ts";
import type { UserRecord } from "#contract/user-list.ts";
import type { AccountAnswer } from "#contract/users.ts";
import { dayOf } from "#contract/terms/dates.ts";
import { daysBefore, periodBefore, periodOf } from "#contract/terms/periods.ts";
import { openTestShop, type TestShop, type TestUser } from "#tools/testing/test-shop.ts";

const shop = openTestShop();
const ama = shop.userOfFile("ama", "0245550101", "Customer", 1_000_00);
const kofi = shop.userOfFile("kofi", "0205550102", "Agent", 1_000_00);
const esi = shop.userOfFile("esi", "0205550103", "Super Agent", 1_000_00);

const get = async <T>(path: string, user: { token: string } = shop.admin) =>
  (await shop.as(user).get<T>(path)).body;

const admin = (...[type, intent]: [Parameters<TestShop["command"]>[0], object]) =>
  shop.command(type, shop.admin._id, intent as never);

async function buy(user: TestUser, packageId = "mtnup2u-1"): Promise<OrderRecord> {
  const form = { name: "Ama", phone: "0245550101", card: "GHA-1", dob: "1990-01-01", location: "Accra" };
  const order = { packageId, receiver: "0244123456", ...(packageId === "afa-1" ? { items: form } : {}) };
  return (await shop.as(user).post<OrderRecord>("/order/create", order)).body;
}

async function complete(order: number): Promise<void> {
  await admin("process_order", { order });
  await admin("complete_order", { order });
}

test("the statistics match the orders, including removed ones", async () => {
  const first = await buy(kofi);
  const second = await buy(kofi, "mtnup2u-2");
  const third = await buy(esi, "afa-1");
  const fourth = await buy(ama);
  await buy(ama);
  for (const { id } of [first, second, third]) await complete(id);
  await admin("reject_order", { order: fourth.id, reason: null });
  await admin("remove_order", { order: first.id });
  await shop.caughtUp();

  const placed = { count: 5, value: 46.1 };
  const completed = { count: 3, value: 36.5 };
  const rejected = { count: 1, value: 4.8 };
  const sums = (all: object, done: object, lost: object) => ({ all, completed: done, rejected: lost });
  const zero = { count: 0, value: 0 };
  // The sums by network and agent follow a moment later.
  const read = () => get<Statistics>("/order/statistics");
  await expect
    .poll(async () => (await read()).networks)
    .toEqual([
      {
        network: "MTNup2u",
        month: sums({ count: 4, value: 36.1 }, { count: 2, value: 26.5 }, rejected),
        total: sums({ count: 4, value: 36.1 }, { count: 2, value: 26.5 }, rejected),
      },
      {
        network: "AFA",
        month: sums({ count: 1, value: 10 }, { count: 1, value: 10 }, zero),
        total: sums({ count: 1, value: 10 }, { count: 1, value: 10 }, zero),
      },
    ]);
  const answer = await read();

  const today = dayOf(new Date().toISOString());
  expect(answer.periods.map(({ name }) => name)).toEqual(["total", "today", "week", "month", "lastMonth"]);
  for (const period of answer.periods) {
    expect(period).toMatchObject(periodOf(period.name, today));
    const expected = period.name === "lastMonth" ? sums(zero, zero, zero) : sums(placed, completed, rejected);
    expect(period).toMatchObject(expected);
  }
  expect(answer.days).toEqual([{ day: today, ...placed, rejected }]);
  const days = `from=${today}&to=${today}`;
  const one = await get<PeriodFigures>(`/order/period?${days}`);
  expect(one.period).toEqual({ from: today, to: today, ...sums(placed, completed, rejected) });
  expect(one.before).toEqual({ ...periodBefore({ from: today, to: today }), ...sums(zero, zero, zero) });
  expect(one.days).toEqual(answer.days);
  const next = daysBefore(today, -1);
  const later = await get<PeriodFigures>(`/order/period?from=${next}&to=${next}`);
  expect(later.period).toMatchObject(sums(zero, zero, zero));
  // The first day of a month is compared with that of the month before.
  const nextBefore = next.endsWith("-01") ? sums(zero, zero, zero) : sums(placed, completed, rejected);
  expect(later.before).toMatchObject(nextBefore);
  expect(answer.agents).toEqual([
    { userId: kofi._id, username: "kofi", userLevel: "Agent", count: 2, value: 26.5 },
    { userId: esi._id, username: "esi", userLevel: "Super Agent", count: 1, value: 10 },
  ]);
  const { wallets } = await shop.books();
  expect(answer.funds).toBe(wallets / 100);
});

test("each order is counted once in the statistics, whichever process counts", async () => {
  await Promise.all([shop.restart(), shop.another().then((server) => server.close())]);
  await buy(ama);
  await shop.caughtUp();
  // Only events of orders start the counting. The last one here is such an event.
  const uncounted = () =>
    shop.pool.query(
      "select from shop.sales_counted c join ledger.head h on c.position is distinct from h.position",
    );
  await expect.poll(async () => (await uncounted()).rowCount).toBe(0);
  const { rows } = await shop.pool.query<{ wrong: number }>(`
    with told as (select network, event, sum(count) as count, sum(value) as value from shop.network_sales group by 1, 2),
      true_ones as (
        select network, event, count(*) as count, sum(amount) as value
        from ledger."order", lateral (select 'placed' as event union all
          select status where status in ('completed', 'rejected')) as e group by 1, 2)
    select count(*) as wrong from told full join true_ones t using (network, event)
    where told.count is distinct from t.count or told.value is distinct from t.value`);
  expect(Number(rows[0]?.wrong)).toBe(0);
});

test("an admin can read the orders, requests and statement of one user; anybody else gets only their own", async () => {
  await shop.requestTopup(ama, 990_001, 60_00);
  for (const [path, reader, owner] of [
    ["", shop.admin, ama],
    ["", kofi, kofi],
  ] as const) {
    const orders = await get<OrderRecord[]>(`/order/allorders?user=${ama._id}${path}`, reader);
    expect(orders.length).toBeGreaterThan(0);
    expect(new Set(orders.map(({ userId }) => userId))).toEqual(new Set([owner._id]));
    const requests = await get<TopupRecord[]>(`/recharge?user=${ama._id}`, reader);
    expect(requests.map(({ userId }) => userId)).toEqual(owner === ama ? [ama._id] : []);
    const { items } = await get<Page<MovementRecord>>(`/user/statement?limit=1&user=${ama._id}`, reader);
    const { balance } = await get<AccountAnswer>(`/user/${owner._id}/account`).then(({ user }) => user);
    expect(items[0]?.balance).toBe(balance);
  }
});

test("an account shows its sessions, and an admin can end one or all of them", async () => {
  const phone = await shop.login(esi.phone, esi.password);
  const tablet = await shop.login(esi.phone, esi.password);
  const account = () => get<AccountAnswer>(`/user/${esi._id}/account`);
  const before = await account();
  expect(before).toMatchObject({ isDeleted: false, apiKeyUsedAt: null, user: { username: "esi" } });
  expect(before.sessions).toHaveLength(3);
  const isIn = async (session: { token: string }) => (await shop.as(session).get("/user")).status === 200;

  const [latest] = before.sessions;
  const end = (user: string, session?: string) =>
    shop.as(shop.admin).delete(`/user/${user}/sessions${session === undefined ? "" : `?session=${session}`}`);
  // Another user's session with this user's id ends nothing, and nobody is told that it did.
  const unknown = { status: 404, body: { code: "session_unknown" } };
  expect(await end(kofi._id, latest!._id)).toMatchObject(unknown);
  expect(await end(esi._id, "00000000-0000-4000-8000-000000000000")).toMatchObject(unknown);
  expect(await isIn(tablet)).toBe(true);
  expect((await end(esi._id, latest!._id)).status).toBe(200);
  expect(await isIn(tablet)).toBe(false);
  expect((await end(esi._id, latest!._id)).status).toBe(200);
  expect(await isIn(phone)).toBe(true);
  expect((await end(esi._id)).status).toBe(200);
  expect(await Promise.all([isIn(phone), isIn(esi)])).toEqual([false, false]);
  expect((await account()).sessions).toEqual([]);

  const nobody = "00000000-0000-4000-8000-000000000000";
  expect((await end(nobody)).status).toBe(404);
  expect((await shop.as(shop.admin).get(`/user/${nobody}/account`)).status).toBe(404);
});

test("a MoMo transaction id in two requests is reported, in any case and whatever the status of the other request", async () => {
  const ask = (recharge: number, momo_transaction_id: string | null) =>
    shop.command("request_topup", kofi._id, {
      topup: recharge,
      amount: 50_00,
      purpose: "topup",
      momo_transaction_id,
    });
  await ask(991_001, "MP123");
  await ask(991_002, "mp123");
  await ask(991_003, "MP124");
  await ask(991_004, null);
  await ask(991_005, null);
  await admin("approve_topup", { topup: 991_001 });
  expect(await get("/recharge/momo-duplicates")).toMatchObject([
    {
      rechargeId: "T-991002",
      momoTransactionId: "mp123",
      others: [{ rechargeId: "T-991001", status: "approved", amount: 50, user: { username: "kofi" } }],
    },
  ]);
});

test.each([
  ["/order/orders.csv", "/order/allorders", "ID", (row: OrderRecord) => String(row.id)],
  ["/recharge/topups.csv", "/recharge", "Reference", (row: TopupRecord) => row.rechargeId],
  ["/user/users.csv", "/user", "Email", (row: UserRecord) => row.email],
] as const)("%s has exactly the filtered rows", async (path, list, column, cell) => {
  const filter = "search=esi";
  const { ticket } = (await shop.as(shop.admin).post<{ ticket: string }>("/download/ticket", { path })).body;
  const answer = await fetch(`${shop.server.url}/api${path}?ticket=${ticket}&${filter}`);
  const text = (await answer.text()).replace("\uFEFF", "");
  const { data } = Papa.parse<Record<string, string>>(text, { header: true, skipEmptyLines: true });
  const rows = await get<never[]>(`${list}?${filter}`);
  expect(data.map((row) => row[column])).toEqual(rows.map(cell));
  const all = await get<never[]>(list);
  expect(rows.length).toBeLessThan(all.length);
});

test("a change is refused if another admin has changed the value since it was seen", async () => {
  const change = async (path: string, body: object) => (await shop.as(shop.admin).put(path, body)).status;
  expect(await change("/extra/notice", { noticeContent: "one", seen: { noticeContent: "" } })).toBe(200);
  expect(await change("/extra/notice", { noticeContent: "two", seen: { noticeContent: "" } })).toBe(409);
  const nothing = { momoPhoneNumber: "", momoAccountName: "" };
  const mine = { momoPhoneNumber: "0240000001", momoAccountName: "Ama" };
  const theirs = { momoPhoneNumber: "0240000002", momoAccountName: "Kofi" };
  expect(await change("/extra/momo-details", { ...mine, seen: nothing })).toBe(200);
  expect(await change("/extra/momo-details", { ...theirs, seen: nothing })).toBe(409);
  const none = { supportGroup: "", supportChat: "" };
  const link = { supportGroup: "https://chat.example.com/a", supportChat: "" };
  expect(await change("/extra/support-links", { ...link, seen: none })).toBe(200);
  expect(await change("/extra/support-links", { ...none, seen: none })).toBe(409);
  const usual = { adminPhone: "", cardNumber: "last four", templates: {} };
  const text = { ...usual, templates: { order_placed: "Order {reference}" } };
  const whole = { ...usual, cardNumber: "whole" };
  expect(await change("/message/settings", { ...text, seen: usual })).toBe(200);
  for (const seen of [usual, { ...text, adminPhone: "0201112222" }, { ...text, cardNumber: "whole" }])
    expect(await change("/message/settings", { ...whole, seen })).toBe(409);
  expect(await get("/message/settings")).toMatchObject(text);
  expect(await change("/message/settings", { ...usual, seen: text })).toBe(200);

  const product = (await get<ProductRecord[]>("/product")).find(({ network }) => network === "AFA")!;
  const body = { network: "AFA", packages: product.packages, seen: product.position };
  expect(await change(`/product/${product._id}`, { ...body, note: "one" })).toBe(200);
  expect(await change(`/product/${product._id}`, { ...body, note: "two" })).toBe(409);
  const after = (await get<ProductRecord[]>("/product")).find(({ network }) => network === "AFA")!;
  expect(after.note).toBe("one");
  expect(await change(`/product/${product._id}`, { ...body, note: "two", seen: after.position })).toBe(200);
  expect(await get("/extra/momo-details")).toMatchObject({ noticeContent: "one", ...mine, ...link });

  const status = `/product/${product._id}/status`;
  expect(await change(status, { status: "out of stock", seen: "available" })).toBe(200);
  expect(await change(status, { status: "available", seen: "available" })).toBe(409);
  expect((await get<ProductRecord[]>("/product")).find(({ _id }) => _id === product._id)?.status).toBe(
    "out of stock",
  );
  const abena = await shop.addUser("abena", "0245550188");
  const asItIs = async () => (await get<AccountAnswer>(`/user/${abena._id}/account`)).user;
  expect(await change(`/user/${abena._id}/level`, { userLevel: "Agent", seen: "Customer" })).toBe(200);
  expect(await change(`/user/${abena._id}/level`, { userLevel: "Super Agent", seen: "Customer" })).toBe(409);
  expect(await change(`/user/${abena._id}/status`, { status: "Banned", seen: "Active" })).toBe(200);
  // An admin with an old status would ban somebody twice, or lift a ban that another admin has just set.
  expect(await change(`/user/${abena._id}/status`, { status: "Active", seen: "Active" })).toBe(409);
  expect(await asItIs()).toMatchObject({ userLevel: "Agent", status: "Banned" });
  // The specification's bodies have no `seen`.
  expect(await change(`/user/${abena._id}/level`, { userLevel: "Customer" })).toBe(200);
  expect(await change(`/user/${abena._id}/status`, { status: "Active" })).toBe(200);
  expect(await change(status, { status: "available" })).toBe(200);
});
