/**
 * The shop's SMS (specification sections 1, 4 and 7): each occasion, its recipient, its text, and the
 * fields that a text may contain. Texts say GHS: neither ¢ nor ₵ is in the alphabet of an SMS.
 */
import { officeLimits } from "./office-limits.ts";
import { strangersOf, toGsm7 } from "./gsm7.ts";
import type { MessageKind } from "./message-kinds.ts";

interface Occasion {
  label: string;
  /** To the admin's number, or to the user. */
  to: "admin" | "user";
  text: string;
  /** The fields that a text may contain, with example values for the preview and for counting segments. */
  fields: Readonly<Record<string, string>>;
}

const shop = { shop: "Cedibook" } as const;
const person = { user: "kwame_mensah", phone: "0244123456" } as const;
const bought = {
  reference: "10000042",
  network: "MTNup2u",
  offer: "10 GB",
  receiver: "0201234567",
  amount: "1,022.50",
} as const;
const request = { reference: "T-10042", amount: "1,200.00" } as const;

export const occasions = {
  topup_requested: {
    label: "Top-up request",
    to: "admin",
    text: "Top-up request {reference}: {user} ({phone}) says that GHS {amount} is paid. MoMo ID: {momo}",
    fields: { ...shop, ...person, ...request, momo: "38271940562" },
  },
  agent_requested: {
    label: "Agent request",
    to: "admin",
    text: "Agent request {reference}: {user} ({phone}) asks to become an Agent and says that GHS {amount} is paid.",
    fields: { ...shop, ...person, ...request, amount: "50.00", momo: "38271940562" },
  },
  order_placed: {
    label: "Data order",
    to: "admin",
    text: "Order {reference}: {network} {offer} for {receiver}, GHS {amount}, from {user} ({phone}).",
    fields: { ...shop, ...person, ...bought },
  },
  afa_ordered: {
    label: "AFA request",
    to: "admin",
    text: "AFA {reference} from {user}: {name}, {formPhone}, card {card}, born {dob}, {location}.",
    fields: {
      ...shop,
      ...person,
      ...bought,
      name: "Akosua Boateng Mensah",
      formPhone: "0201234567",
      card: "...4321",
      dob: "14/02/1994",
      location: "Kumasi, Ashanti",
    },
  },
  topup_approved: {
    label: "Top-up approved",
    to: "user",
    text: "Your top-up {reference} of GHS {amount} is approved. Your balance is GHS {balance}.",
    fields: { ...shop, ...person, ...request, balance: "12,345.60" },
  },
  topup_declined: {
    label: "Top-up declined",
    to: "user",
    text: "Your top-up {reference} of GHS {amount} was declined. Your balance is unchanged. {reason}",
    fields: { ...shop, ...person, ...request, reason: "We found no payment with this ID." },
  },
  order_completed: {
    label: "Order completed",
    to: "user",
    text: "Your order {reference} is complete: {network} {offer} for {receiver}. Thank you!",
    fields: { ...shop, ...person, ...bought },
  },
  voucher_completed: {
    label: "Voucher delivered",
    to: "user",
    text: "Your order {reference} is complete: {offer} for {receiver}. PIN {pin}, serial {serial}. Thank you!",
    fields: {
      ...shop,
      ...person,
      ...bought,
      network: "WAEC",
      offer: "WASSCE checker",
      pin: "491827364550",
      serial: "WRC2611-0042",
    },
  },
  order_rejected: {
    label: "Order rejected",
    to: "user",
    text: "Your order {reference} ({offer} for {receiver}) was rejected. GHS {amount} is back in your wallet. {reason}",
    fields: { ...shop, ...person, ...bought, reason: "This number cannot take bundles." },
  },
} as const satisfies Record<MessageKind, Occasion>;

export function occasionOf(kind: MessageKind): Occasion {
  return occasions[kind];
}

/** How an AFA form's card number appears in a message. */
export const cardNumberModes = ["last four", "whole"] as const;
export type CardNumberMode = (typeof cardNumberModes)[number];

export function shownCard(card: string, mode: CardNumberMode): string {
  const signs = card.replace(/[^\p{L}\d]/gu, "");
  return mode === "whole" ? card : `...${signs.length > 4 ? signs.slice(-4) : ""}`;
}

/** The texts that an admin has written in place of the shop's own. */
export type Templates = Partial<Record<MessageKind, string>>;

export function templateFor(kind: MessageKind, templates: Templates): string {
  return templates[kind] ?? occasions[kind].text;
}

/** Replaces fields by their values, in the alphabet of an SMS. A field without a value becomes empty. */
export function fillTemplate(template: string, values: Readonly<Record<string, string>>): string {
  const filled = template.replace(/\{(\w+)\}/g, (_, name: string) => values[name] ?? "");
  return toGsm7(filled.replace(/ {2,}/g, " ").trim());
}

/** Why a text cannot be used; undefined if it can. */
export function templateProblem(kind: MessageKind, template: string): string | undefined {
  if (template.trim() === "") return "Please enter the text";
  if (template.length > officeLimits.template_length_max)
    return `At most ${officeLimits.template_length_max} characters`;
  const { fields } = occasionOf(kind);
  const unknown = [...template.matchAll(/\{(\w*)\}/g)].find(([, name = ""]) => !Object.hasOwn(fields, name));
  if (unknown) return `There is no field ${unknown[0]} here`;
  const strangers = strangersOf(template);
  if (strangers.length > 0)
    return `An SMS has no ${strangers.join(" ")}${strangers.some((sign) => "¢₵".includes(sign)) ? ": write GHS" : ""}`;
  return undefined;
}
