/** A wallet with more movements than a search scans before it uses the indexes, over four months. */
import { openTestLedger } from "#tools/testing/test-ledger.ts";
import { orderReference, topupReference } from "#contract/terms/references.ts";
import { beforeAll, describe, expect, test, vi } from "vitest";
import { mtn, openShop, orderOf } from "../log/testing/shop.ts";
import { listMonths, readMonth } from "./statement-months.ts";
import { listMovements, type MovementView, totalMovements } from "./statement.ts";

const ledger = openTestLedger();
let user: string;
/** All movements, newest first. */
let whole: MovementView[];

const whole_limit = 10_000;
const today = "2026-04-02";

beforeAll(async () => {
  vi.useFakeTimers({ toFake: ["Date"] });
  vi.setSystemTime("2025-12-30T10:00:00Z");
  const { admin, customers } = await openShop(ledger.writer, 2, 1_000_000_00);
  user = customers[0]!;
  const telecel = { ...mtn, network: "Telecel", packages: [{ ...mtn.packages[0]!, id: "telecel-0" }] };
  await ledger.run("create_product", { product: "telecel", facts: telecel });
  await trade(admin, customers);
  vi.useRealTimers();
  whole = await listMovements(ledger.db, { user }, { limit: whole_limit });
});

/** From the last minutes of a year on, some dozens of movements a day, but none in February. */
async function trade(admin: string, customers: string[]): Promise<void> {
  const days = ["2025-12-31", "2026-01-01", "2026-01-31", "2026-03-01", "2026-03-31", "2026-04-01"];
  for (const [index, day] of days.entries()) {
    for (const time of ["00:00:00.000", "12:00:00.000", "23:59:59.999"]) {
      vi.setSystemTime(`${day}T${time}Z`);
      const orders = await Promise.all(
        Array.from({ length: 90 }, (_, n) => buy(customers[n % 10 === 9 ? 1 : 0]!, n)),
      );
      await Promise.all(orders.map((order, n) => decide(admin, order, n)));
      await topUp(admin, 20_000 + index * 10 + Number(time.slice(0, 1)));
      const corrected = { user, amount: index % 2 === 0 ? -2_50 : 3_75, reason: "Paid 50% twice" };
      await ledger.run("correct_balance", { ...corrected, corrects: null }, admin);
    }
  }
}

async function buy(buyer: string, n: number): Promise<number> {
  const id = n % 7 === 0 ? "telecel-0" : `mtn-${n % 4}`;
  const receiver = `0${[24, 20, 55][n % 3]}${String((n * 7_654_321) % 10_000_000).padStart(7, "0")}`;
  const bought = { package: { id }, expected_price: null, receiver, form: null };
  return orderOf(await ledger.run("place_order", bought, buyer));
}

/** Some are rejected, some completed, and some of these removed from the lists. */
async function decide(admin: string, order: number, n: number): Promise<void> {
  if (n % 6 === 0) {
    await ledger.run("reject_order", { order, reason: n % 12 === 0 ? "No stock" : null }, admin);
  } else if (n % 5 === 0) {
    await ledger.run("process_order", { order }, admin);
    await ledger.run("complete_order", { order, voucher: false }, admin);
    if (n % 10 === 0) await ledger.run("remove_order", { order }, admin);
  }
}

async function topUp(admin: string, topup: number): Promise<void> {
  const asked = { topup, amount: 60_00, purpose: "topup", momo_transaction_id: null } as const;
  await ledger.run("request_topup", asked, user);
  await ledger.run("approve_topup", { topup }, admin);
}

function isFound(
  { order_id, topup_id, network, offer, receiver, reason }: MovementView,
  search: string,
): boolean {
  const typed = search.trim().toLowerCase();
  const digits = typed.replace(/^\+233/, "0").replace(/\D/g, "");
  const reference =
    order_id !== null ? orderReference(order_id) : topup_id !== null ? topupReference(topup_id) : "";
  return (
    reference.toLowerCase().includes(typed) ||
    `${network ?? ""} ${offer ?? ""}`.toLowerCase().includes(typed) ||
    (reason ?? "").toLowerCase().includes(typed) ||
    (/^\+?[\d ]+$/.test(typed) && (receiver ?? "").includes(digits))
  );
}

function isWithin({ recorded_at }: MovementView, from = "0000", to = "9999"): boolean {
  return recorded_at.slice(0, 10) >= from && recorded_at.slice(0, 10) <= to;
}

