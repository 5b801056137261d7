/** What was earned, in every way that the report says it, compared with a walk over the events. */
import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { profitOf } from "#contract/profit.ts";
import type { Level } from "#contract/terms/statuses.ts";
import { numberOfStream } from "#contract/terms/streams.ts";
import { openTestLedger } from "#tools/testing/test-ledger.ts";
import { openShop, orderOf } from "../log/testing/shop.ts";
import { readClosing } from "./closing.ts";
import { countBlocks, countCosts, countDays } from "./counts.ts";
import { readSold } from "./sold.ts";
import type { SoldSums } from "./sold-sql.ts";
import type { Period } from "./statistics.ts";

const ledger = openTestLedger();
let admin: string;
let customers: string[];

const days = ["2026-10-30", "2026-10-31", "2026-11-01"];

beforeAll(async () => {
  vi.useFakeTimers({ toFake: ["Date"] });
  vi.setSystemTime(`${days[0]}T00:10:00Z`);
  ({ admin, customers } = await openShop(ledger.writer, 3, 1_000_00));
  for (const day of days) await trade(day);
});

afterAll(() => void vi.useRealTimers());

let references = 0;
const reference = () => String((references += 1)).padStart(20, "a");
const send = (order: number) =>
  ledger.run("send_fulfilment", { order, supplier: "datamart", code: "YELLO 1", reference: reference() });
const accept = (order: number, attempt: number, cost: number | null) =>
  ledger.run("accept_fulfilment", { order, attempt, cost });
const refuse = (order: number, attempt: number) =>
  ledger.run("refuse_fulfilment", { order, attempt, reason: "wrong number" });
const giveBack = (order: number, attempt: number) => ledger.run("return_fulfilment", { order, attempt });
const deliver = (order: number, attempt: number) => ledger.run("deliver_fulfilment", { order, attempt });
const settle = (order: number, attempt: number, outcome: "delivered" | "refused") =>
  ledger.run("settle_fulfilment", { order, attempt, outcome, reason: "they said so" }, admin);
const reject = (order: number) => ledger.run("reject_order", { order, reason: null }, admin);

/** An order of the evening before, which is delivered on the next day, for a cost that is told only then. */
let leftOver: number | undefined;

/** All that can become of an order, from the first to the last hour of a day. */
async function trade(day: string): Promise<void> {
  vi.setSystemTime(`${day}T00:30:00Z`);
  const [ama = "", kofi = "", esi = ""] = customers;
  if (leftOver !== undefined) {
    await deliver(leftOver, 1);
    await accept(leftOver, 1, 6_10);
  }
  const buy = async (user: string, offer?: string) => orderOf(await ledger.buy(user, offer));
  const plain = await buy(ama);
  await send(plain);
  await accept(plain, 1, 4_20);
  await deliver(plain, 1);
  await ledger.run("remove_order", { order: plain }, admin);
  const byHand = await buy(kofi, "2 GB");
  await ledger.run("process_order", { order: byHand }, admin);
  vi.setSystemTime(`${day}T11:59:59.999Z`);
  const level = day === days[1] ? "Customer" : "Agent";
  if (day !== days[2]) await ledger.run("change_level", { user: kofi, level }, admin);
  // Two suppliers: the first one keeps its cost, and gives it back a day later or never.
  const twice = await buy(kofi);
  await send(twice);
  await accept(twice, 1, 4_40);
  await refuse(twice, 1);
  await ledger.run("deliver_from_stock", { order: twice, reference: reference(), cost: 4_60 });
  vi.setSystemTime(`${day}T18:00:00Z`);
  if (day !== days[2]) await giveBack(twice, 1);
  const refunded = await buy(esi, "5 GB");
  await send(refunded);
  await accept(refunded, 1, 6_00);
  await refuse(refunded, 1);
  await reject(refunded);
  // Dearer than its price, and given back.
  const dear = await buy(esi);
  await send(dear);
  await accept(dear, 1, 9_99);
  await settle(dear, 1, "refused");
  if (day === days[1]) await giveBack(dear, 1);
  await send(dear);
  await settle(dear, 2, "delivered");
  await accept(dear, 2, 5_01);
  await reject(await buy(ama, "10 GB"));
  const payment = randomUUID();
  const paid = { rail: "paystack", transaction: payment, amount: 20_00, fee: 39 } as const;
  await ledger.run("receive_payment", { payment, ...paid });
  await ledger.run("reverse_payment", { payment, fee: 60 });
  await ledger.run("fail_payment_return", { payment, reason: "no", fee: 45 });
  vi.setSystemTime(`${day}T23:59:59.999Z`);
  leftOver = await buy(ama, "2 GB");
  await send(leftOver);
}

const none: SoldSums = { orders: 0, charged: 0, refunds: 0, refunded: 0, costs: 0, cost: 0 };

class Sums {
  readonly rows = new Map<string, SoldSums>();
  add(key: string, part: Partial<SoldSums>): void {
    const row = { ...(this.rows.get(key) ?? none) };
    for (const name of Object.keys(part) as (keyof SoldSums)[]) row[name] += part[name] ?? 0;
    this.rows.set(key, row);
  }
  /** Without those in which nothing happened, or all was taken back. */
  used(): Record<string, SoldSums> {
    const used = [...this.rows].filter(([, row]) => Object.values(row).some((value) => value !== 0));
    return Object.fromEntries(used);
  }
}

interface Bought {
  name: string;
  user: string;
  level: Level;
  day: string;
  amount: number;
}

interface LoggedEvent {
  type: string;
  stream: string;
  data: Record<string, string>;
  at: string;
  amount: number | null;
}

