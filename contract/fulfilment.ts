/** Suppliers that deliver orders by themselves, and the shop's own stock of vouchers. */
import * as v from "valibot";
import { attempts_max, fulfilmentStates, refusalKinds, suppliers } from "#contract/terms/fulfilment.ts";
import { marginUnits } from "#contract/terms/pricing.ts";
import { rails } from "#contract/terms/rails.ts";
import { rejectionText } from "#contract/terms/rejections.ts";
import { cedis, reason, serial, text } from "./fields.ts";
import { operationsOf } from "./operation.ts";
import { voucher } from "./order-list.ts";

const supplierName = v.picklist(suppliers);

/** What one supplier did with the orders that were sent to it in some days. Seconds to delivery. */
const speed = v.object({
  delivered: v.number(),
  median_s: v.nullable(v.number()),
  p95_s: v.nullable(v.number()),
});

export const supplierRecord = v.object({
  name: supplierName,
  /** Its key is set. The stock always is. */
  isOn: v.boolean(),
  isPaused: v.boolean(),
  /** It failed, and gets no order before then. */
  restsUntil: v.nullable(v.string()),
  failure: v.nullable(v.string()),
  /** In cedis: what the books say that it holds for the shop, and what it says itself; of the stock, what is left is worth. */
  books: v.number(),
  balance: v.nullable(v.number()),
  /** Since when they differ. */
  differsSince: v.nullable(v.string()),
  /** Attempts whose end nobody knows, and orders that wait to be sent. */
  open: v.number(),
  waiting: v.number(),
  today: speed,
  usual: speed,
  refusals: v.array(v.object({ reason: v.string(), count: v.number() })),
  /** It tells its prices itself, or an admin has imported them; null: none are known. */
  pricesFrom: v.nullable(v.picklist(["supplier", "file"])),
});
export type SupplierRecord = v.InferOutput<typeof supplierRecord>;

const route = v.object({
  supplier: supplierName,
  /** What the supplier calls the package; empty for the stock. */
  code: v.pipe(v.string(), v.trim(), v.maxLength(60, "A supplier's code has at most 60 characters")),
});

const routes = v.pipe(
  v.array(route),
  v.maxLength(attempts_max, `At most ${attempts_max} suppliers`),
  v.check(
    (list) => new Set(list.map(({ supplier }) => supplier)).size === list.length,
    "Each supplier is named once",
  ),
);

const priceRecord = v.object({
  supplier: supplierName,
  code: v.string(),
  name: v.string(),
  network: v.string(),
  /** Cedis. `oldCost`: before it changed the last time. */
  cost: v.number(),
  oldCost: v.nullable(v.number()),
  changedAt: v.nullable(v.string()),
});
export type PriceRecord = v.InferOutput<typeof priceRecord>;

/** How prices are proposed: margins in percent or cedis above the cost, and then up to the next step in cedis. */
const priceRule = v.object({
  unit: v.picklist(marginUnits),
  priceCustomer: v.number(),
  priceAgent: v.number(),
  priceSAg: v.number(),
  step: v.number(),
});

/** What the shop does by itself, and when it warns. */
const rules = v.object({
  refunds: v.array(v.picklist(refusalKinds)),
  /** Cedis. */
  floatMin: v.number(),
  hoursMin: v.number(),
  vouchersMin: v.number(),
});

export const suppliersAnswer = v.object({
  suppliers: v.array(supplierRecord),
  /** By the id of a package: where it can be had. */
  routes: v.record(v.string(), v.array(route)),
  prices: v.array(priceRecord),
  /** By the id of a package: vouchers that nobody has bought. */
  stock: v.record(v.string(), v.number()),
  rules,
  /** In cedis: what the dearest of these has cost. */
  stockCosts: v.record(v.string(), v.number()),
  priceRule,
});
export type SuppliersAnswer = v.InferOutput<typeof suppliersAnswer>;

/** An attempt that an admin may have to settle, or that its supplier contradicts. */
export const attemptRecord = v.object({
  order: v.number(),
  attempt: v.number(),
  supplier: supplierName,
  reference: v.string(),
  state: v.picklist(fulfilmentStates),
  /** What the supplier said last, or that it says nothing. */
  said: v.nullable(v.string()),
  contradiction: v.nullable(v.string()),
  sentAt: v.string(),
  network: v.string(),
  offer: v.string(),
  receiver: v.string(),
});
export type AttemptRecord = v.InferOutput<typeof attemptRecord>;

export const attemptsAnswer = v.array(attemptRecord);

export const vouchers_max = 2000;

export const routesBody = v.object({
  package: text(60),
  routes,
  /** What the admin saw. If it has changed since, the call is refused. */
  seen: v.optional(routes),
});
export const fundBody = v.object({ from: v.picklist([...rails, "owner"]), amount: cedis, reason });
export const settleBody = v.object({
  order: v.pipe(v.number(), v.safeInteger(), v.minValue(1)),
  attempt: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(attempts_max)),
  outcome: v.picklist(["delivered", "refused"], "Please choose delivered or refused"),
  reason,
});
export const seeBody = v.omit(settleBody, ["outcome"]);

const atLeast0 = (value_max: number) =>
  v.pipe(
    v.union([v.number(), v.string()]),
    v.transform(Number),
    v.integer("Please enter a whole number"),
    v.minValue(0, "Please enter a whole number"),
    v.maxValue(value_max, `At most ${value_max}`),
  );
