/** An order, how the API writes it, and how its webhooks tell of it. */
import { createHmac } from "node:crypto";
import type { SupplierOrder } from "../supplier/order.ts";
import type { Webhook } from "../supplier/webhooks.ts";
import type { Network, Package } from "./catalogue.ts";
import type { OrderFate, RequestFate } from "./fates.ts";

export interface DataMartOrder extends SupplierOrder {
  network: Network;
  capacity: number;
  /** How its webhooks write numbers: as the answer to its purchase does. */
  writing: Writing;
  fate: OrderFate;
}

/** A purchase as it was answered. A repeated key gets the same one, whatever has become of the order since. */
export interface Receipt {
  order: DataMartOrder;
  balanceBefore: number;
  balanceAfter: number;
}

export type Writing = Pick<RequestFate, "money" | "capacity">;

export function purchaseRecord(receipt: Receipt, writing: Writing): object {
  return { ...receiptRecord(receipt, writing, "number"), orderStatus: "pending", processingMethod: "api" };
}

/** What the answers to a purchase and to a bulk both say. @param documented how the page writes the capacity there */
export function receiptRecord(
  { order, balanceBefore, balanceAfter }: Receipt,
  writing: Writing,
  documented: "text" | "number",
): object {
  const { id, reference, network, capacity, price } = order;
  const money = (pesewas: number) => writeMoney(pesewas, writing, "number");
  return {
    purchaseId: `P${id}`,
    orderReference: reference,
    transactionReference: `TRX-${id}`,
    network,
    capacity: writeNumber(capacity, writing.capacity, documented),
    price: money(price),
    balanceBefore: money(balanceBefore),
    balanceAfter: money(balanceAfter),
  };
}

export function statusRecord(order: DataMartOrder, writing: Writing): object {
  return {
    orderId: `P${order.id}`,
    reference: order.reference,
    ...commonRecord(order, writing),
    createdAt: new Date(order.created_ms).toISOString(),
    updatedAt: new Date(order.updated_ms).toISOString(),
  };
}

/** Its number and state have other names than in the answers. */
export function webhookRecord(order: DataMartOrder): object {
  const { phoneNumber: phone, orderStatus: status, ...rest } = commonRecord(order, order.writing);
  return {
    orderId: `P${order.id}`,
    orderReference: order.reference,
    transactionId: `TRX-${order.id}`,
    phone,
    ...rest,
    status,
  };
}

export function packageRecord({ network, capacity, price, inStock }: Package, writing: Writing): object {
  return {
    capacity: writeNumber(capacity, writing.capacity, "text"),
    mb: writeNumber(capacity * 1024, writing.capacity, "text"),
    price: writeMoney(price, writing, "text"),
    network,
    inStock,
  };
}

/** In cedis. @param documented how the page writes it in this place */
export function writeMoney(
  pesewas: number,
  { money }: Writing,
  documented: "text" | "number",
): string | number {
  return writeNumber(pesewas / 100, money, documented);
}

function commonRecord({ phone, network, capacity, price, state }: DataMartOrder, writing: Writing) {
  return {
    phoneNumber: phone,
    network,
    capacity: writeNumber(capacity, writing.capacity, "number"),
    price: writeMoney(price, writing, "number"),
    orderStatus: state,
  };
}

function writeNumber(
  value: number,
  how: "documented" | "text" | "number",
  documented: "text" | "number",
): string | number {
  return (how === "documented" ? documented : how) === "text" ? String(value) : value;
}

export type Forgery = Exclude<OrderFate["forgery"], "none">;

export interface Destination {
  url: string;
  /** Documented: shown once, when the address is set. */
  secret: string;
}

/**
 * Documented: signed with the hex HMAC-SHA256 of the body's bytes. With "other reference" the signature is right, and `data`
 * names the other order.
 */
export function signedWebhook(
  { url, secret }: Destination,
  event: string,
  data: object,
  forgery: Forgery | "none" = "none",
): Webhook {
  const body = JSON.stringify({ event, data });
  const sign = (by: string, text: string) => createHmac("sha256", by).update(text).digest("hex");
  const signatures: Record<typeof forgery, string | undefined> = {
    none: sign(secret, body),
    unsigned: undefined,
    "wrong key": sign("guessed", body),
    // The attacker has seen a genuine webhook, and sends its signature with another body.
    "other body signed": sign(secret, JSON.stringify({ event, data: {} })),
    "other reference": sign(secret, body),
  };
  const signature = signatures[forgery];
  const headers = {
    "x-datamart-event": event,
    ...(signature !== undefined && { "x-datamart-signature": signature }),
  };
  return { url, event, headers, body, ...(forgery !== "none" && { forgery }) };
}
