/** A top-up at Reloadly, how the API writes it, and how its webhook tells of it. */
import { createHmac } from "node:crypto";
import type { DoubleClock } from "../clock.ts";
import type { State, SupplierOrder } from "../supplier/order.ts";
import type { Webhook } from "../supplier/webhooks.ts";
import type { OrderFate, RequestFate } from "./fates.ts";
import type { Currency, Operator } from "./operators.ts";

export interface ReloadlyOrder extends SupplierOrder {
  operator: Operator;
  /** What was asked for, in hundredths of a currency. */
  requested: number;
  requestedCurrency: "USD" | "GHS";
  /** What the number gets if all goes well, in pesewas. */
  local: number;
  /** The shop's balance before it, in hundredths of the account's currency. */
  balanceBefore: number;
  fate: OrderFate;
}

/** Documented: these four. A delivery in part can only be seen in the amount. */
const words: Record<State, string> = {
  pending: "PROCESSING",
  waiting: "PROCESSING",
  processing: "PROCESSING",
  completed: "SUCCESSFUL",
  failed: "FAILED",
  refunded: "REFUNDED",
  partial: "SUCCESSFUL",
  on_hold: "ON_HOLD",
};

export function topupRecord(
  order: ReloadlyOrder,
  { code }: Currency,
  numbers: RequestFate["numbers"] = "documented",
) {
  const { id, key, phone, operator, state, local, price, balanceBefore } = order;
  const write = (number: number) => (numbers === "text" ? String(number) : number);
  const amount = (hundredths: number) => write(hundredths / 100);
  return {
    transactionId: write(id),
    status: words[state],
    operatorTransactionId: state === "completed" ? `OP${id}` : null,
    customIdentifier: key ?? null,
    recipientPhone: write(Number(`233${phone.slice(1)}`)),
    recipientEmail: null,
    senderPhone: null,
    countryCode: "GH",
    operatorId: write(operator.operatorId),
    operatorName: operator.name,
    discount: amount(Math.round((price * operator.discount) / (100 - operator.discount))),
    discountCurrencyCode: code,
    requestedAmount: amount(order.requested),
    requestedAmountCurrencyCode: order.requestedCurrency,
    deliveredAmount: amount(state === "partial" ? Math.floor(local / 2) : local),
    deliveredAmountCurrencyCode: "GHS",
    transactionDate: writeTime(order.created_ms),
    pinDetail: null,
    balanceInfo: {
      oldBalance: amount(balanceBefore),
      newBalance: amount(balanceBefore - price),
      cost: amount(price),
      currencyCode: code,
      currencyName: code === "USD" ? "US Dollar" : "Ghanaian Cedi",
      updatedAt: writeTime(order.updated_ms),
    },
  };
}

export function writeTime(at_ms: number): string {
  return new Date(at_ms).toISOString().slice(0, 19).replace("T", " ");
}

export type Forgery = Exclude<OrderFate["forgery"], "none">;

export interface Destination {
  url: string;
  secret: string;
}

const event = "airtime_transaction.status";

/** Signed: hex HMAC-SHA256 of the body, a colon and the time of the request. */
export function signedWebhook(
  { url, secret }: Destination,
  data: object,
  clock: DoubleClock,
  forgery: Forgery | "none" = "none",
): Webhook {
  const body = JSON.stringify({ type: event, date: clock.text(), data });
  const timestamp = String(Math.round(clock.now_ms));
  const sign = (by: string, text: string) =>
    createHmac("sha256", by).update(`${text}:${timestamp}`).digest("hex");
  const signatures: Record<typeof forgery, string | undefined> = {
    none: sign(secret, body),
    unsigned: undefined,
    "wrong key": sign("guessed", body),
    // The attacker has seen a genuine webhook, and sends its signature with another body.
    "other body signed": sign(secret, "{}"),
    "other reference": sign(secret, body),
  };
  const signature = signatures[forgery];
  const headers = {
    "x-reloadly-request-timestamp": timestamp,
    ...(signature !== undefined && { "x-reloadly-signature": signature }),
  };
  return { url, event, headers, body, ...(forgery !== "none" && { forgery }) };
}
