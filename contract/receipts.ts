/**
 * Receipts that anyone can check. Its text is what the shop says, as canonical JSON in base64url, a dot, and the signature of
 * exactly these characters. The fragment of a link to /check, the QR code, and the file are this text.
 */
import * as v from "valibot";
import { formatDateTime, formatDay } from "#contract/terms/dates.ts";
import { formatCedis } from "#contract/terms/money.ts";
import { isPhone } from "#contract/terms/phone.ts";
import { serial, uuid } from "./fields.ts";
import { operationsOf } from "./operation.ts";

export const receiptKinds = ["order", "topup", "refund", "payout"] as const;
export type ReceiptKind = (typeof receiptKinds)[number];

const hex = v.pipe(v.string(), v.regex(/^[0-9a-f]{64}$/));
const count = v.pipe(v.number(), v.safeInteger(), v.minValue(0));
const place = v.pipe(v.number(), v.safeInteger(), v.minValue(1));
const moment = v.pipe(v.string(), v.regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{1,6})?Z$/));
/** Also what would turn a terminal's or a page's line around. */
const breaks = /[\p{Cc}\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069]+/gu;
const line = v.pipe(
  v.string(),
  v.maxLength(300),
  v.check((text) => oneLine(text) === text),
);

/** The path of the event to the root of a head that the shop has published. */
const receiptProof = v.strictObject({
  day: v.pipe(v.string(), v.regex(/^\d{4}-\d\d-\d\d$/)),
  /** The last position under that head, the hash of the chain there, and the root of the tree. */
  position: place,
  hash: hex,
  root: hex,
  /** The number of the movement in its wallet. */
  movement: count,
  path: v.pipe(v.array(hex), v.maxLength(64)),
});
export type ReceiptProof = v.InferOutput<typeof receiptProof>;

/** What the shop says. Of people it has only the number, cut. */
export const receiptFacts = v.strictObject({
  v: v.literal(1),
  shop: line,
  kind: v.picklist(receiptKinds),
  what: line,
  reference: line,
  /** "024***3410"; empty if the shop no longer has the number. */
  to: line,
  /** Pesewas that moved: what was paid, credited, refunded or paid out. */
  amount: place,
  /** The event that moved the money: when, its position, and its hash, which covers the whole event and the log before it. */
  at: moment,
  position: place,
  event: hex,
  signed: moment,
  /** The public key: 32 bytes. */
  key: v.pipe(v.string(), v.regex(/^[\w-]{43}$/)),
  /** Only in the long form, and only when the event is under a published head. */
  proof: v.optional(receiptProof),
});
export type ReceiptFacts = v.InferOutput<typeof receiptFacts>;

export function cutPhone(phone: string): string {
  return isPhone(phone) ? `${phone.slice(0, 3)}***${phone.slice(-4)}` : "";
}

export function oneLine(text: string): string {
  return text.replaceAll(breaks, " ");
}

/** Sorted keys, no spaces, and ASCII alone, so that a character is a byte. */
export function canonicalReceipt(facts: ReceiptFacts): string {
  const sorted = (_: string, value: unknown) =>
    typeof value === "object" && value !== null && !Array.isArray(value)
      ? Object.fromEntries(Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : value;
  return JSON.stringify(facts, sorted).replaceAll(
    /[^ -~]/g,
    (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}

const kindNames: Record<ReceiptKind, string> = {
  order: "Order",
  topup: "Top-up",
  refund: "Refund",
  payout: "Payout",
};

/** What it says, as names and values for people. */
export function receiptLines(facts: ReceiptFacts): [name: string, value: string][] {
  return [
    ["Shop", facts.shop],
    [kindNames[facts.kind], facts.what],
    ["Reference", facts.reference],
    ["To", facts.to || "no longer known"],
    ["Amount", formatCedis(facts.amount)],
    ["Date", formatDateTime(facts.at)],
    ["Position in the log", String(facts.position)],
  ];
}

/** GET /receipt/keys: from when until when the shop has signed with each key. */
export const receiptKeys = v.array(
  v.object({ key: v.string(), from: v.string(), until: v.nullable(v.string()) }),
);
export type ReceiptKeys = v.InferOutput<typeof receiptKeys>;

/** GET /receipt/state/{position}/{event}: the corrections of its movement, oldest first. */
export const receiptStateAnswer = v.object({
  /** In pesewas, signed: what the wallet got by it. */
  corrections: v.array(v.object({ at: v.string(), amount: v.number() })),
});
export type ReceiptState = v.InferOutput<typeof receiptStateAnswer>;

/** What became of it later, in plain words. */
export function laterTexts({ corrections }: ReceiptState): string[] {
  return corrections.map(({ at, amount }) => {
    const what = amount > 0 ? "was refunded" : "was taken back";
    return `${formatCedis(Math.abs(amount))} ${what} on ${formatDay(at.slice(0, 10))}.`;
  });
}

/** `short` fits into a QR code. `long` has the proof too; null until a head is published that covers the event. */
export const receiptAnswer = v.object({ short: v.string(), long: v.nullable(v.string()) });
export type ReceiptAnswer = v.InferOutput<typeof receiptAnswer>;

export const receiptOperations = /* @__PURE__ */ operationsOf("Receipts", {
  readReceipt: {
    call: "GET /receipt/{of}/{id}",
    summary: "Read the signed receipt of an order or a top-up",
    description:
      "Of a completed order, of the refund of a rejected one, or of an approved top-up. Your own only; any for an admin. /check checks the text, and so does `npm run ledger -- check FILE`.",
    access: "signed-in",
    params: { of: v.picklist(["order", "topup"]), id: serial },
    limited: true,
    answer: receiptAnswer,
    refusals: ["order_unknown", "recharge_unknown", "receipt_unready"],
  },
  readPayoutReceipt: {
    call: "GET /withdrawal/{id}/receipt",
    summary: "Read the signed receipt of a withdrawal that was paid",
    access: "signed-in",
    params: { id: uuid },
    limited: true,
    answer: receiptAnswer,
    refusals: ["withdrawal_unknown", "receipt_unready"],
  },
  listReceiptKeys: {
    call: "GET /receipt/keys",
    summary: "List the public keys of receipts",
    description: "Ed25519, base64url. A receipt stays valid after its key was replaced.",
    access: "anyone",
    answer: receiptKeys,
  },
  readReceiptState: {
    call: "GET /receipt/state/{position}/{event}",
    summary: "Read whether what a receipt says was corrected later",
    description:
      "Only whoever has the receipt knows the event's hash. The answer says nothing else of the event.",
    access: "anyone",
    params: { position: serial, event: hex },
    limited: true,
    answer: receiptStateAnswer,
    refusals: ["entry_unknown"],
  },
});
