/** The nine products of the specification, who carries them, and Ghana's number prefixes (product.md). */
import { texts } from "./texts.ts";

export const carriers = ["MTN", "Telecel", "AT"] as const;
export type Carrier = (typeof carriers)[number];

/** Numbers are ported: a prefix that does not match is worth a warning, never a refusal. */
export const prefixes: Record<Carrier, readonly string[]> = {
  MTN: ["024", "025", "053", "054", "055", "059"],
  Telecel: ["020", "050"],
  AT: ["023", "026", "027", "056", "057"],
};

export interface NetworkLook {
  /** Undefined if any number is accepted (airtime, vouchers, AFA). */
  carrier: Carrier | undefined;
  monogram: string;
  colour: "mtn" | "telecel" | "at" | "other";
}

const looks: Record<string, NetworkLook> = {
  MTNup2u: { carrier: "MTN", monogram: "MTN", colour: "mtn" },
  MTNme2u: { carrier: "MTN", monogram: "ME", colour: "mtn" },
  MTNexpress: { carrier: "MTN", monogram: "EX", colour: "mtn" },
  AirtelTigo: { carrier: "AT", monogram: "AT", colour: "at" },
  "AT-ishare": { carrier: "AT", monogram: "iS", colour: "at" },
  Telecel: { carrier: "Telecel", monogram: "TC", colour: "telecel" },
  Airtime: { carrier: undefined, monogram: "☎", colour: "other" },
  AFA: { carrier: undefined, monogram: "AFA", colour: "other" },
  WAEC: { carrier: undefined, monogram: "W", colour: "other" },
};

/** In the order of the specification's select (section 2). */
export const networks = Object.keys(looks);

export function networkLook(network: string): NetworkLook {
  return (
    looks[network] ?? { carrier: undefined, monogram: network.slice(0, 2).toUpperCase(), colour: "other" }
  );
}

/** The carrier that issued a number, once its first three digits are typed. */
export function carrierOf(phone: string): Carrier | undefined {
  return carriers.find((carrier) => prefixes[carrier].includes(phone.slice(0, 3)));
}

/** The default warning for a product without a note of its own. */
export function defaultNote(network: string): string {
  return network === "MTNexpress" ? texts.mtnExpressNote : "";
}

/** WAEC orders deliver a PIN and a serial number, which the admin enters when completing the order. */
export function needsVoucher(network: string): boolean {
  return network === "WAEC";
}

/** AFA is a registration and needs a form. */
export function needsAfaForm(network: string): boolean {
  return network === "AFA";
}
