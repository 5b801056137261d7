/** The live feed: what travels on the websocket /api/live. */
import * as v from "valibot";
import type { Operation } from "./operation.ts";
import { orderRecord } from "./orders.ts";
import { productRecord } from "./products.ts";
import { noticeRecord } from "./settings.ts";
import { rechargeRecord } from "./topups.ts";
import { userRecord } from "./users.ts";

/**
 * The client's first and only message: its one-time ticket, and the position it resumes from. That is the highest
 * `position` of a caughtUp or heartbeat message, never that of a row; null when the client has nothing yet.
 */
export const hello = v.strictObject({
  type: v.literal("hello"),
  ticket: v.pipe(v.string(), v.maxLength(100)),
  position: v.nullable(v.pipe(v.number(), v.safeInteger(), v.minValue(0))),
});
export type Hello = v.InferOutput<typeof hello>;

const position = v.number();

/**
 * From the server: welcome, the rows that were missed, caughtUp; then the rows that change, with caughtUp after each run
 * of them; a heartbeat every 25 seconds.
 *
 * One position can change several rows, each is a message of its own, and a row is sent as it is now, which may be newer
 * than the run it belongs to. So the position of a row says only which version of that row is newer: keep the higher one.
 */
export const liveMessage = v.union([
  v.object({
    type: v.literal("welcome"),
    /** Where the feed begins if the hello had no position, or if `refetch` is true. */
    position,
    /** True if too much was missed to send: fetch everything again. */
    refetch: v.boolean(),
  }),
  /** You have every change up to this position. Only this and a heartbeat move the position to resume from. */
  v.object({ type: v.literal("caughtUp"), position }),
  /** The same promise as caughtUp, and a sign that the connection works. */
  v.object({ type: v.literal("heartbeat"), position }),
  /** For admins: what waits for a second one has changed. */
  v.object({ type: v.literal("approvals"), position }),
  v.object({ event: v.literal("userUpdated"), data: userRecord, position }),
  v.object({ event: v.literal("CurrUserUpdated"), data: userRecord, position }),
  v.object({ event: v.literal("noticeUpdated"), data: noticeRecord, position }),
  v.object({ event: v.literal("productsUpdated"), data: productRecord, position }),
  v.object({ event: v.literal("ordersUpdated"), data: orderRecord, position }),
  v.object({ event: v.literal("rechargeUpdated"), data: rechargeRecord, position }),
  /** For the owner and the admins: lists show this row no more. It never comes back. */
  v.object({
    event: v.literal("removed"),
    data: v.object({ list: v.picklist(["order", "recharge", "user"]), _id: v.string() }),
    position,
  }),
]);
export type LiveMessage = v.InferOutput<typeof liveMessage>;
export type LiveEvent = Extract<LiveMessage, { event: string }>;

/**
 * Why the server closes a socket. 4401 and 4403: do not come back with this session. 4410: the ticket was used before, or is
 * too old; it says nothing about the session, so ask for another ticket.
 */
export const closeCodes = {
  malformed: 4400,
  signedOut: 4401,
  banned: 4403,
  helloTimeout: 4408,
  ticketInvalid: 4410,
  tooSlow: 4413,
  restart: 1012,
} as const;

export const liveOperations = {
  live: {
    method: "GET",
    path: "/live",
    tag: "Live",
    summary: "The live feed, by websocket",
    description:
      "The client sends one Hello within 10 seconds: its ticket and the position it resumes from. The server sends LiveMessages: welcome, the rows that were missed, then the rows that change. A row's position only says which version of the row is newer. Only caughtUp and heartbeat say that you have every change up to their position: resume from the highest of those. It closes with 4400 (malformed), 4401 (sign in again), 4403 (banned), 4408 (no hello), 4410 (ask for another ticket), 4413 (too slow) or 1012 (come back).",
    access: "anyone",
    status: 101,
    answer: { media: "websocket" },
    refusals: ["upgrade_required", "origin_refused"],
  },
} as const satisfies Record<string, Operation>;
