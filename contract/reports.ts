/** The shop's figures: on the first page, by period and day, at a closing, and a user's own sales. */
import * as v from "valibot";
import { suppliers } from "#contract/terms/fulfilment.ts";
import { periodNames } from "#contract/terms/periods.ts";
import { levels, messageStates, orderStatuses } from "#contract/terms/statuses.ts";
import { days, queryInOrder } from "./lists.ts";
import { operationsOf } from "./operation.ts";
import { actRecord, moment } from "./audit.ts";
import { closingKinds } from "#contract/terms/payments.ts";
import { houseAccounts, rails } from "#contract/terms/rails.ts";
import { railStatement } from "./rail-statements.ts";

const orderCounts = v.object({
  ...v.entriesFromList(orderStatuses, v.number()),
  /** Decided: approved or declined, and still in the lists. */
  recharges: v.object({ pending: v.number(), decided: v.number() }),
});
export type OrderCounts = v.InferOutput<typeof orderCounts>;

/** How many orders, and their value in cedis. */
const sum = v.object({ count: v.number(), value: v.number() });

/** GET /order/sales: how many, and their value in cedis. */
const salesAnswer = v.object({ today: sum, month: sum, position: v.number() });
export type SalesAnswer = v.InferOutput<typeof salesAnswer>;

const sums = { all: sum, completed: sum, rejected: sum };

/**
 * GET /order/statistics. Orders by the day they were placed, with their present status. Orders that were removed from the
 * lists count too. The sums by network and by agent are up to a second behind the log.
 */
