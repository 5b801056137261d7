/** Orders of guests in an agent's shop: they have no account, and whoever has an order's token sees it. */
import * as v from "valibot";
import { shopName } from "./shops.ts";
import { cedis, phone, text } from "./fields.ts";
import { operationsOf } from "./operation.ts";
import { voucher } from "./order-list.ts";
import { otpBody } from "./payments.ts";
import { receiptAnswer } from "./receipts.ts";

/** 128 random bits in base64url. */
const token = v.pipe(v.string(), v.regex(/^[A-Za-z0-9_-]{22}$/));

/** POST /shop/{name}/order. */
export const newGuestOrder = v.object({
  packageId: text(60),
  /** All that the guest was shown, in cedis, with what is added for the fee. */
  price: cedis,
  /** The beneficiary. */
  receiver: phone,
  /** The paying number. */
  payer: phone,
  /** A prompt on the paying number, or the rail's own page. */
  rail: v.optional(v.picklist(["prompt", "page"]), "prompt"),
});
export type NewGuestOrder = v.InferOutput<typeof newGuestOrder>;

/**
 * What the guest does next. asking: nobody knows yet whether the rail has the charge. prompt: approve it on the phone. otp: enter
 * the network's code. page: pay at the address in `said`. none: nothing more.
 */
export const guestSteps = ["asking", "prompt", "otp", "page", "none"] as const;

const step = { step: v.picklist(guestSteps), said: v.string() };

export const guestOrderStarted = v.object({ token: v.string(), ...step });
export type GuestOrderStarted = v.InferOutput<typeof guestOrderStarted>;

/**
 * waiting: for the payment. paid: it is being delivered soon. refunding: nothing is delivered, and the money goes back. failed: it was
 * not paid, and nothing was taken.
 */
export const guestStatuses = [
  "waiting",
  "paid",
  "processing",
  "completed",
  "refunding",
  "refunded",
  "failed",
] as const;
export type GuestStatus = (typeof guestStatuses)[number];

export const guestOrderState = v.object({
  status: v.picklist(guestStatuses),
  ...step,
  offer: v.string(),
  network: v.string(),
  /** Cut in the middle: the link may be passed on. */
  receiver: v.string(),
  /** Cedis. */
  price: v.number(),
  /** The name of the agent's shop in its address; null if it has none any more. */
  shop: v.nullable(v.string()),
  /** By which the shop finds it; null until it is paid. */
  reference: v.nullable(v.string()),
  /** Once it is delivered. */
  voucher: v.nullable(voucher),
  paid_at: v.nullable(v.string()),
  delivered_at: v.nullable(v.string()),
});
export type GuestOrderState = v.InferOutput<typeof guestOrderState>;

export const guestOrderOperations = /* @__PURE__ */ operationsOf("Shops", {
  startGuestOrder: {
    call: "POST /shop/{name}/order",
    summary: "Order in an agent's shop and be asked for the payment",
    description:
      "For guests without an account. The order is placed once the payment is verified. If it cannot be placed then, the money goes back. `said` is for the guest to read; with the step `page`, it is the address at which to pay. Sent again with the same Idempotency-Key, it is the same order, and the payer is asked once.",
    access: "anyone",
    params: { name: shopName },
    body: newGuestOrder,
    limited: true,
    status: 201,
    answer: guestOrderStarted,
    refusals: [
      "prompts_off",
      "shop_unknown",
      "shop_closed",
      "package_unknown",
      "price_changed",
      "phone_not_promptable",
      "payment_too_large",
    ],
  },
  sendGuestOtp: {
    call: "POST /guest-order/{token}/otp",
    summary: "Enter the code that the network gave the payer",
    access: "anyone",
    params: { token },
    body: otpBody,
    limited: true,
    answer: guestOrderState,
    refusals: ["order_unknown"],
  },
  readGuestOrder: {
    call: "GET /guest-order/{token}",
    summary: "Read what became of a guest's order",
    access: "anyone",
    params: { token },
    answer: guestOrderState,
    refusals: ["order_unknown"],
  },
  readGuestReceipt: {
    call: "GET /guest-order/{token}/receipt",
    summary: "Read the signed receipt of a guest's order",
    description: "Of what the guest paid once it is delivered, or of what went back to them.",
    access: "anyone",
    params: { token },
    limited: true,
    answer: receiptAnswer,
    refusals: ["order_unknown", "receipt_unready"],
  },
});
