/** The statement's filters, and its sums by month, over HTTP. */
import { beforeAll, expect, test } from "vitest";
import { dayOf } from "#tools/testing/day-of.ts";
import { openTestShop, type TestUser } from "#tools/testing/test-shop.ts";
import type { MonthPicture, MonthRecord, MovementRecord } from "#contract/account.ts";
import type { Page } from "#contract/lists.ts";

/** The UTC day of the movements. */
let today: string;

const shop = openTestShop();
const ama = shop.userOfFile("ama", "0245550101", "Customer", 100_00);
const kofi = shop.userOfFile("kofi", "0205550102", "Customer");

beforeAll(async () => {
  const orders: number[] = [];
  for (const receiver of ["0244123456", "0551234567", "0244999999"]) {
    const { body } = await shop.buy(ama, "mtnup2u-1", receiver);
    orders.push(body.id);
  }
  const reject = { status: "rejected", reason: "No stock today" };
  await shop.as(shop.admin).put(`/order/update-status/${orders[0]}`, reject);
  const debit = { amount: -2.5, chosenId: ama._id, reason: "Paid twice" };
  await shop.as(shop.admin).put("/user/balance", debit);
  today = await dayOf(shop.pool, (await shop.books()).position);
});

const get = <T>(path: string, user: TestUser) => shop.as(user).get<T>(path);

test.each([
  ["search=0244", [4.8, -4.8, -4.8]],
  ["search=%2B233551234567", [-4.8]],
  ["search=paid", [-2.5]],
  ["search=STOCK", [4.8]],
  ["search=mtnup2u%201%20gb", [4.8, -4.8, -4.8, -4.8]],
  ["search=100000", [4.8, -4.8, -4.8, -4.8]],
  ["search=nothing", []],
  ["from=2020-01-01&to=2020-12-31", []],
  ["search=", [-2.5, 4.8, -4.8, -4.8, -4.8, 100]],
])("%s filters the whole statement and its pages, with the right total", async (query, amounts) => {
  const { body: rows } = await get<MovementRecord[]>(`/user/statement?${query}`, ama);
  expect(rows.map(({ amount }) => amount)).toEqual(amounts);
  const paged: MovementRecord[] = [];
  for (let cursor: number | null = null; ;) {
    const place: string = cursor === null ? "" : `&cursor=${cursor}`;
    const { body } = await get<Page<MovementRecord>>(`/user/statement?limit=2&${query}${place}`, ama);
    expect(body).toMatchObject({ total: amounts.length, totalIsExact: true });
    paged.push(...body.items);
    cursor = body.next;
    if (cursor === null) break;
  }
  expect(paged).toEqual(rows);
});

test("the days are those of the movements", async () => {
  const { body } = await get<MovementRecord[]>(`/user/statement?from=${today}&to=${today}&search=paid`, ama);
  expect(body).toHaveLength(1);
});

test.each([
  ["/user/statement?from=2026-02-30", "Please write the from day as 2026-11-21"],
  ["/user/statement?from=2026-02-02&to=2026-02-01", "The from day is after the to day"],
  [`/user/statement?search=${"x".repeat(101)}`, "The search has at most 100 characters"],
  ["/user/statement/month?month=2026-13", "Please write the month as 2026-11"],
  ["/user/statement/month?month=0026-11", "Please write the month as 2026-11"],
])("%s is refused", async (path, message) => {
  expect(await get(path, ama)).toMatchObject({ status: 400, body: { code: "input_invalid", message } });
});

test("the months and the picture of this month add up the statement, in cedis", async () => {
  const month = today.slice(0, 7);
  const sums = { moneyIn: 104.8, moneyOut: 16.9, count: 6, balance: 87.9 };
  const months = await get<MonthRecord[]>("/user/statement/months", ama);
  expect(months.body).toEqual([{ month, ...sums }]);
  const picture = await get<MonthPicture>(`/user/statement/month?month=${month}`, ama);
  expect(picture.body).toEqual({
    month,
    ...sums,
    days: [{ day: today, moneyIn: 104.8, moneyOut: 16.9 }],
    networks: [{ network: "MTNup2u", count: 3, amount: 14.4 }],
  });
  expect((await get("/user/statement/month", ama)).body).toEqual(picture.body);
  const before = await get<MonthPicture>("/user/statement/month?month=2020-02", ama);
  const nothing = { moneyIn: 0, moneyOut: 0, count: 0, balance: 0 };
  expect(before.body).toEqual({ month: "2020-02", ...nothing, days: [], networks: [] });
  expect((await get("/user/statement/months", kofi)).body).toEqual([{ month, ...nothing }]);
});

test("an admin can name a user, and anybody else gets only their own", async () => {
  const month = today.slice(0, 7);
  for (const path of ["/user/statement/months?", `/user/statement/month?month=${month}&`]) {
    const own = await get(path, ama);
    expect(own.status).toBe(200);
    expect((await get(`${path}user=${ama._id}`, shop.admin)).body).toEqual(own.body);
    expect((await get(`${path}user=${ama._id}`, kofi)).body).toEqual((await get(path, kofi)).body);
    expect((await get(path, kofi)).body).not.toEqual(own.body);
  }
  const { body } = await get<MovementRecord[]>(`/user/statement?search=paid&user=${ama._id}`, shop.admin);
  expect(body).toHaveLength(1);
});
