/** Orders as lists and the feed carry them. */
import * as v from "valibot";
import { limits } from "#contract/terms/limits.ts";
import { type FormField, networks, productForms } from "#contract/terms/product-types.ts";
import { isClean } from "#contract/terms/plain-text.ts";
import { findsOrder } from "#contract/terms/search.ts";
import { orderStatuses } from "#contract/terms/statuses.ts";
import { phone, text } from "./fields.ts";
import { choiceFilter, declareList, fileOperation, queryOf } from "./list.ts";
import { listOrPage, numberCursor } from "./lists.ts";
import { operationsOf } from "./operation.ts";

/** A form with these fields. `birthday`: how one is checked, if not as any text. */
export function formOf(fields: readonly FormField[], birthday?: v.GenericSchema<string>) {
  const anyText = ({ missing }: FormField) => text(limits.afa_field_length_max, missing);
  const checks: Record<FormField["kind"], (field: FormField) => v.GenericSchema<string>> = {
    text: anyText,
    card: anyText,
    phone: () => phone,
    birthday: (field) => birthday ?? anyText(field),
  };
  return v.object(Object.fromEntries(fields.map((field) => [field.name, checks[field.kind](field)])));
}

const [storedForm, ...otherForms] = /* @__PURE__ */ productForms.map(({ fields }) => formOf(fields));

/**
 * The form of an order as it was stored, sealed; only its owner and admins can see it. Any text was once accepted as a
 * date of birth, so this schema accepts it too.
 */
export const orderForm = otherForms.length === 0 ? storedForm! : v.union([storedForm!, ...otherForms]);

/** The voucher that an order brought. It is stored sealed, and only its owner and admins can see it. */
export const voucher = v.object({
  pin: text(limits.voucher_field_length_max, "Please enter the PIN"),
  serial: text(limits.voucher_field_length_max, "Please enter the serial number"),
});
export type Voucher = v.InferOutput<typeof voucher>;

/** An order as lists and the feed carry it; amounts in cedis. In the feed `user` is the id, in lists the username. */
export const orderRecord = v.object({
  _id: v.string(),
  id: v.number(),
  items: v.nullable(orderForm),
  /** Only of a completed order whose product brings one. */
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
  /** The reason for the rejection. */
  reason: v.nullable(v.string()),
  /** The number of the supplier batch that it went with. */
  batch: v.optional(v.number()),
  /** A guest has paid for it in the shop of its user, the agent. */
  ofShop: v.optional(v.literal(true)),
  /** Position of the refund; null if there is none. */
  refundedAt: v.nullable(v.number()),
  /** How much the rejection refunded: 0 if corrections of the charge had already returned all of it. */
  refunded: v.number(),
  /** Position of the charge. */
  chargedAt: v.number(),
  actionTimestamp: v.nullable(v.string()),
  createdAt: v.string(),
  position: v.number(),
  /** The name of whoever took its last step. In pages of a list and from the feed. */
  movedBy: v.optional(v.string()),
  /** Other orders of the same buyer, number and package, placed within 10 minutes and not rejected. In pages of a list. */
  sameAs: v.optional(v.array(v.object({ id: v.number(), status: v.picklist(orderStatuses) }))),
});
export type OrderRecord = v.InferOutput<typeof orderRecord>;

/** Any network that was ever sold, so not only today's. */
const network = v.optional(
  v.pipe(
    v.string(),
    v.nonEmpty("Please name a network"),
    v.maxLength(limits.network_length_max, "This network's name is too long"),
    v.check(isClean, "Please use plain text"),
  ),
);

export const orderList = /* @__PURE__ */ declareList<OrderRecord>()({
  name: "orders",
  noun: "order",
  key: ({ _id }) => _id,
  path: "/order/allorders",
  sizes: limits.page_sizes,
  file: "/order/orders.csv",
  fields: {
    id: { title: "Order", fileTitle: "ID", card: "more" },
    date: {
      title: "Ordered",
      fileTitle: "Date",
      kind: "moment",
      value: ({ createdAt }) => createdAt,
      card: "more",
    },
    network: { title: "Network" },
    receiver: { title: "Beneficiary", kind: "phone", card: "line" },
    offer: { title: "Package", card: "title" },
    totalAmount: { title: "Amount", kind: "cedis", card: "end" },
    reference: { title: "Reference", only: "file" },
    agent: { title: "User", card: "more" },
    agentPhoneNumber: { title: "User's phone", only: "file" },
    status: { title: "Status", card: "end" },
    reason: { title: "Reason", only: "file" },
    actionTimestamp: { title: "Decided", kind: "moment", only: "file" },
  },
  filters: {
    status: {
      .../* @__PURE__ */ choiceFilter("status", "Status", orderStatuses, { as: "chips" }),
      // That is the open work.
      initial: "pending",
    },
    network: { label: "Network", query: network, control: { kind: "choice", values: networks } },
    /** The number of a supplier batch. */
    batch: {
      label: "Batch",
      query: v.optional(
        v.pipe(v.string(), v.regex(/^[1-9]\d{0,14}$/, "The batch is a number"), v.transform(Number)),
      ),
      control: { kind: "chosen" },
    },
  },
  search: {
    placeholder: "Number, reference, user",
    finds: (typed, order) =>
      findsOrder(typed, { ...order, username: order.agent, phone: order.agentPhoneNumber }),
  },
  days: ({ createdAt }) => createdAt,
  owned: {
    user: ({ userId }) => userId,
    // Those who have waited longest come first, and of what is over the latest.
    order: ({ status }) => (status === "pending" || status === "processing" ? "oldest" : "newest"),
  },
  adminOnly: { movedBy: undefined, sameAs: undefined },
  live: {
    events: ["ordersUpdated"],
    removed: "order",
    isNew: (order, { status }) => status !== undefined || order.position === order.chargedAt,
  },
});

export const orderListOperations = /* @__PURE__ */ operationsOf("Orders", {
  listOrders: {
    call: `GET ${orderList.path}`,
    summary: "List orders, newest first",
    description:
      "An admin gets all orders, or those of one `user`. Anybody else, and an admin with `mine=1`, gets only their own. With `limit` the answer is a page, and `next` is the `cursor` of the page after it. `search` is a part of the reference, a number, the username, or the network and offer. With `search` or `network` the total is counted up to 1,000: `totalIsExact` says whether there are more.",
    access: "signed-in",
    byKey: true,
    query: queryOf(orderList),
    answer: listOrPage(orderRecord, numberCursor),
  },
  exportOrders: /* @__PURE__ */ fileOperation(orderList, "Export the filtered orders as a file"),
});
