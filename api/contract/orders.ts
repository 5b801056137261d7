/** Purchases and what becomes of them. */
import * as v from "valibot";
import { limits } from "#ledger/terms/limits.ts";
import { periodNames } from "#ledger/terms/periods.ts";
import { levels, orderStatuses } from "#ledger/terms/statuses.ts";
import { cedis, phone, text } from "./fields.ts";
import { userRecord } from "./users.ts";

/** The AFA registration form; the card number is kept sealed and shown to its owner and to admins only. */
export const afaForm = v.object({
  name: text(limits.afa_field_length_max, "Please enter the name"),
  phone,
  card: text(limits.afa_field_length_max, "Please enter the card number"),
  dob: text(limits.afa_field_length_max, "Please enter the date of birth"),
  location: text(limits.afa_field_length_max, "Please enter the location"),
});
export type AfaForm = v.InferOutput<typeof afaForm>;

/** What a voucher order brings; kept sealed and shown to its owner and to admins only. */
export const voucher = v.object({
  pin: text(limits.voucher_field_length_max, "Please enter the PIN"),
  serial: text(limits.voucher_field_length_max, "Please enter the serial number"),
});
export type Voucher = v.InferOutput<typeof voucher>;

/**
 * POST /order/create. An Order as the specification names its fields; only these count, the others (user, status,
 * date, agent …) are the server's to say. `totalAmount` is the price the buyer saw; `network` and `offer` beside a
 * `packageId` are what the buyer read, and it must still be so.
 */
export const newOrder = v.object({
  receiver: phone,
  network: v.optional(text(limits.network_length_max)),
  offer: v.optional(text(limits.offer_length_max)),
  packageId: v.optional(text(60)),
  totalAmount: v.optional(cedis),
  /** Serves as the idempotency key where the header is missing. */
  reference: v.optional(v.union([v.pipe(v.string(), v.maxLength(60)), v.pipe(v.number(), v.finite())])),
  items: v.optional(v.unknown()),
});

export const orderWrapper = "newOrder";

/** The order itself, or wrapped as { newOrder }: the specification's client can be read either way. */
export const orderOrWrapped = v.union([
  v.pipe(
    v.object({ newOrder }),
    v.transform((body) => body.newOrder),
  ),
  newOrder,
]);
export type NewOrder = v.InferOutput<typeof newOrder>;

/** PUT /order/update-status/{id} */
export const orderStatusBody = v.object({
  status: v.picklist(
    ["processing", "completed", "rejected"],
    "Please choose processing, completed or rejected",
  ),
  reason: v.optional(v.nullable(text(limits.reason_length_max)), null),
  /** Needed to complete an order for WAEC. */
  voucher: v.nullish(voucher),
});

/** An order as lists and the feed carry it; amounts in cedis. In the feed `user` is the id, in lists the username. */
export const orderRecord = v.object({
  _id: v.string(),
  id: v.number(),
  items: v.nullable(afaForm),
  /** Of a completed order for WAEC. */
  voucher: v.nullable(voucher),
  totalAmount: v.number(),
  /** dd/mm/yyyy hh:mm, UTC. */
  date: v.string(),
  reference: v.string(),
  receiver: v.string(),
  offer: v.string(),
  network: v.string(),
  packageId: v.string(),
  user: v.string(),
  userId: v.string(),
  agent: v.string(),
  agentPhoneNumber: v.string(),
  status: v.picklist(orderStatuses),
  /** Why it was rejected. */
  reason: v.nullable(v.string()),
  /** Position of the refund, once there is one. */
  refundedAt: v.nullable(v.number()),
  /** What the rejection gave back: nothing where corrections of the charge had given back all of it. */
  refunded: v.number(),
  /** Position of the charge. */
  chargedAt: v.number(),
  actionTimestamp: v.nullable(v.string()),
  createdAt: v.string(),
  position: v.number(),
});
export type OrderRecord = v.InferOutput<typeof orderRecord>;

/**
 * POST /order/create answers the order and the wallet's balance after it, in cedis. `account` is the buyer as the feed
 * tells of them. `order`: for clients that read the id there, as the specification's can be read.
 */
export const purchaseAnswer = v.object({
  ...orderRecord.entries,
  balance: v.number(),
  account: userRecord,
  order: v.object({ _id: v.string() }),
});
export type PurchaseAnswer = v.InferOutput<typeof purchaseAnswer>;

/** PUT /order/update-status/{id}. `account`: the buyer as the feed tells of them, if the act gave money back. */
export const orderAnswer = v.object({
  order: orderRecord,
  account: v.optional(userRecord),
  position: v.number(),
});
export type OrderAnswer = v.InferOutput<typeof orderAnswer>;

/** GET /order/counts */
export const orderCounts = v.object({
  ...v.entriesFromList(orderStatuses, v.number()),
  recharges: v.object({ pending: v.number() }),
});

/** How many orders, and their value in cedis. */
const sum = v.object({ count: v.number(), value: v.number() });

/** GET /order/sales: how many, and their value in cedis. */
export const salesAnswer = v.object({ today: sum, month: sum, position: v.number() });

const sums = { all: sum, completed: sum, rejected: sum };

/**
 * GET /order/statistics. Orders by the day they were placed, and what has become of them; also those that were removed
 * from the lists. What is by network or agent lags behind the log by a second.
 */
export const statisticsAnswer = v.object({
  periods: v.array(v.object({ name: v.picklist(periodNames), from: v.string(), to: v.string(), ...sums })),
  /** What all wallets hold together, in cedis. */
  funds: v.number(),
  /** All time. */
  networks: v.array(v.object({ network: v.string(), month: v.object(sums), total: v.object(sums) })),
  /** The last 31 days, oldest first. */
  days: v.array(v.object({ day: v.string(), ...sum.entries, rejected: sum })),
  /** Agents by what they have completed of this month. */
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

/** GET /order/{id}/history */
export const orderHistory = v.array(
  v.object({
    status: v.picklist(orderStatuses),
    /** dd/mm/yyyy hh:mm, UTC. */
    date: v.string(),
    createdAt: v.string(),
    position: v.number(),
  }),
);
export type OrderHistory = v.InferOutput<typeof orderHistory>;
