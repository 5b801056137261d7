/** An order at Hubnet, and how the API writes it. All of it was seen in code of its customers only. */
import type { State, SupplierOrder } from "../supplier/order.ts";
import type { Webhook } from "../supplier/webhooks.ts";
import type { OrderFate, RequestFate } from "./fates.ts";

export const networks = ["mtn", "at", "big-time"] as const;
export type Network = (typeof networks)[number];

export interface HubnetOrder extends SupplierOrder {
  network: Network;
  /** GB of 1,000 MB. */
  gigabytes: number;
  /** Where the shop wants to hear of it. */
  webhook: string | undefined;
  fate: OrderFate;
}

const words: Record<State, string> = {
  pending: "pending",
  waiting: "pending",
  processing: "processing",
  completed: "delivered",
  failed: "failed",
  refunded: "refunded",
  partial: "partial",
  on_hold: "on_hold",
};

export function orderRecord(
  { id, reference, phone, gigabytes, state }: HubnetOrder,
  volume: RequestFate["volume"] = "text",
) {
  const written = {
    text: String(gigabytes * 1000),
    number: gigabytes * 1000,
    "of 1024": `${gigabytes * 1024}`,
  };
  const status = words[state];
  return { reference, transaction_id: `HB${id}`, phone, volume: written[volume], status, message: status };
}

/** Success, where a sample has its "0000". */
export function accepted(success: RequestFate["success"], data: object, more: object = {}): object {
  const reason = "Your request has been received.";
  switch (success) {
    case "message":
      return { status: true, message: "0000", reason, ...more, data };
    case "code":
      return { status: true, code: "0000", message: reason, ...more, data };
    case "data code":
      return { status: true, message: reason, ...more, data: { ...data, code: "0000" } };
    case "words":
      return { event: "transaction.success", status: "success", ...more, data };
    default:
      return success satisfies never;
  }
}

/** What was not accepted, with a code in the same place. */
export function rejected(success: RequestFate["success"], code: string, text: string): object {
  const data = { status: false, message: text };
  if (success === "message") return { status: false, message: code, reason: text, data };
  if (success === "code") return { status: false, code, message: text, data };
  if (success === "data code") return { status: false, message: text, data: { ...data, code } };
  return { event: "charge.rejected", code, status: "failed", message: text };
}

/** Nothing signs it. */
export function webhookOf(order: HubnetOrder): Webhook | undefined {
  if (order.webhook === undefined) return undefined;
  const event = `transaction.${words[order.state]}`;
  return {
    url: order.webhook,
    event,
    headers: {},
    body: JSON.stringify({ event, data: orderRecord(order) }),
  };
}
