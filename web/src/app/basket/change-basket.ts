import { limits } from "#ledger/terms/limits.ts";
import { randomKey } from "../../lib/intent.ts";
import { getSession } from "../../lib/session.ts";
import { removeStored, writeStored } from "../../lib/storage.ts";
import { basketItems, keepBasket, readSent, type BasketItem, type NewItem, type SentItem } from "./basket.ts";

/** Separate from basket.ts, which every page loads for its count. */

/** Returns how many items there was room for. */
export function addToBasket(added: readonly NewItem[]): number {
  const room = limits.basket_items_max - basketItems().length;
  const fitting = added.slice(0, room).map((item) => ({ ...item, id: randomKey(), key: randomKey() }));
  keepBasket([...basketItems(), ...fitting]);
  return fitting.length;
}

/** An item that may already be paid must keep its key. If it were removed and bought again, it could be paid twice. */
export function isUnanswered({ sent }: BasketItem): boolean {
  return sent !== undefined;
}

/** Whether the basket has the same sale, sent and never answered. */
export function unansweredInBasket(sale: Omit<NewItem, "offer">): boolean {
  return basketItems().some(
    (item) =>
      isUnanswered(item) &&
      item.network === sale.network &&
      item.packageId === sale.packageId &&
      item.receiver === sale.receiver,
  );
}

/** Call this before the payment is sent. The user finds the item again even if the page or the session ends now. */
export function markSent(item: BasketItem, totalAmount: number): void {
  const sent: SentItem = { ...item, sent: totalAmount, user: getSession()?._id };
  keepSent([...readSent().filter(({ id }) => id !== item.id), sent]);
  change(item.id, { sent: totalAmount });
}

/** After a refusal, a new key allows another payment. */
export function markRefused(id: string): void {
  keepSent(readSent().filter((item) => item.id !== id));
  change(id, { sent: undefined, key: randomKey() });
}

/** Removes an item that was paid or is no longer wanted. Callers must not offer this for unanswered items. */
export function removeFromBasket(id: string): void {
  keepSent(readSent().filter((item) => item.id !== id));
  keepBasket(basketItems().filter((item) => item.id !== id));
}

/** Removes all items except those that may already be paid. */
export function clearBasket(): void {
  keepBasket(basketItems().filter(isUnanswered));
}

function change(id: string, changed: Partial<BasketItem>): void {
  keepBasket(basketItems().map((item) => (item.id === id ? { ...item, ...changed } : item)));
}

function keepSent(items: readonly SentItem[]): void {
  if (items.length === 0) removeStored("unanswered");
  else writeStored("unanswered", JSON.stringify(items));
}
