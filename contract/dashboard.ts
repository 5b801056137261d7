/** What the office's first page shows besides the counts of open work. */
import * as v from "valibot";
import { messageStates } from "#contract/terms/statuses.ts";
import { actRecord } from "./audit.ts";
import type { Operation } from "./operation.ts";

/** How many orders, and their value in cedis. */
const sum = v.object({ count: v.number(), value: v.number() });

/** GET /order/dashboard. */
export const dashboardAnswer = v.object({
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

export const dashboardOperations = {
  readDashboard: {
    method: "GET",
    path: "/order/dashboard",
    tag: "Orders",
    summary: "Read what waits longest, today's sales and what admins did last",
    access: "admin",
    compressed: true,
    answer: dashboardAnswer,
  },
} as const satisfies Record<string, Operation>;
