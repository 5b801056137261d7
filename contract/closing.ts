/** The closing of a period: what each account had, what moved, what it has; and what was sold. */
import * as v from "valibot";
import { closingKinds } from "#contract/terms/payments.ts";
import { levels } from "#contract/terms/statuses.ts";
import { rails, houseAccounts } from "#contract/terms/rails.ts";
import { moment } from "./audit.ts";
import { areInOrder, days, daysText } from "./lists.ts";
import { railStatement } from "./rail-statements.ts";
import type { Operation } from "./operation.ts";

/** GET /audit/closing. Without `to`: until today. Without `from`: from the first day of its month. */
export const closingQuery = v.pipe(
  v.object({ ...days, at: moment }),
  v.check((query) => areInOrder(query), daysText),
);

/** How many movements, and what the account gained with them, in cedis; negative: what it lost. */
const moved = v.object({ count: v.number(), value: v.number() });

/** GET /audit/closing. Money in cedis. */
export const closingAnswer = v.object({
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

/** GET /order/sold. The same days as the closing. */
export const soldQuery = v.pipe(
  v.object(days),
  v.check((query) => areInOrder(query), daysText),
);

const sum = v.object({ count: v.number(), value: v.number() });

/** Charges of orders and refunds of orders, each with its value in cedis, and what is left. */
const sold = { orders: sum, refunds: sum, net: v.number() };

/** GET /order/sold: the highest net first. */
export const soldAnswer = v.object({
  from: v.string(),
  to: v.string(),
  position: v.number(),
  total: v.object(sold),
  networks: v.array(v.object({ network: v.string(), ...sold })),
  packages: v.array(v.object({ network: v.string(), offer: v.string(), ...sold })),
  /** By the buyer's level when they bought. */
  levels: v.array(v.object({ userLevel: v.picklist(levels), ...sold })),
  /** Agents and Super Agents of today; one more row without user id has everybody else. */
  agents: v.array(
    v.object({ userId: v.nullable(v.string()), username: v.string(), userLevel: v.string(), ...sold }),
  ),
});
export type Sold = v.InferOutput<typeof soldAnswer>;

export const closingOperations = {
  readClosing: {
    method: "GET",
    path: "/audit/closing",
    tag: "Audit",
    summary: "Close a period: what each account had, what moved, and what it has",
    description:
      "The wallets' opening balances, plus top-ups, minus purchases, plus refunds, plus or minus corrections, are their closing balances; and the same for each house account. Payments that a rail reports move between house accounts first (`payment`, `fee`, `return`, `reversal`, `transfer`). For each rail, `statement` has the last balance that an admin noted from the rail's own statement within the period, beside the books of that moment. With `at`, the log is read as it was just before that moment. Money counts on the day on which it moved: a refund on the day of the refund, not of the order.",
    access: "admin",
    query: closingQuery,
    compressed: true,
    answer: closingAnswer,
  },
  readSold: {
    method: "GET",
    path: "/order/sold",
    tag: "Orders",
    summary: "Sum the sales of a period by network, package, level and agent",
    description:
      "Orders count on the day they were placed, refunds on the day of the refund. Each list adds up to the total, which is the purchases and refunds of `/audit/closing` for the same days.",
    access: "admin",
    query: soldQuery,
    compressed: true,
    answer: soldAnswer,
  },
} as const satisfies Record<string, Operation>;
