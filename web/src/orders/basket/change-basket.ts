import { limits } from "#contract/terms/limits.ts";
import { isUnanswered } from "../../lib/command.ts";
import { randomKey } from "../../lib/random-key.ts";
import { basketItems, keepBasket, type BasketItem, type NewItem } from "./basket.ts";

/** Separate from basket.ts, which every page loads for its count. */

/** Returns how many items there was room for. */
export function addToBasket(added: readonly NewItem[]): number {
  const room = limits.basket_items_max - basketItems().length;
  const fitting = added.slice(0, room).map((item) => ({ ...item, id: randomKey(), key: randomKey() }));
  keepBasket([...basketItems(), ...fitting]);
  return fitting.length;
}

/** After a refusal, a new key allows another payment. */
export function renewKeys(ids: readonly string[]): void {
  keepBasket(basketItems().map((item) => (ids.includes(item.id) ? { ...item, key: randomKey() } : item)));
}

/** Removes items that were paid or are no longer wanted. Callers must not offer this for unanswered items. */
export function removeFromBasket(...ids: readonly string[]): void {
  keepBasket(basketItems().filter(({ id }) => !ids.includes(id)));
}

/**
 * Removes all items except those that may already be paid: if one were removed and bought again, with another key, it
 * could be paid twice. Returns the removed ones, for putting them back.
 */
export function clearBasket(): readonly BasketItem[] {
  const removed = basketItems().filter((item) => !isUnanswered(item));
  keepBasket(basketItems().filter(isUnanswered));
  return removed;
}

/** Undoes clearBasket. Items that were added meanwhile stay. */
export function restoreItems(removed: readonly BasketItem[]): void {
  keepBasket([...basketItems(), ...removed].slice(0, limits.basket_items_max));
}
