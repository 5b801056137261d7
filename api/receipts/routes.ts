/** Receipts that anyone can check: the shop signs what its log says. */
import { operations } from "#contract/operations.ts";
import { cutPhone, oneLine } from "#contract/receipts.ts";
import { withdrawalStream } from "#contract/terms/streams.ts";
import { orderReference, topupReference } from "#contract/terms/references.ts";
import { correctionsOf, positionOf } from "#ledger/books/receipts.ts";
import { ordersById } from "#ledger/orders/reads.ts";
import { topupsById } from "#ledger/topups/reads.ts";
import { withdrawalsById } from "#ledger/withdrawals/reads.ts";
import { countAttempt } from "../serve/attempts.ts";
import { refused } from "../serve/errors.ts";
import { scopeOf } from "../serve/guard.ts";
import type { Serve } from "../serve/serve.ts";
import type { Shop } from "../shop.ts";
import { receiptKeysOf } from "./receipt-keys.ts";
import { receiptOf, type ReceiptSubject, unready } from "./sign-receipt.ts";

export function receiptRoutes(shop: Shop, serve: Serve): void {
  serve(operations.readReceipt, async (c, { params: { of, id } }) => {
    const principal = c.get("principal");
    await countAttempt(shop, c, "receipt", principal.user);
    return receiptOf(shop, await (of === "order" ? orderOf : topupOf)(shop, scopeOf(principal), id));
  });

  serve(operations.readPayoutReceipt, async (c, { params: { id } }) => {
    const principal = c.get("principal");
    await countAttempt(shop, c, "receipt", principal.user);
    return receiptOf(shop, await payoutOf(shop, scopeOf(principal), id));
  });

  serve(operations.listReceiptKeys, () => receiptKeysOf(shop.db));

  serve(operations.readReceiptState, async (c, { params: { position, event } }) => {
    await countAttempt(shop, c, "receipt state", `${position} ${event}`);
    const corrections = await correctionsOf(shop.db, position, event);
    if (!corrections) throw refused({ code: "entry_unknown" });
    return { corrections };
  });
}

/** Somebody else's gets the same answer as one that does not exist. `user`: undefined for an admin. */
async function orderOf({ db }: Shop, user: string | undefined, id: number): Promise<ReceiptSubject> {
  const [order] = await ordersById(db, [id]);
  if (!order || order.hidden || (user ?? order.user) !== order.user) throw refused({ code: "order_unknown" });
  const { status, charged_at, refunded_at } = order;
  // A guest's money goes back on its rail, and no wallet has a movement of it.
  const isRefund = status === "rejected" && refunded_at !== null && order.payment === null;
  if (status !== "completed" && !isRefund)
    throw unready("It has a receipt when it is completed or refunded.");
  return {
    kind: isRefund ? "refund" : "order",
    what: oneLine(`${order.offer} ${order.network}`),
    reference: orderReference(id),
    to: cutPhone(isRefund ? order.phone : order.receiver),
    position: isRefund ? refunded_at : charged_at,
  };
}

async function topupOf({ db }: Shop, user: string | undefined, id: number): Promise<ReceiptSubject> {
  const [topup] = await topupsById(db, [id]);
  if (!topup || topup.hidden || (user ?? topup.user) !== topup.user)
    throw refused({ code: "recharge_unknown" });
  const { credited_at, purpose, phone } = topup;
  if (credited_at === null) throw unready("It has a receipt when it is approved.");
  const what = purpose === "topup" ? "Top-up" : "Top-up to become an agent";
  return { kind: "topup", what, reference: topupReference(id), to: cutPhone(phone), position: credited_at };
}

async function payoutOf({ db }: Shop, user: string | undefined, id: string): Promise<ReceiptSubject> {
  const [view] = await withdrawalsById(db, [id]);
  if (!view || (user ?? view.user) !== view.user) throw refused({ code: "withdrawal_unknown" });
  const { status, to, transaction } = view;
  if (status !== "paid") throw unready("It has a receipt when it is paid.");
  return {
    kind: "payout",
    what: "Withdrawal",
    reference: oneLine(transaction ?? ""),
    to: cutPhone(to ?? ""),
    position: await positionOf(db, withdrawalStream(id), "withdrawal_paid"),
  };
}
