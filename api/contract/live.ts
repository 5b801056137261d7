/** What travels on the websocket /api/live. */
import * as v from "valibot";
import { noticeRecord, productRecord } from "./catalogue.ts";
import { orderRecord } from "./orders.ts";
import { rechargeRecord } from "./recharges.ts";
import { userRecord } from "./users.ts";

/** POST /live/ticket */
export const ticketAnswer = v.object({ ticket: v.string() });
export type TicketAnswer = v.InferOutput<typeof ticketAnswer>;

/** The client's first and only message: its one-time ticket, and the last position it has seen. */
export const hello = v.strictObject({
  type: v.literal("hello"),
  ticket: v.pipe(v.string(), v.maxLength(100)),
  position: v.nullable(v.pipe(v.number(), v.safeInteger(), v.minValue(0))),
});
export type Hello = v.InferOutput<typeof hello>;

const position = v.number();

/** From the server: welcome first, then what was missed, then what happens; a heartbeat when nothing does. */
export const liveMessage = v.union([
  v.object({
    type: v.literal("welcome"),
    position,
    /** True where too much was missed to send: fetch everything anew. */
    refetch: v.boolean(),
  }),
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

/** Why the server closes a socket; 4401 and 4403 mean: do not come back with this session. */
export const closeCodes = {
  malformed: 4400,
  signedOut: 4401,
  banned: 4403,
  helloTimeout: 4408,
  tooSlow: 4413,
  restart: 1012,
} as const;
