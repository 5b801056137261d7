import { limits } from "#ledger/terms/limits.ts";
import { randomKey } from "../../lib/intent.ts";
import { basketItems, keepBasket, type BasketItem, type NewItem } from "./basket.ts";

/** Apart from the basket itself, which every page loads for its count. */

/** How many of them fitted in. */
export function addToBasket(added: readonly NewItem[]): number {
  const room = limits.basket_items_max - basketItems().length;
  const fitting = added.slice(0, room).map((item) => ({ ...item, id: randomKey(), key: randomKey() }));
  keepBasket([...basketItems(), ...fitting]);
  return fitting.length;
}

/** What may be paid already keeps its key here: taken out and bought anew, it could be paid twice. */
export function isUnanswered({ sent }: BasketItem): boolean {
  return sent !== undefined;
}

/** The same sale, sent from here and never answered. */
export function unansweredInBasket(sale: Omit<NewItem, "offer">): boolean {
  return basketItems().some(
    (item) =>
      isUnanswered(item) &&
      item.network === sale.network &&
      item.packageId === sale.packageId &&
      item.receiver === sale.receiver,
  );
}

/** Paid, or not wanted any more: whoever offers that leaves out what is unanswered. */
export function removeFromBasket(id: string): void {
  keepBasket(basketItems().filter((item) => item.id !== id));
}

export function changeInBasket(id: string, change: Partial<BasketItem>): void {
  keepBasket(basketItems().map((item) => (item.id === id ? { ...item, ...change } : item)));
}

/** All but what may be paid already. */
export function clearBasket(): void {
  keepBasket(basketItems().filter(isUnanswered));
}
