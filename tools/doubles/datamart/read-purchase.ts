/** Reads a purchase as strictly as the page describes it, and says why a request is refused. */
import { type Fields, fieldsOf } from "../loopback.ts";
import { Refusal } from "../server.ts";
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
  const fields = readFields(body);
  const purchase = readGoods(fields);
  if (fields["gateway"] !== "wallet") throw refusal(400, "Invalid gateway");
  return purchase;
}

/** What is bought, and for whom. @throws {Refusal} */
export function readGoods({ phoneNumber, network, capacity }: Fields): Purchase {
  if (typeof phoneNumber !== "string" || !/^0\d{9}$/.test(phoneNumber))
    throw refusal(400, "Invalid phone number");
  if (!isNetwork(network)) throw unknownNetwork();
  if (typeof capacity !== "string" || !/^\d+(\.\d+)?$/.test(capacity)) throw refusal(400, "Invalid capacity");
  return { phone: phoneNumber, network, capacity: Number(capacity) };
}

export function isNetwork(value: unknown): value is Network {
  return networks.some((network) => network === value);
}

export function unknownNetwork(): Refusal {
  return refusal(400, "Invalid network");
}

/** @throws {Refusal} */
export function readFields(body: string): Fields {
  const fields = fieldsOf(body);
  if (!fields) throw refusal(400, "Invalid JSON");
  return fields;
}
