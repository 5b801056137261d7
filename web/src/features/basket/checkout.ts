import type { PurchaseAnswer } from "#api/contract/orders.ts";
import { ApiError, errorText } from "../../lib/api-error.ts";
import { call } from "../../lib/api.ts";
import { randomKey } from "../../lib/intent.ts";
import { keepOrder } from "../buy/purchase.ts";
import { basketItems, changeInBasket, removeFromBasket, saleOf, type BasketItem } from "./basket.ts";

/** What became of one item of a payment. */
export type Result =
  | { state: "sending" }
  | { state: "done"; order: PurchaseAnswer }
  /** Refused: nothing was charged. */
  | { state: "refused"; message: string; code: string }
  /** No answer: it may have been charged. Asked again under the same key, it is charged once. */
  | { state: "unknown"; message: string };

/** The writer gathers what arrives together; more at once than this only crowds a phone's slow line. */
const in_flight_max = 4;

/**
 * Pays the items, each an order of its own, and tells what becomes of each. What is paid leaves the basket at once, so
 * whatever stops this halfway, the rest can be paid later and nothing twice. It stops by itself when the line is gone.
 */
export async function payItems(
  items: readonly { item: BasketItem; price: number }[],
  onResult: (id: string, result: Result) => void,
): Promise<void> {
  const waiting = [...items];
  const work = async () => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
      onResult(next.item.id, { state: "sending" });
      const result = await payItem(next.item, next.price);
      onResult(next.item.id, result);
      if (result.state === "unknown") waiting.length = 0;
    }
  };
  await Promise.all(Array.from({ length: in_flight_max }, work));
}

async function payItem(item: BasketItem, price: number): Promise<Result> {
  // Another tab may have paid or sent it meanwhile.
  const now = basketItems().find((other) => other.id === item.id) ?? item;
  const { id, key, sent } = now;
  const totalAmount = sent ?? price;
  changeInBasket(id, { sent: totalAmount });
  try {
    const { data } = await call<PurchaseAnswer>("POST", "/order/create", {
      body: saleOf(now, totalAmount),
      idempotencyKey: key,
    });
    removeFromBasket(id);
    keepOrder(data);
    return { state: "done", order: data };
  } catch (error) {
    const message = errorText(error);
    if (!(error instanceof ApiError) || error.isOutcomeUnknown || error.status === 401)
      return { state: "unknown", message };
    changeInBasket(id, { sent: undefined, key: randomKey() });
    return { state: "refused", message, code: error.answer.code };
  }
}