async function walked({ from, to }: Period, timeLength: number) {
  const { rows } = await ledger.pool.query<LoggedEvent>(
    `select type, stream, data, to_char(recorded_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24') as at, amount
     from ledger.event order by position`,
  );
  const levels = new Map<string, Level>();
  const orders = new Map<number, Bought>();
  const attempts = new Map<string, string>();
  const [times, packages, users, suppliers] = [new Sums(), new Sums(), new Sums(), new Sums()];
  const below = { count: 0, value: 0 };
  let fees = 0;
  const isIn = (day: string) => day.slice(0, 10) >= from && day.slice(0, 10) <= to;
  for (const { type, stream, data, at, amount } of rows) {
    const [kind, id = ""] = stream.split("/");
    if (type === "user_registered") levels.set(id, data["level"] as Level);
    if (type === "user_level_changed") levels.set(id, data["after"] as Level);
    if (type === "payment_fee_charged" && isIn(at)) fees += amount ?? 0;
    if (type === "order_placed")
      orders.set(numberOfStream(stream as `order/${number}`), {
        name: `${data["network"]} ${data["offer"]}`,
        user: data["user"] ?? "",
        level: levels.get(data["user"] ?? "") ?? "Customer",
        day: at,
        amount: Math.abs(amount ?? 0),
      });
    if (kind !== "order" && kind !== "fulfilment") continue;
    const order = orders.get(Number(id.split("-")[0]))!;
    const supplier = kind === "fulfilment" ? (data["supplier"] ?? attempts.get(id) ?? "") : "nobody";
    if (type === "fulfilment_sent") attempts.set(id, supplier);
    const part = partOf(type, Math.abs(amount ?? 0), amount !== null);
    if (part !== undefined && isIn(at)) {
      times.add(at.slice(0, timeLength), part);
      packages.add(`${order.name} ${order.level}`, part);
      users.add(order.user, part);
      suppliers.add(supplier, part);
    }
    const isDelivered = type === "fulfilment_delivered" || data["outcome"] === "delivered";
    if (!isIn(order.day)) continue;
    if (isDelivered) {
      suppliers.add(supplier, { orders: 1, charged: order.amount });
      suppliers.add("nobody", { orders: -1, charged: -order.amount });
    }
    if (kind === "fulfilment" && (amount ?? 0) > order.amount) {
      const sign = type === "fulfilment_returned" ? -1 : 1;
      below.count += sign;
      below.value += sign * ((amount ?? 0) - order.amount);
    }
  }
  return { times, packages, users, suppliers, below, fees, levels };
}

function partOf(type: string, value: number, isMoved: boolean): Partial<SoldSums> | undefined {
  if (!isMoved) return undefined;
  if (type === "order_placed") return { orders: 1, charged: value };
  if (type === "order_rejected") return { refunds: 1, refunded: value };
  if (type === "fulfilment_accepted") return { costs: 1, cost: value };
  if (type === "fulfilment_returned") return { costs: -1, cost: -value };
  return undefined;
}

const periods: [Period, number][] = [
  [{ from: "2026-10-30", to: "2026-10-30" }, 13],
  [{ from: "2026-10-31", to: "2026-10-31" }, 13],
  [{ from: "2026-11-01", to: "2026-11-01" }, 13],
  [{ from: "2026-10-01", to: "2026-10-31" }, 10],
  [{ from: "2026-10-31", to: "2026-11-30" }, 10],
  [{ from: "0001-01-01", to: "9999-12-31" }, 7],
  [{ from: "2026-01-01", to: "2026-11-01" }, 7],
];

function pick<Row extends SoldSums>(
  rows: readonly Row[],
  keyOf: (row: Row) => string,
): Record<string, SoldSums> {
  const sums = new Sums();
  for (const row of rows) {
    const { orders, charged, refunds, refunded, costs, cost } = row;
    sums.add(keyOf(row), { orders, charged, refunds, refunded, costs, cost });
  }
  return sums.used();
}

const states = ["nothing is counted", "only sales of the last day are counted", "all is counted"] as const;

describe.each(states)("while %s", (state) => {
  beforeAll(async () => {
    if (state === "only sales of the last day are counted") {
      await countCosts(ledger.db);
      await trade("2026-11-02");
      await countDays(ledger.db);
    }
    if (state === "all is counted")
      for (const count of [countCosts, countDays, countBlocks]) while (await count(ledger.db));
  });

  test.each(periods)("the profit of %j is what the events add up to", async (period, timeLength) => {
    const sold = await readSold(ledger.db, period);
    const all = await walked(period, timeLength);
    expect(pick(sold.times, ({ time }) => time)).toEqual(all.times.used());
    expect(pick(sold.packages, ({ network, offer, level }) => `${network} ${offer} ${level}`)).toEqual(
      all.packages.used(),
    );
    expect(pick(sold.suppliers, ({ supplier }) => supplier ?? "nobody")).toEqual(all.suppliers.used());
    const agents = new Sums();
    for (const [user, row] of all.users.rows)
      agents.add(all.levels.get(user) === "Agent" ? user : "others", row);
    expect(pick(sold.agents, ({ user_id }) => user_id ?? "others")).toEqual(agents.used());
    expect(sold.belowCost).toEqual(all.below);
    expect(sold.times.reduce((sum, { fees }) => sum + fees, 0)).toBe(all.fees);
  });

  test.each(periods)("the profit of %j is the closing's", async (period) => {
    const [{ accounts }, { times }] = await Promise.all([
      readClosing(ledger.db, period),
      readSold(ledger.db, period),
    ]);
    const profit = times.reduce((sum, row) => sum + row.charged - row.refunded - row.cost - row.fees, 0);
    // That is in pesewas here, and rounds to hundredths of them.
    expect(profit).toBe(profitOf(accounts)?.total);
    expect(profit).not.toBe(0);
  });
});
