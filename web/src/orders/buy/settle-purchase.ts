import type { OrderRecord } from "#contract/order-list.ts";
import { findOut, isLost } from "../../lib/command.ts";
import { forgetCommands } from "../../lib/unanswered.ts";
import { basketItems } from "../basket/basket.ts";
import { removeFromBasket, renewKeys } from "../basket/change-basket.ts";
import { keepOrder, type SentPurchase } from "./purchase.ts";

type Settled =
  | { state: "done"; order: OrderRecord | undefined }
  /** It was not ordered, and nothing was charged. */
  | { state: "refused"; message: string }
  /** It has not arrived so far, but still may. */
  | { state: "unknown" };

/**
 * Finds out what became of a purchase without an answer, and updates orders and basket. Buys nothing.
 * @throws ApiError if the server could not be asked.
 */
export async function settlePurchase(command: SentPurchase): Promise<Settled> {
  const outcome = await findOut(command);
  const items = basketItems().filter(({ key }) => key === command.key);
  const ids = items.map(({ id }) => id);
  if (outcome.state === "accepted") {
    if (outcome.order !== undefined) keepOrder(outcome.order);
    removeFromBasket(...ids);
    return { state: "done", order: outcome.order };
  }
  if (outcome.state === "unknown" && !isLost(command)) return { state: "unknown" };
  forgetCommands([command.key]);
  renewKeys(ids);
  const message = outcome.state === "refused" ? outcome.message : "It did not reach the shop";
  return { state: "refused", message };
}
