/**
 * The kinds of things that the shop sells, each with all that the shop must know of it, and the nine products of the
 * specification. Nothing else asks what a product is called.
 */
import type { MessageKind } from "./event-texts.ts";
import type { Carrier } from "./networks.ts";
import { texts } from "./texts.ts";

/** A field of the form that an order needs. */
export interface FormField {
  /** In `items` on the wire, and in stored forms. */
  name: string;
  /** Above the input. */
  label: string;
  /** In details, receipts and suppliers' files. */
  title: string;
  /** A card is the number of an identity card: messages show its end, if the shop wants it so. */
  kind: "text" | "phone" | "card" | "birthday";
  missing: string;
  /** Its column in suppliers' files, if that is not its title in small letters. */
  cell?: string;
  /** Its name in SMS templates, if that is not `name`. */
  inMessages?: string;
}

/** The form of an order, as it was typed and checked. */
export type OrderForm = Readonly<Record<string, string>>;

export interface ProductType {
  /** What a buyer fills in beside the number. Such an order is bought alone, and not from a basket. */
  form?: { title: string; fields: readonly FormField[] };
  /** Completing an order takes a PIN and a serial number, which go to the buyer. */
  hasVoucher: boolean;
  /** What the number is for, if it is not the number that gets what was bought. */
  numberHint?: string;
  /** The SMS that tells the shop of a new order. */
  placedMessage: MessageKind;
}

const data: ProductType = { placedMessage: "order_placed", hasVoucher: false };
const airtime: ProductType = { placedMessage: "order_placed", hasVoucher: false };
const voucher: ProductType = {
  placedMessage: "order_placed",
  hasVoucher: true,
  numberHint:
    "The candidate’s number, so that you can tell your vouchers apart. PIN and serial number come to you.",
};
const registration: ProductType = {
  placedMessage: "afa_ordered",
  hasVoucher: false,
  form: {
    title: "AFA registration",
    fields: [
      { name: "name", label: "Full name", title: "Name", kind: "text", missing: "Please enter the name" },
      {
        name: "phone",
        label: "Phone",
        title: "Phone",
        kind: "phone",
        missing: "Please enter a phone number",
        inMessages: "formPhone",
      },
      {
        name: "card",
        label: "Ghana Card number",
        title: "Card number",
        cell: "card",
        kind: "card",
        missing: "Please enter the card number",
      },
      {
        name: "dob",
        label: "Date of birth",
        title: "Date of birth",
        kind: "birthday",
        missing: "Please enter the date of birth",
      },
      {
        name: "location",
        label: "Location",
        title: "Location",
        kind: "text",
        missing: "Please enter the location",
      },
    ],
  },
};

export interface ProductLook {
  /** Undefined if any number is accepted. */
  carrier: Carrier | undefined;
  monogram: string;
  colour: "mtn" | "telecel" | "at" | "other";
}

/** `note`: the default warning on its page. */
const products: Record<string, ProductLook & { type: ProductType; note?: string }> = {
  MTNup2u: { type: data, carrier: "MTN", monogram: "MTN", colour: "mtn" },
  MTNme2u: { type: data, carrier: "MTN", monogram: "ME", colour: "mtn" },
  MTNexpress: { type: data, carrier: "MTN", monogram: "EX", colour: "mtn", note: texts.mtnExpressNote },
  AirtelTigo: { type: data, carrier: "AT", monogram: "AT", colour: "at" },
  "AT-ishare": { type: data, carrier: "AT", monogram: "iS", colour: "at" },
  Telecel: { type: data, carrier: "Telecel", monogram: "TC", colour: "telecel" },
  Airtime: { type: airtime, carrier: undefined, monogram: "☎", colour: "other" },
  AFA: { type: registration, carrier: undefined, monogram: "AFA", colour: "other" },
  WAEC: { type: voucher, carrier: undefined, monogram: "W", colour: "other" },
};

/** In the order of the specification's select (section 2). */
export const networks = Object.keys(products);

export function productTypeOf(network: string): ProductType {
  return products[network]?.type ?? data;
}

/** The forms of what is sold, each once. */
export const productForms = [...new Set(Object.values(products).flatMap(({ type: { form } }) => form ?? []))];

export function productLook(network: string): ProductLook {
  return (
    products[network] ?? { carrier: undefined, monogram: network.slice(0, 2).toUpperCase(), colour: "other" }
  );
}

/** The default warning for a product without a note of its own. */
export function defaultNote(network: string): string {
  return products[network]?.note ?? "";
}
