/** The shop's figures, the number of orders by status, and a user's own sales. */
import * as v from "valibot";
import { periodNames } from "#contract/terms/periods.ts";
import { levels, orderStatuses } from "#contract/terms/statuses.ts";
import { areInOrder, days, daysText } from "./lists.ts";
import type { Operation } from "./operation.ts";

/** GET /order/counts */
export const orderCounts = v.object({
  ...v.entriesFromList(orderStatuses, v.number()),
  /** Decided: approved or declined, and still in the lists. */
  recharges: v.object({ pending: v.number(), decided: v.number() }),
});
export type OrderCounts = v.InferOutput<typeof orderCounts>;

/** How many orders, and their value in cedis. */
const sum = v.object({ count: v.number(), value: v.number() });

/** GET /order/sales: how many, and their value in cedis. */
export const salesAnswer = v.object({ today: sum, month: sum, position: v.number() });
export type SalesAnswer = v.InferOutput<typeof salesAnswer>;

const sums = { all: sum, completed: sum, rejected: sum };

/**
 * GET /order/statistics. Orders by the day they were placed, with their present status. Orders that were removed from the
 * lists count too. The sums by network and by agent are up to a second behind the log.
 */
export const statisticsAnswer = v.object({
  periods: v.array(v.object({ name: v.picklist(periodNames), from: v.string(), to: v.string(), ...sums })),
  /** The sum of all wallets, in cedis. */
  funds: v.number(),
  /** All time. */
  networks: v.array(v.object({ network: v.string(), month: v.object(sums), total: v.object(sums) })),
  /** The last 31 days, oldest first. */
  days: v.array(v.object({ day: v.string(), ...sum.entries, rejected: sum })),
  /** The agents with the highest completed orders of this month. */
  agents: v.array(
    v.object({
      userId: v.string(),
      username: v.string(),
      userLevel: v.picklist(levels),
      ...sum.entries,
    }),
  ),
  position: v.number(),
});
export type Statistics = v.InferOutput<typeof statisticsAnswer>;

const spannedSums = v.object({ from: v.string(), to: v.string(), ...sums });

/** GET /order/period. Without `to`: until today. Without `from`: from the first day of its month. */
export const periodQuery = v.pipe(
  v.object(days),
  v.check((query) => areInOrder(query), daysText),
);

/** GET /order/period: orders by the day they were placed, with their present status. */
export const periodAnswer = v.object({
  period: spannedSums,
  /** The period to compare with: the month before, the same days of it, or as many days just before. */
  before: spannedSums,
  /** Days with orders, oldest first. */
  days: v.array(v.object({ day: v.string(), ...sum.entries, rejected: sum })),
  position: v.number(),
});
export type PeriodFigures = v.InferOutput<typeof periodAnswer>;

export const statisticsOperations = {
  countOrders: {
    method: "GET",
    path: "/order/counts",
    tag: "Orders",
    summary: "Count orders by status, and pending and decided top-ups",
    access: "admin",
    answer: orderCounts,
  },
  readStatistics: {
    method: "GET",
    path: "/order/statistics",
    tag: "Orders",
    summary: "Read the shop's figures by period, day, network and agent",
    access: "admin",
    answer: statisticsAnswer,
  },
  readPeriod: {
    method: "GET",
    path: "/order/period",
    tag: "Orders",
    summary: "Read the figures of a period, and those of the period before",
    access: "admin",
    query: periodQuery,
    compressed: true,
    answer: periodAnswer,
  },
  readSales: {
    method: "GET",
    path: "/order/sales",
    tag: "Orders",
    summary: "Sum your own completed orders of today and of this month",
    access: "signed-in",
    answer: salesAnswer,
  },
} as const satisfies Record<string, Operation>;
