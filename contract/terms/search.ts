/** How the text of a search is interpreted. */
import { spelledName } from "./plain-text.ts";

export interface Typed {
  text: string;
  /** The text as usernames are spelled. */
  name: string;
  /** Local digits; undefined if it cannot be a phone number. */
  number: string | undefined;
  /** Only digits were typed, or undefined. */
  digits: string | undefined;
}

export function readTyped(typed: string): Typed {
  const text = typed.trim().toLowerCase();
  const isNumber = /^\+?\s*\(?\d[\d\s()-]*$/.test(text);
  const figures = text.replace(/\D/g, "");
  // A number may be typed in international form; it is stored in Ghana's.
  const isForeign = /^233\d{9}$/.test(figures) || /^\+\s*233/.test(text);
  const local = isForeign ? `0${figures.slice(3)}` : figures;
  const name = spelledName(text);
  return { text, name, number: isNumber ? local : undefined, digits: /^\d+$/.test(text) ? text : undefined };
}

/** Whether it is a number or a reference, or part of one: few rows match. */
export function isNarrow(typed: string | undefined): boolean {
  return typed !== undefined && readTyped(typed).number !== undefined;
}

interface SearchedOrder {
  /** Of the buyer. */
  username: string;
  phone: string;
  receiver: string;
  network: string;
  offer: string;
  reference: string;
}

/** Whether a search finds an order: what ledger/orders/list.ts asks of the database. */
export function findsOrder(typed: string, order: SearchedOrder): boolean {
  const { text, name, number, digits } = readTyped(typed);
  const { username, phone, receiver, network, offer, reference } = order;
  return (
    username.toLowerCase().includes(name) ||
    `${network} ${offer}`.toLowerCase().includes(text) ||
    (number !== undefined && [receiver, phone].some((each) => each.includes(number))) ||
    (digits !== undefined && reference.includes(digits))
  );
}
