/** The live feed: what travels on the websocket /api/live. */
import * as v from "valibot";
import { officeLimits } from "#contract/terms/office-limits.ts";
import { operationsOf } from "./operation.ts";
import { orderRecord } from "./order-list.ts";
import { productRecord } from "./products.ts";
import { noticeRecord } from "./settings.ts";
import { topupRecord } from "./topups.ts";
import { userRecord } from "./user-list.ts";

/**
 * The client's first and only message: its one-time ticket, and the position from which it resumes. That is the highest
 * `position` of a caughtUp or heartbeat message, never the position of a row. Null if the client has no data yet.
 */
export const hello = v.strictObject({
  type: v.literal("hello"),
  ticket: v.pipe(v.string(), v.maxLength(100)),
  position: v.nullable(v.pipe(v.number(), v.safeInteger(), v.minValue(0))),
  /** The `log` of the same message: lets the server see that an older log was restored since. Left out if there is none. */
  log: v.optional(v.pipe(v.string(), v.maxLength(64))),
});
export type Hello = v.InferOutput<typeof hello>;

/**
 * What an admin's page may say after the welcome: the ids of the orders that it has open, in a list that replaces the one
 * before. Said again every 20 seconds, it is shown to the other admins. From anybody else it is malformed.
 */
export const presenceSaid = v.strictObject({
  type: v.literal("presence"),
  orders: v.pipe(
    v.array(v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(9_999_999_999))),
    v.maxLength(officeLimits.presence_orders_max),
  ),
});

/** For admins: which orders admins have open right now, one entry for each page. It replaces the one before. */
const presence = v.object({
  type: v.literal("presence"),
  open: v.array(v.object({ user: v.string(), name: v.string(), orders: v.array(v.number()) })),
});
export type Presence = v.InferOutput<typeof presence>;

const position = v.number();
/** Names the log up to this position. Send it back with the position. Servers of an older version leave it out. */
const log = v.optional(v.string());

/**
 * The server sends welcome, the missed rows and caughtUp. Then it sends rows as they change, with caughtUp after each
 * group of them, and a heartbeat every 25 seconds.
 *
 * One position can change several rows. Each row is a message of its own, and is sent as it is now, which may be newer
 * than its group. So the position of a row only says which version of that row is newer: keep the higher one.
 */
export const liveMessage = v.union([
  v.object({
    type: v.literal("welcome"),
    /** Where the feed starts if the hello had no position, or if `refetch` is true. */
    position,
    log,
    /** True if too many rows were missed: fetch everything again. */
    refetch: v.boolean(),
    /**
     * True if an older log was restored: what the client has may never have happened, and positions say nothing about which
     * row is newer. Forget all rows before you fetch them again.
     */
    isOtherLog: v.optional(v.boolean()),
  }),
  /** You have every change up to this position. Only this and a heartbeat move the position to resume from. */
  v.object({ type: v.literal("caughtUp"), position, log }),
  /** The same promise as caughtUp, and a sign that the connection works. */
  v.object({ type: v.literal("heartbeat"), position, log }),
  /** For admins: the requests that wait for a second admin have changed. */
  v.object({ type: v.literal("approvals"), position }),
  presence,
  v.object({ event: v.literal("userUpdated"), data: userRecord, position }),
  v.object({ event: v.literal("CurrUserUpdated"), data: userRecord, position }),
  v.object({ event: v.literal("noticeUpdated"), data: noticeRecord, position }),
  v.object({ event: v.literal("productsUpdated"), data: productRecord, position }),
  v.object({ event: v.literal("ordersUpdated"), data: orderRecord, position }),
  v.object({ event: v.literal("rechargeUpdated"), data: topupRecord, position }),
  /** For the owner and the admins: this row was removed from the lists. It never comes back. */
  v.object({
    event: v.literal("removed"),
    data: v.object({ list: v.picklist(["order", "recharge", "user"]), _id: v.string() }),
    position,
  }),
]);
/** What is about the log, and so has a position. */
export type LiveMessage = Exclude<v.InferOutput<typeof liveMessage>, Presence>;
export type LiveEvent = Extract<LiveMessage, { event: string }>;

/**
 * Why the server closes a socket. 4401 and 4403: do not reconnect with this session. 4410: the ticket was used before or
 * is too old. The session may still be valid, so ask for another ticket.
 */
export const closeCodes = {
  malformed: 4400,
  signedOut: 4401,
  banned: 4403,
  helloTimeout: 4408,
  ticketInvalid: 4410,
  tooSlow: 4413,
  tooMany: 4429,
  restart: 1012,
} as const;

export const liveOperations = /* @__PURE__ */ operationsOf("Live", {
  live: {
    call: "GET /live",
    summary: "Open the live feed, by websocket",
    description:
      "The client sends one Hello within 10 seconds: its ticket and the position from which it resumes. The server sends LiveMessages: welcome, the missed rows, then rows as they change. A row's position only says which version of the row is newer. Only caughtUp and heartbeat say that you have every change up to their position: resume from the highest of those. An admin's client may then say which orders it has open. The server closes with 4400 (malformed), 4401 (sign in again), 4403 (banned), 4408 (no hello), 4410 (ask for another ticket), 4413 (too slow), 4429 (too many sockets of this user or address) or 1012 (reconnect).",
    access: "anyone",
    status: 101,
    answer: { media: "websocket" },
    refusals: ["upgrade_required", "origin_refused"],
  },
});
