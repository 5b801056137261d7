/** What the shop signs: some words, and what its log says of a movement. */
import { sign } from "node:crypto";
import { signedBytes } from "#contract/check-receipt.ts";
import { canonicalReceipt, oneLine, type ReceiptAnswer, type ReceiptFacts } from "#contract/receipts.ts";
import { movementAt } from "#ledger/books/receipts.ts";
import { proofOf } from "#ledger/verify/audit/daily-head.ts";
import { ApiError } from "../serve/errors.ts";
import type { Shop } from "../shop.ts";
import { type SigningKey, signingKey } from "./receipt-keys.ts";

/** What a receipt is about. The log says the rest: when, and how much moved. */
export type ReceiptSubject = Pick<ReceiptFacts, "kind" | "what" | "reference" | "to" | "position">;

/** The same request works later. */
export function unready(message: string): ApiError {
  return new ApiError("receipt_unready", message, { transient: true });
}

/** Signs what the log says of the movement. */
export async function receiptOf(shop: Shop, subject: ReceiptSubject): Promise<ReceiptAnswer> {
  const [key, movement, proof] = await Promise.all([
    signingKey(shop),
    movementAt(shop.db, subject.position),
    proofOf(shop.db, subject.position),
  ]);
  // Without its microseconds, which are none, the code has fewer squares.
  const at = key.at.replace(/\.0+Z$/, "Z");
  const shopName = oneLine(shop.name);
  const facts: ReceiptFacts = {
    v: 1,
    shop: shopName,
    ...subject,
    ...movement,
    signed: at,
    key: key.publicKey,
  };
  return { short: signed(facts, key), long: proof ? signed({ ...facts, proof }, key) : null };
}

function signed(facts: ReceiptFacts, { privateKey }: SigningKey): string {
  const said = Buffer.from(canonicalReceipt(facts)).toString("base64url");
  return `${said}.${sign(null, signedBytes(said), privateKey).toString("base64url")}`;
}
