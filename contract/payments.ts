/** Payments that a rail reports, and prompts on customers' phones. */
import * as v from "valibot";
import { chargeStates, oddKinds, paymentStatuses } from "#contract/terms/payments.ts";
import { rails } from "#contract/terms/rails.ts";
import { limits } from "#contract/terms/limits.ts";
import { rejectionText } from "#contract/terms/rejections.ts";
import { levels } from "#contract/terms/statuses.ts";
import { cedis, reason, reasonBody, serial, text, topupAmount, uuid } from "./fields.ts";
import { choiceFilter, declareList, queryOf } from "./list.ts";
import { numberCursor, oneOf, pageOf } from "./lists.ts";
import { operationsOf } from "./operation.ts";
import { asking, railNames, railOperations } from "./rails.ts";
import { railStatement } from "./rail-statements.ts";
import { topupRecord } from "./topups.ts";

/** What to tell the customer: the state, and what the rail says about it. */
export const promptState = v.object({
  state: v.picklist(chargeStates),
  said: v.string(),
  /** The address of the rail's page on which the customer can pay; null if there is none. */
  page: v.nullable(v.string()),
});
export type PromptState = v.InferOutput<typeof promptState>;

/** GET /payment/prompt: whether a customer can pay by prompt, and on which number. */
export const promptOffer = v.object({
  ...asking,
  /** The rails are doubles, and no money moves. */
  isPlayMoney: v.boolean(),
  phone: v.string(),
  /** Why this number cannot be prompted; null if it can. */
  obstacle: v.nullable(v.picklist(["not proved", "no network"])),
  /** Cedis: the least and the most of one payment, and what is left of the day's. */
  min: v.number(),
  max: v.number(),
  left: v.number(),
});
export type PromptOffer = v.InferOutput<typeof promptOffer>;

export const promptBody = v.object({ amount: topupAmount });

/** POST /payment/prompt, POST /payment/page: the request that the payment is for. It is approved by itself. */
export const promptAnswer = v.object({ recharge: topupRecord, position: v.number(), ...promptState.entries });
export type PromptAnswer = v.InferOutput<typeof promptAnswer>;

export const otpBody = v.object({
  otp: v.pipe(v.string(), v.trim(), v.regex(/^\d{4,10}$/, "Please enter the code from your phone")),
});

export const paymentRecord = v.object({
  _id: v.string(),
  rail: v.picklist(rails),
  /** The rail's own id. */
  transaction: v.string(),
  /** Cedis. */
  amount: v.number(),
  /** Cedis that the rail kept; null if it has not said so. */
  fee: v.nullable(v.number()),
  status: v.picklist(paymentStatuses),
  disputed: v.boolean(),
  reason: v.nullable(v.string()),
  /** The admin who acted on it last; null if the shop did. */
  by: v.nullable(v.string()),
  user: v.nullable(v.object({ _id: v.string(), username: v.string() })),
  rechargeId: v.nullable(v.string()),
  receivedAt: v.string(),
  decidedAt: v.nullable(v.string()),
  position: v.number(),
});
export type PaymentRecord = v.InferOutput<typeof paymentRecord>;

/** The statuses as pages call them. Open: received or held. */
export const paymentStatusNames = {
  open: "not matched",
  received: "not matched",
  held: "held",
  matched: "matched",
  returned: "returned",
  reversed: "taken back",
} as const satisfies Record<PaymentRecord["status"] | "open", string>;

/** Its search is for the rail's own id of the transaction, a reference or a username. */
export const paymentList = /* @__PURE__ */ declareList<PaymentRecord>()({
  name: "payments",
  noun: "payment",
  key: ({ _id }) => _id,
  path: "/payment",
  sizes: limits.page_sizes,
  fields: {
    receivedAt: { title: "Received", kind: "moment", card: "line" },
    rail: { title: "Rail", value: ({ rail }) => railNames[rail], card: "line" },
    transaction: { title: "Transaction", card: "title" },
    status: { title: "Status" },
    amount: { title: "Amount", kind: "cedis", card: "end" },
    fee: { title: "Fee", kind: "cedis" },
  },
  filters: {
    status: {
      label: "Status",
      query: oneOf("status", [...paymentStatuses, "open"]),
      control: {
        kind: "chips",
        values: ["open", "held", "matched", "returned", "reversed"],
        names: paymentStatusNames,
      },
      // What belongs to nobody yet comes first.
      initial: "open",
    },
    rail: /* @__PURE__ */ choiceFilter("rail", "Rail", rails, { names: railNames }),
  },
  search: { placeholder: "Transaction ID or username" },
  days: ({ receivedAt }) => receivedAt,
});