const statisticsAnswer = v.object({
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

/** GET /order/period and /order/sold. Without `to`: until today. Without `from`: from the first day of its month. */
const daysQuery = /* @__PURE__ */ queryInOrder(days);

/** GET /order/period: orders by the day they were placed, with their present status. */
const periodAnswer = v.object({
  period: spannedSums,
  /** The period to compare with: the month before, the same days of it, or as many days just before. */
  before: spannedSums,
  /** Days with orders, oldest first. */
  days: v.array(v.object({ day: v.string(), ...sum.entries, rejected: sum })),
  position: v.number(),
});
export type PeriodFigures = v.InferOutput<typeof periodAnswer>;

const dashboardAnswer = v.object({
  /** The pending order that has waited longest; null if there is none. */
  oldestOrder: v.nullable(v.object({ id: v.number(), createdAt: v.string() })),
  /** Pending top-up requests older than ten minutes. */
  lateTopups: v.object({
    count: v.number(),
    oldest: v.nullable(v.object({ rechargeId: v.string(), createdAt: v.string() })),
  }),
  /** Orders placed today, whatever became of them. */
  placed: sum,
  /** Those that are completed, and those of the same weekday a week ago that were completed by this time of day. */
  completed: v.object({ today: sum, weekAgo: sum }),
  /** What today's movements earned, in cedis; null where no supplier has told a cost. */
  profit: v.nullable(v.number()),
  /** Orders placed today by network, the highest value first. */
  networks: v.array(v.object({ network: v.string(), ...sum.entries })),
  /** Messages since the start of the day `from` that could not be sent, by state. */
  failedMessages: v.object({
    from: v.string(),
    states: v.array(v.object({ state: v.picklist(messageStates), count: v.number() })),
  }),
  /** The newest backup: when, and whether it is too old or missing; null if none are set up. */
  backups: v.nullable(v.object({ lastAt: v.nullable(v.string()), isOverdue: v.boolean() })),
  /**
   * What other admins did last, newest first: also their work on orders, top-ups and wallets. Your own acts, if no other
   * admin has done anything.
   */
  acts: v.array(actRecord),
  actsAreOwn: v.boolean(),
  /** Users who are not deleted. */
  users: v.number(),
  /** The sum of all wallets, in cedis. */
  funds: v.number(),
  position: v.number(),
});
export type Dashboard = v.InferOutput<typeof dashboardAnswer>;

/** How many movements, and what the account gained with them, in cedis; negative: what it lost. */
const moved = v.object({ count: v.number(), value: v.number() });

/** GET /audit/closing. Money in cedis. */
const closingAnswer = v.object({
  /** The first and the last day, "2026-11-21", both included. */
  from: v.string(),
  to: v.string(),
  /** What was recorded from this moment on is left out; null if nothing is. */
  at: v.nullable(v.string()),
  /** The position just before the period, and the last one that the figures include. */
  after: v.number(),
  position: v.number(),
  /** All wallets together, and each house account, which gains what wallets lose. All of them always add up to zero. */
  accounts: v.array(
    v.object({
      account: v.picklist(["wallets", ...houseAccounts]),
      opening: v.number(),
      moved: v.object(v.entriesFromList(closingKinds, moved)),
      closing: v.number(),
    }),
  ),
  /** What the books say that each rail held at the end, and the last balance of its statement within the period. */
  rails: v.array(
    v.object({ rail: v.picklist(rails), books: v.number(), statement: v.nullable(railStatement) }),
  ),
});
export type Closing = v.InferOutput<typeof closingAnswer>;

/**
 * Charges of orders and refunds of orders, each with its value in cedis, and what is left; what suppliers took without what they
 * gave back, and what is left then: null if they took nothing in these days, because nobody knows the cost.
 */
const sold = { orders: sum, refunds: sum, net: v.number(), cost: sum, profit: v.nullable(v.number()) };
/** Of payments, in cedis. They are of no order, so only a time has them, and its profit is without them. */
const fees = v.number();

/** GET /order/sold: the highest net first. */
const soldAnswer = v.object({
  from: v.string(),
  to: v.string(),
  position: v.number(),
  /** Its profit is without the fees. */
  total: v.object({ ...sold, fees }),
  /** Hours of one day, "2026-11-21T10"; days; or months of a long period. The first one first. */
  times: v.array(v.object({ time: v.string(), ...sold, fees })),
  networks: v.array(v.object({ network: v.string(), ...sold })),
  packages: v.array(v.object({ network: v.string(), offer: v.string(), ...sold })),
  /** By the buyer's level when they bought. */
  levels: v.array(v.object({ userLevel: v.picklist(levels), ...sold })),
  /** Agents and Super Agents of today; one more row without user id has everybody else. */
  agents: v.array(
    v.object({ userId: v.nullable(v.string()), username: v.string(), userLevel: v.string(), ...sold }),
  ),
  /** The orders that each has delivered, and what it took; one more row without supplier has all other orders. */
  suppliers: v.array(v.object({ supplier: v.nullable(v.picklist(suppliers)), ...sold })),
  /** Orders with a cost above their price: how many, and by how much. */
  belowCost: sum,
});
export type Sold = v.InferOutput<typeof soldAnswer>;

export const reportOperations = /* @__PURE__ */ operationsOf("Orders", {
  countOrders: {
    call: "GET /order/counts",
    summary: "Count orders by status, and pending and decided top-ups",
    answer: orderCounts,
  },
  readStatistics: {
    call: "GET /order/statistics",
    summary: "Read the shop's figures by period, day, network and agent",
    answer: statisticsAnswer,
  },
  readPeriod: {
    call: "GET /order/period",
    summary: "Read the figures of a period, and those of the period before",
    query: daysQuery,
    compressed: true,
    answer: periodAnswer,
  },
  readSales: {
    call: "GET /order/sales",
    summary: "Sum your own completed orders of today and of this month",
    access: "signed-in",
    answer: salesAnswer,
  },
  readDashboard: {
    call: "GET /order/dashboard",
    summary: "Read what waits longest, today's sales and what admins did last",
    compressed: true,
    answer: dashboardAnswer,
  },
  readClosing: {
    call: "GET /audit/closing",
    tag: "Audit",
    summary: "Close a period: what each account had, what moved, and what it has",
    description:
      "The wallets' opening balances, plus top-ups, minus purchases, plus refunds, plus or minus corrections, are their closing balances; and the same for each house account. Payments that a rail reports move between house accounts first (`payment`, `fee`, `return`, `reversal`, `transfer`). For each rail, `statement` has the last balance that an admin noted from the rail's own statement within the period, beside the books of that moment. With `at`, the log is read as it was just before that moment. Money counts on the day on which it moved: a refund on the day of the refund, not of the order.",
    /** Without `to`: until today. Without `from`: from the first day of its month. */
    query: /* @__PURE__ */ queryInOrder({ ...days, at: moment }),
    compressed: true,
    answer: closingAnswer,
  },
  readSold: {
    call: "GET /order/sold",
    summary:
      "Sum the sales, costs and profit of a period by time, network, package, level, agent and supplier",
    description:
      "Orders count on the day they were placed, refunds on the day of the refund, and a cost when its supplier accepts the order. Each list adds up to the total, which is the purchases, refunds, costs and fees of `/audit/closing` for the same days. Days are days in Ghana, which has UTC.",
    query: daysQuery,
    compressed: true,
    answer: soldAnswer,
  },
});
