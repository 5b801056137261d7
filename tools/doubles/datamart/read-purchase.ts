/** Reads a purchase as strictly as the page describes it, and says why a request is refused. */
import { type Network, networks } from "./catalogue.ts";

/** A request that DataMart refuses. Documented: 4xx {status: "error", message} and sometimes more fields. */
export class Refusal extends Error {
  readonly status: number;
  readonly #more: object;

  constructor(status: number, message: string, more: object = {}) {
    super(message);
    this.status = status;
    this.#more = more;
  }

  get body(): object {
    return { status: "error", message: this.message, ...this.#more };
  }
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
    throw new Refusal(400, "Invalid phone number");
  if (!isNetwork(network)) throw unknownNetwork();
  if (typeof capacity !== "string" || !/^\d+(\.\d+)?$/.test(capacity))
    throw new Refusal(400, "Invalid capacity");
  if (gateway !== "wallet") throw new Refusal(400, "Invalid gateway");
  return { phone: phoneNumber, network, capacity: Number(capacity) };
}

export function isNetwork(value: unknown): value is Network {
  return networks.some((network) => network === value);
}

export function unknownNetwork(): Refusal {
  return new Refusal(400, "Invalid network");
}

function readFields(body: string): Record<string, unknown> {
  try {
    const fields: unknown = JSON.parse(body);
    if (typeof fields === "object" && fields !== null) return fields as Record<string, unknown>;
  } catch {}
  throw new Refusal(400, "Invalid JSON");
}