async function paged(filter: Parameters<typeof listMovements>[1], limit: number): Promise<MovementView[]> {
  const found: MovementView[] = [];
  for (;;) {
    const cursor = found.at(-1)?.position;
    const page = await listMovements(ledger.db, filter, { cursor, limit });
    found.push(...page);
    if (page.length < limit) return found;
  }
}

const searches = [
  undefined,
  "telecel",
  "mtnup2u 5",
  "no stock",
  "50% TWICE",
  "t-2000",
  "1000010",
  "0241",
  "+233 24 7",
  "nothing has this",
  "   ",
];
const days: [string | undefined, string | undefined][] = [
  [undefined, undefined],
  ["2026-01-01", undefined],
  [undefined, "2025-12-31"],
  ["2026-01-01", "2026-03-01"],
  ["2026-02-01", "2026-02-28"],
  ["2027-01-01", undefined],
];

describe.each(days)("from %s to %s", (from, to) => {
  test.each(searches)(
    "a search for %j finds every matching movement, in pages and counted",
    async (search) => {
      const filter = { user, from, to, search };
      const expected = whole.filter((row) => isWithin(row, from, to) && isFound(row, search ?? ""));
      expect(await listMovements(ledger.db, filter, { limit: whole_limit })).toEqual(expected);
      expect(await paged(filter, 70)).toEqual(expected);
      const isCounted = (search ?? "").trim() !== "" && expected.length > 1000;
      expect(await totalMovements(ledger.db, filter)).toEqual({
        count: isCounted ? 1000 : expected.length,
        isExact: !isCounted,
      });
    },
  );
});

test("the searches find something, and there are more movements than a search scans first", () => {
  expect(whole.length).toBeGreaterThan(1500);
  const counts = searches.map((search) => whole.filter((row) => isFound(row, search ?? "")).length);
  expect(counts.filter((count) => count === 0)).toHaveLength(1);
});

function sums(rows: readonly MovementView[]) {
  const add = (amounts: number[]) => amounts.reduce((sum, amount) => sum + Math.abs(amount), 0);
  const amounts = rows.map(({ amount }) => amount);
  return {
    money_in: add(amounts.filter((amount) => amount > 0)),
    money_out: add(amounts.filter((amount) => amount < 0)),
  };
}

function monthOf(month: string) {
  const rows = whole.filter(({ recorded_at }) => recorded_at.startsWith(month));
  const upTo = whole.find(({ recorded_at }) => recorded_at.slice(0, 7) <= month);
  return { month, ...sums(rows), count: rows.length, balance: upTo?.balance_after ?? 0 };
}

test("the months add up exactly what the statement lists, newest first, without months that had nothing", async () => {
  expect(await listMonths(ledger.db, user, { month: "2026-04", months: 24 })).toEqual(
    ["2026-04", "2026-03", "2026-01", "2025-12"].map(monthOf),
  );
});

test("the current month is there even if it is empty, and older months than asked for are not", async () => {
  expect(await listMonths(ledger.db, user, { month: "2026-05", months: 3 })).toEqual(
    ["2026-05", "2026-04", "2026-03"].map(monthOf),
  );
  const nobody = "00000000-0000-4000-8000-000000000000";
  expect(await listMonths(ledger.db, nobody, { month: "2026-05", months: 3 })).toEqual([
    { month: "2026-05", money_in: 0, money_out: 0, count: 0, balance: 0 },
  ]);
});

test.each(["2025-11", "2025-12", "2026-01", "2026-02", "2026-03", "2026-04", "2026-05"])(
  "%s by day and by network adds up exactly what the statement lists",
  async (month) => {
    const rows = whole.filter(({ recorded_at }) => recorded_at.startsWith(month)).toReversed();
    const byDay = Map.groupBy(rows, ({ recorded_at }) => recorded_at.slice(0, 10));
    const bought = Map.groupBy(
      rows.filter(({ kind }) => kind === "purchase"),
      ({ network }) => network,
    );
    const networks = [...bought].map(([network, list]) => ({
      network,
      count: list.length,
      value: sums(list).money_out,
    }));
    expect(await readMonth(ledger.db, user, { month, today })).toEqual({
      ...monthOf(month),
      days: [...byDay].map(([day, list]) => ({ day, ...sums(list) })),
      networks: networks.toSorted((a, b) => b.value - a.value),
    });
  },
);