const ruleFields = {
  refunds: v.array(v.picklist(refusalKinds)),
  floatMin: v.pipe(cedis, v.minValue(0, rejectionText({ code: "amount_invalid" }))),
  hoursMin: atLeast0(168),
  vouchersMin: atLeast0(10_000),
};
export const rulesBody = v.object({
  ...ruleFields,
  /** What the admin saw. If it has changed since, the call is refused. */
  seen: v.optional(v.object(ruleFields)),
});
export type RulesBody = v.InferOutput<typeof rulesBody>;
export const importBody = v.object({
  package: text(60),
  /** What each of them cost. */
  cost: v.pipe(cedis, v.minValue(0, rejectionText({ code: "amount_invalid" }))),
  vouchers: v.pipe(
    v.array(voucher),
    v.minLength(1, "Please paste the vouchers: a PIN and a serial number in each line"),
    v.maxLength(vouchers_max, `At most ${vouchers_max} vouchers at a time`),
  ),
});
export const importAnswer = v.object({ added: v.number(), known: v.number() });
export type ImportAnswer = v.InferOutput<typeof importAnswer>;

export const fulfilmentOperations = /* @__PURE__ */ operationsOf("Orders", {
  readSuppliers: {
    call: "GET /supplier",
    summary: "Read the suppliers, their state and prices, and which packages they deliver",
    answer: suppliersAnswer,
  },
  pauseSupplier: {
    call: "PUT /supplier/{name}/pause",
    summary: "Pause a supplier, or let it go on",
    description: "A paused supplier gets no new orders. What it has is asked about as before.",
    params: { name: supplierName },
    body: v.object({ isPaused: v.boolean() }),
    answer: suppliersAnswer,
  },
  changeRoutes: {
    call: "PUT /supplier/routes",
    summary: "Change where a package can be had, the best supplier first",
    description:
      "New orders of the package go out by themselves. Without a supplier, an admin has them delivered. Vouchers can only come from the stock.",
    body: routesBody,
    command: true,
    answer: suppliersAnswer,
    refusals: ["package_unknown", "changed_meanwhile", "unchanged"],
  },
  fundSupplier: {
    call: "POST /supplier/{name}/fund",
    summary: "Book money for a supplier, from a rail or from the owner",
    params: { name: supplierName },
    /** Negative: it came back. */
    body: fundBody,
    command: true,
    stepUp: true,
    answer: suppliersAnswer,
    refusals: ["amount_invalid", "reason_required"],
  },
  importVouchers: {
    call: "POST /supplier/vouchers",
    summary: "Add vouchers to the stock",
    description:
      "They are stored sealed, and no page shows them. A PIN that is in the stock already is left out and counted.",
    body: importBody,
    stepUp: true,
    answer: importAnswer,
    refusals: ["package_unknown", "changed_meanwhile"],
  },
  hearDataMart: {
    call: "POST /supplier/datamart/webhook",
    summary: "Hear from DataMart",
    description:
      "DataMart's webhook. The body must be signed with the shop's key (`X-DataMart-Signature`). It is a hint: what became of an order is asked before anything follows.",
    access: "anyone",
    answer: v.object({}),
    refusals: ["supplier_off", "signature_wrong"],
  },
  hearReloadly: {
    call: "POST /supplier/reloadly/webhook",
    summary: "Hear from Reloadly",
    description:
      "Reloadly's webhook. Body and time must be signed with its secret (`X-Reloadly-Signature`). It is a hint: what became of an order is asked before anything follows.",
    access: "anyone",
    answer: v.object({}),
    refusals: ["supplier_off", "signature_wrong"],
  },
  hearHubnet: {
    call: "POST /supplier/hubnet/webhook/{order}/{proof}",
    summary: "Hear from Hubnet",
    description:
      "Hubnet signs nothing, so each order has an address of its own that nobody can guess. It is a hint: what became of the order is asked before anything follows.",
    access: "anyone",
    params: { order: serial, proof: v.string() },
    answer: v.object({}),
    refusals: ["supplier_off", "signature_wrong"],
  },
  listAttempts: {
    call: "GET /supplier/attempts",
    summary: "List what suppliers have not answered for an hour, and what they contradict; oldest first",
    description: "At most 200.",
    answer: attemptsAnswer,
  },
  settleAttempt: {
    call: "POST /supplier/settle",
    summary: "Settle an attempt that a supplier does not answer, as its support says",
    description:
      "Delivered completes the order. Refused lets it be sent elsewhere or refunded. Of an order above the limit for corrections, nothing changes until another admin approves: `pending`.",
    body: settleBody,
    command: true,
    stepUp: true,
    answer: v.object({ attempts: attemptsAnswer, pending: v.boolean() }),
    refusals: [
      "fulfilment_unknown",
      "fulfilment_settled",
      "reason_required",
      "approval_open",
      "approval_decided",
    ],
  },
  seeContradiction: {
    call: "POST /supplier/contradiction",
    summary: "Say that a supplier's contradiction is taken care of",
    description: "It leaves the list. Orders and money stay as they are.",
    body: seeBody,
    command: true,
    answer: attemptsAnswer,
    refusals: ["fulfilment_unknown", "reason_required", "unchanged"],
  },
  changeSupplierRules: {
    call: "PUT /supplier/rules",
    summary: "Change what the shop does by itself about refused orders, and when it warns of low floats",
    description:
      "`refunds`: after such a refusal by the last supplier the order is refunded. An admin is warned once when a supplier holds less than `floatMin` cedis, or less than is spent in `hoursMin` hours, or when fewer than `vouchersMin` vouchers of a package are left.",
    body: rulesBody,
    command: true,
    stepUp: true,
    answer: suppliersAnswer,
    refusals: ["changed_meanwhile", "unchanged"],
  },
});