/** PUT /payment/{id}/match: whose it is, and the number of the request that it pays for. */
export const matchBody = v.object({
  user: uuid,
  recharge: v.optional(v.nullable(serial), null),
  userLevel: v.optional(v.picklist(levels)),
});

export const oddPayment = v.object({
  _id: v.number(),
  kind: v.picklist(oddKinds),
  rail: v.picklist(rails),
  /** The rail's own id. */
  transaction: v.string(),
  /** If it was paid twice: the rail's own id of the other payment. If its refund failed: the refund's. */
  other: v.nullable(v.string()),
  /** Whom the shop had asked for it; null if it had asked nobody. */
  user: v.nullable(v.object({ _id: v.string(), username: v.string() })),
  /** In `currency`, as the rail says it. */
  amount: v.number(),
  currency: v.string(),
  /** "live" or "test", as the rail says it. */
  domain: v.string(),
  /** The rail has taken or sent it back. */
  isReversed: v.boolean(),
  foundAt: v.string(),
  /** What an admin has done about it; null while nobody has. */
  handled: v.nullable(v.object({ by: v.string(), at: v.string(), note: v.string() })),
});
export type OddPaymentRecord = v.InferOutput<typeof oddPayment>;

export const handledBody = v.object({
  note: text(limits.reason_length_max, "Please enter what you have done about it"),
});

export const paymentDecision = v.object({
  /** Nothing has changed yet: another admin must approve it first. */
  pending: v.optional(v.literal(true)),
  payment: paymentRecord,
  position: v.number(),
});

/** GET /payment/rails. Cedis. */
export const railsAnswer = v.object({
  rails: v.array(
    v.object({
      rail: v.picklist(rails),
      /** What the books say that it holds for the shop. */
      books: v.number(),
      /** What the rail itself says; null if it does not. */
      own: v.nullable(v.number()),
      /** Withdrawals that it may have paid, and that are not booked as paid: how many, and their value. */
      onTheirWay: v.object({ count: v.number(), value: v.number() }),
      /**
       * Whether the two are the same, with or without what is on its way; null if only one is known, or if they differ by no
       * more than that.
       */
      agrees: v.nullable(v.boolean()),
      /** The last balance of its statement that an admin noted. */
      statement: v.nullable(railStatement),
    }),
  ),
  /** The rails are doubles, and no money moves. */
  isPlayMoney: v.boolean(),
  /** What is received and belongs to nobody yet: how many payments, and their value. */
  suspense: v.object({ count: v.number(), value: v.number() }),
});
export type Rails = v.InferOutput<typeof railsAnswer>;

/** What an admin enters in our own page: how much, beside the direction. */
export const transferForm = v.object({
  amount: v.pipe(cedis, v.minValue(1, rejectionText({ code: "amount_invalid" }))),
  reason,
});

const decisionRefusals = ["payment_unknown", "payment_decided"] as const;

/** Why a customer is asked for no payment, in either way. */
const askRefusals = [
  "prompts_off",
  "payment_too_small",
  "payment_too_large",
  "wallet_unknown",
  "amount_invalid",
  "amount_too_small",
  "amount_too_large",
  "too_many_topups",
] as const;

