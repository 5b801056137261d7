/** Reads a purchase as strictly as the page describes it, and says why a request is refused. */
import { Refusal } from "../supplier/order.ts";
import { type Network, networks } from "./catalogue.ts";

/** Documented: 4xx {status: "error", message} and sometimes more fields. */
export function refusal(status: number, message: string, more: object = {}): Refusal {
  return new Refusal(status, message, { status: "error", message, ...more });
}

export interface Purchase {
  phone: string;
  network: Network;
  /** GB. */
  capacity: number;
}

/** @throws {Refusal} */
export function readPurchase(body: string): Purchase {
  const { phoneNumber, network, capacity, gateway } = readFields(body);
  if (typeof phoneNumber !== "string" || !/^0\d{9}$/.test(phoneNumber))
    throw refusal(400, "Invalid phone number");
  if (!isNetwork(network)) throw unknownNetwork();
  if (typeof capacity !== "string" || !/^\d+(\.\d+)?$/.test(capacity)) throw refusal(400, "Invalid capacity");
  if (gateway !== "wallet") throw refusal(400, "Invalid gateway");
  return { phone: phoneNumber, network, capacity: Number(capacity) };
}

export function isNetwork(value: unknown): value is Network {
  return networks.some((network) => network === value);
}

export function unknownNetwork(): Refusal {
  return refusal(400, "Invalid network");
}

function readFields(body: string): Record<string, unknown> {
  try {
    const fields: unknown = JSON.parse(body);
    if (typeof fields === "object" && fields !== null) return fields as Record<string, unknown>;
  } catch {}
  throw refusal(400, "Invalid JSON");
}
