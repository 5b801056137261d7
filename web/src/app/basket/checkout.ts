import type { PurchaseAnswer } from "#api/contract/orders.ts";
import { rejectionCodes } from "#ledger/terms/rejections.ts";
import { ApiError, errorText } from "../../lib/api-error.ts";
import { call } from "../../lib/api.ts";
import { keepOrder } from "../buy/purchase.ts";
import { basketItems, saleOf, type BasketItem } from "./basket.ts";
import { markRefused, markSent, removeFromBasket } from "./change-basket.ts";

/** What became of one item of a payment. */
export type Result =
  | { state: "sending" }
  | { state: "asking" }
  | { state: "done"; order: PurchaseAnswer }
  /** Refused: nothing was charged. */
  | { state: "refused"; message: string; code: string }
  /** No answer: it may have been charged. Asked again under the same key, it is charged once. */
  | { state: "unknown"; message: string };

/** What is under way: so many of so many paid, or one item being asked about. */
export type Progress = { done: number; of: number } | "asking";

/** The writer gathers what arrives together; more at once than this only crowds a phone's slow line. */
const in_flight_max = 4;

/**
 * Pays the items, each an order of its own, and tells what becomes of each. What is paid leaves the basket at once, so
 * whatever stops this halfway, the rest can be paid later and nothing twice. It stops by itself when the line is gone.
 */
export async function payItems(
  items: readonly { item: BasketItem; price: number }[],
  onResult: (item: BasketItem, result: Result) => void,
): Promise<void> {
  const waiting = [...items];
  const work = async () => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
      onResult(next.item, { state: "sending" });
      const result = await payItem(next.item, next.price);
      onResult(next.item, result);
      if (result.state === "unknown") waiting.length = 0;
    }
  };
  await Promise.all(Array.from({ length: in_flight_max }, work));
}

async function payItem(item: BasketItem, price: number): Promise<Result> {
  // Another tab may have paid or sent it meanwhile.
  const now = basketItems().find((other) => other.id === item.id) ?? item;
  const totalAmount = now.sent ?? price;
  markSent(now, totalAmount);
  const result = await send(now, totalAmount);
  // What was asked about it in between has an answer, and this one does not know which.
  return isReused(result) ? findOut({ ...now, sent: totalAmount }) : settle(now, result);
}

/**
 * What became of an item that was sent: it is ordered, or it is not, and never will be under this key. Asking buys nothing:
 * no package costs 0, so under a key that it does not know the server refuses that, and keeps the refusal. What was sent
 * before and is still on its way then comes to nothing. Under a key that it knows it says so, and gives its answer again.
 */
export async function findOut(item: BasketItem): Promise<Result> {
  const nothing = await send(item, 0);
  if (!isReused(nothing))
    return settle(item, nothing.state === "refused" ? { ...nothing, message: notOrdered } : nothing);
  const answer = await send(item, item.sent ?? 0);
  return isReused(answer) ? { state: "unknown", message: undecided } : settle(item, answer);
}

const notOrdered = "It was not ordered";
const undecided = "No answer can be had. Please look for it among your transactions.";

async function send(item: BasketItem, totalAmount: number): Promise<Result> {
  const body = saleOf(item, totalAmount);
  try {
    const { data } = await call<PurchaseAnswer>("POST", "/order/create", { body, idempotencyKey: item.key });
    return { state: "done", order: data };
  } catch (error) {
    const message = errorText(error);
    if (!(error instanceof ApiError) || !isAnswered(error, item)) return { state: "unknown", message };
    return { state: "refused", message, code: error.answer.code };
  }
}

/** A refusal before the ledger has looked says nothing about what was sent before. */
function isAnswered(error: ApiError, { sent }: BasketItem): boolean {
  if (error.isOutcomeUnknown || error.status === 401) return false;
  const { code } = error.answer;
  return sent === undefined || (ledgerCodes.includes(code) && !code.startsWith("actor_"));
}

const ledgerCodes: readonly string[] = rejectionCodes;

function isReused(result: Result): boolean {
  return result.state === "refused" && result.code === "key_reused";
}

function settle({ id }: BasketItem, result: Result): Result {
  if (result.state === "refused") markRefused(id);
  if (result.state === "done") {
    removeFromBasket(id);
    keepOrder(result.order);
  }
  return result;
}