export const paymentOperations = /* @__PURE__ */ operationsOf("Payments", {
  readPromptOffer: {
    call: "GET /payment/prompt",
    summary: "Read whether you can pay by a prompt on your phone",
    access: "signed-in",
    answer: promptOffer,
  },
  sendPrompt: {
    call: "POST /payment/prompt",
    summary: "Ask for a payment on your own phone",
    description:
      "Makes a top-up request that is approved by itself once the payment is verified, and declined if it is not made. The prompt goes to your own number, which must be proved if the shop can send codes. `state` is `otp` if you must enter a code, and `waiting` if you must approve it on the phone. `asking`: nobody knows yet whether the rail has it; it is asked again by itself.",
    access: "signed-in",
    body: promptBody,
    command: true,
    status: 201,
    answer: promptAnswer,
    refusals: ["phone_not_proved", "phone_not_promptable", ...askRefusals],
  },
  openPaymentPage: {
    call: "POST /payment/page",
    summary: "Ask for a payment on Paystack's own page",
    description:
      "For a number that cannot be prompted. Like a prompt, with the same limits and the same request, but the customer opens `page`, enters a number there and approves the payment. What is known about it is read as of a prompt. Paystack sends the browser back to the page for top-ups, from which nothing is concluded. `page` is null if Paystack did not give an address.",
    access: "signed-in",
    body: promptBody,
    command: true,
    status: 201,
    answer: promptAnswer,
    refusals: askRefusals,
  },
  readPrompt: {
    call: "GET /payment/prompt/{id}",
    summary: "Read what became of your prompt",
    access: "signed-in",
    params: { id: serial },
    answer: promptState,
    refusals: ["recharge_unknown"],
  },
  sendOtp: {
    call: "POST /payment/prompt/{id}/otp",
    summary: "Enter the code that your network gave you",
    access: "signed-in",
    params: { id: serial },
    body: otpBody,
    limited: true,
    answer: promptState,
    refusals: ["prompts_off", "recharge_unknown"],
  },
  listPrompts: {
    call: "GET /payment/prompts",
    summary: "List the references of requests that customers are asked to pay on their phones",
    description: "If such a request is approved by hand, its payment may still come.",
    answer: v.array(v.string()),
  },
  ...railOperations,
  listPayments: {
    call: `GET ${paymentList.path}`,
    summary: "List payments that rails reported, newest first, in pages",
    description: "`status=open` lists those that belong to nobody yet, the oldest first.",
    query: /* @__PURE__ */ queryOf(paymentList),
    compressed: true,
    answer: pageOf(paymentRecord, numberCursor),
  },
  readRails: {
    call: "GET /payment/rails",
    summary: "Compare what the books say that each rail holds with what it says itself",
    answer: railsAnswer,
  },
  matchPayment: {
    call: "PUT /payment/{id}/match",
    summary: "Say whose a payment is, which credits the wallet",
    description:
      "With `recharge`, it pays for that request, which must be of this user, pending, and about the same amount. Above the limit for top-ups another admin must approve.",
    params: { id: uuid },
    body: matchBody,
    command: true,
    answer: paymentDecision,
    refusals: [
      ...decisionRefusals,
      "user_unknown",
      "own_account",
      "level_not_grantable",
      "wallet_unknown",
      "recharge_unknown",
      "recharge_decided",
      "payment_differs",
      "refund_open",
      "approval_decided",
      "approval_open",
    ],
  },
  coverPayment: {
    call: "PUT /payment/{id}/cover",
    summary: "Say that an admin had credited a payment before the rail reported it",
    params: { id: uuid },
    /** The number of a request that an admin had approved before the payment was known. */
    body: v.object({ recharge: serial }),
    command: true,
    answer: paymentDecision,
    refusals: [...decisionRefusals, "own_account", "recharge_unknown", "refund_open", "payment_not_credited"],
  },
  holdPayment: {
    call: "PUT /payment/{id}/hold",
    summary: "Note why a payment waits",
    params: { id: uuid },
    body: reasonBody,
    command: true,
    answer: paymentDecision,
    refusals: [...decisionRefusals, "refund_open", "reason_required", "unchanged"],
  },
  returnPayment: {
    call: "PUT /payment/{id}/return",
    summary: "Note that the shop has sent a payment back",
    description: "It only books it. Send the money back on the rail itself.",
    stepUp: true,
    params: { id: uuid },
    body: reasonBody,
    command: true,
    answer: paymentDecision,
    refusals: [...decisionRefusals, "reason_required"],
  },
  listOddPayments: {
    call: "GET /payment/odd",
    summary: "List payments that do not wait to be matched, and that an admin has to look at",
    description:
      "`not booked`: it came in another currency or of the other domain (live or test), so it is not in the books. `paid twice`: two payments of one customer were open together, for the same amount, and both were made; both are in the wallet. `refund failed`: the rail had taken back a payment that is in a wallet, and the shop has it again. `paid after all`: a rail has paid a withdrawal that is back in the wallet. Those that nobody has handled, the oldest first. With `status=all` all of them, the newest first. At most 200.",
    query: v.object({ status: v.optional(v.picklist(["open", "all"]), "open") }),
    answer: v.array(oddPayment),
  },
  handleOddPayment: {
    call: "PUT /payment/odd/{id}/handled",
    summary: "Note what you have done about such a payment",
    description: "It leaves the list. If another admin was faster, their note stays.",
    params: { id: serial },
    body: handledBody,
    answer: oddPayment,
    refusals: ["payment_unknown"],
  },
  transferFromRail: {
    call: "POST /payment/rails/{rail}/transfer",
    summary: "Book what the owner took out of a rail or put in",
    stepUp: true,
    params: { rail: v.picklist(rails) },
    /** Cedis that left the rail; negative: that were put in. */
    body: v.object({ amount: cedis, reason }),
    command: true,
    answer: railsAnswer,
    refusals: ["amount_invalid", "reason_required"],
  },
});
