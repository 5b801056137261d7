import type { PurchaseAnswer } from "#api/contract/orders.ts";
import { rejectionCodes } from "#ledger/terms/rejections.ts";
import { ApiError, errorText } from "../../lib/api-error.ts";
import { call } from "../../lib/api.ts";
import { keepOrder } from "../buy/purchase.ts";
import { basketItems, saleOf, type BasketItem } from "./basket.ts";
import { markRefused, markSent, removeFromBasket } from "./change-basket.ts";

/** The result of one item's payment. */
export type Result =
  | { state: "sending" }
  | { state: "asking" }
  | { state: "done"; order: PurchaseAnswer }
  /** Refused. Nothing was charged. */
  | { state: "refused"; message: string; code: string }
  /** No answer. It may have been charged; a retry under the same key is charged only once. */
  | { state: "unknown"; message: string };

/** The running payment: how many items are paid, or that one item is being checked. */
export type Progress = { done: number; of: number } | "asking";

/** The server's writer batches commands that arrive together. More than this would only crowd a slow line. */
const in_flight_max = 4;

/**
 * Pays the items, each as its own order, and reports each result. Paid items leave the basket at once, so after an
 * interruption the rest can be paid later and nothing is paid twice. Stops if the connection is lost.
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
  // Another tab may have paid or sent it in the meantime.
  const now = basketItems().find((other) => other.id === item.id) ?? item;
  const totalAmount = now.sent ?? price;
  markSent(now, totalAmount);
  const result = await send(now, totalAmount);
  // The item was checked in the meantime and has an answer, which this call does not know.
  return isReused(result) ? findOut({ ...now, sent: totalAmount }) : settle(now, result);
}

/**
 * Finds out whether a sent item was ordered. It sends the item under the same key with price 0, which no package has.
 * If the key is unknown, the server refuses and stores the refusal, so the original command has no effect if it arrives
 * later. If the key is known, the server says so and repeats its first answer. Nothing is bought.
 */
export async function findOut(item: BasketItem): Promise<Result> {
  const nothing = await send(item, 0);
  if (!isReused(nothing))
    return settle(item, nothing.state === "refused" ? { ...nothing, message: notOrdered } : nothing);
  const answer = await send(item, item.sent ?? 0);
  return isReused(answer) ? { state: "unknown", message: undecided } : settle(item, answer);
}

const notOrdered = "It was not ordered";
const undecided = "We could not get an answer. Please look for it in your transactions.";

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

/** A refusal that came before the ledger was asked says nothing about the earlier attempt. */
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
