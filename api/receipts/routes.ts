/** Receipts that anyone can check: the shop signs what its log says. */
import { sign } from "node:crypto";
import { signedBytes } from "#contract/check-receipt.ts";
import { operations } from "#contract/operations.ts";
import {
  canonicalReceipt,
  cutPhone,
  oneLine,
  type ReceiptAnswer,
  type ReceiptFacts,
} from "#contract/receipts.ts";
import { orderReference, topupReference } from "#contract/terms/references.ts";
import { correctionsOf, movementAt } from "#ledger/books/receipts.ts";
import { ordersById } from "#ledger/orders/reads.ts";
import { topupsById } from "#ledger/topups/reads.ts";
import { proofOf } from "#ledger/verify/audit/event-proof.ts";
import { countAttempt } from "../serve/attempts.ts";
import { ApiError, refused } from "../serve/errors.ts";
import { scopeOf } from "../serve/guard.ts";
import type { Serve } from "../serve/serve.ts";
import type { Shop } from "../shop.ts";
import { receiptKeysOf, type SigningKey, signingKey } from "./receipt-keys.ts";

export function receiptRoutes(shop: Shop, serve: Serve): void {
  serve(operations.readOrderReceipt, async (c, { params: { id } }) => {
    await countAttempt(shop, c, "receipt", c.get("principal").user);
    const [order] = await ordersById(shop.db, [id]);
    const user = scopeOf(c.get("principal"));
    // Somebody else's order gets the same answer as one that does not exist.
    if (!order || order.hidden || (user !== undefined && order.user !== user))
      throw refused({ code: "order_unknown" });
    const { status, charged_at, refunded_at } = order;
    const isRefund = status === "rejected" && refunded_at !== null;
    if (status !== "completed" && !isRefund)
      throw unready("It has a receipt when it is completed or refunded.");
    return receiptOf(shop, isRefund ? refunded_at : charged_at, {
      kind: isRefund ? "refund" : "order",
      what: oneLine(`${order.offer} ${order.network}`),
      reference: orderReference(order.id),
      to: cutPhone(isRefund ? order.phone : order.receiver),
    });
  });

  serve(operations.readTopupReceipt, async (c, { params: { id } }) => {
    await countAttempt(shop, c, "receipt", c.get("principal").user);
    const [topup] = await topupsById(shop.db, [id]);
    const user = scopeOf(c.get("principal"));
    if (!topup || topup.hidden || (user !== undefined && topup.user !== user))
      throw refused({ code: "recharge_unknown" });
    if (topup.credited_at === null) throw unready("It has a receipt when it is approved.");
    return receiptOf(shop, topup.credited_at, {
      kind: "topup",
      what: topup.purpose === "topup" ? "Top-up" : "Top-up to become an agent",
      reference: topupReference(topup.id),
      to: cutPhone(topup.phone),
    });
  });

  serve(operations.listReceiptKeys, () => receiptKeysOf(shop.db));

  serve(operations.readReceiptState, async (c, { params: { position, event } }) => {
    await countAttempt(shop, c, "receipt state", `${position} ${event}`);
    const corrections = await correctionsOf(shop.db, position, event);
    if (!corrections) throw refused({ code: "entry_unknown" });
    return { corrections };
  });
}

function unready(message: string): ApiError {
  return new ApiError("receipt_unready", message, { transient: true });
}

type Told = Pick<ReceiptFacts, "kind" | "what" | "reference" | "to">;

async function receiptOf(shop: Shop, position: number, told: Told): Promise<ReceiptAnswer> {
  const [key, movement, proof] = await Promise.all([
    signingKey(shop),
    movementAt(shop.db, position),
    proofOf(shop.db, position),
  ]);
  const facts: ReceiptFacts = {
    v: 1,
    shop: oneLine(shop.name),
    ...told,
    ...movement,
    position,
    // Without its microseconds, which are none, the code has fewer squares.
    signed: key.at.replace(/\.0+Z$/, "Z"),
    key: key.publicKey,
  };
  return { short: signed(facts, key), long: proof ? signed({ ...facts, proof }, key) : null };
}

function signed(facts: ReceiptFacts, { privateKey }: SigningKey): string {
  const said = Buffer.from(canonicalReceipt(facts)).toString("base64url");
  return `${said}.${sign(null, signedBytes(said), privateKey).toString("base64url")}`;
}
