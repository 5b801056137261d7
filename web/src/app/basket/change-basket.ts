import { limits } from "#ledger/terms/limits.ts";
import { randomKey } from "../../lib/intent.ts";
import { getSession } from "../../lib/session.ts";
import { removeStored, writeStored } from "../../lib/storage.ts";
import { basketItems, keepBasket, readSent, type BasketItem, type NewItem, type SentItem } from "./basket.ts";

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

/** Before its payment goes out: whatever ends the page or the session now, who sent it will find it again. */
export function markSent(item: BasketItem, totalAmount: number): void {
  const sent: SentItem = { ...item, sent: totalAmount, user: getSession()?._id };
  keepSent([...readSent().filter(({ id }) => id !== item.id), sent]);
  change(item.id, { sent: totalAmount });
}

/** It was answered with a no: under a new key it can be paid anew. */
export function markRefused(id: string): void {
  keepSent(readSent().filter((item) => item.id !== id));
  change(id, { sent: undefined, key: randomKey() });
}

/** Paid, or not wanted any more: whoever offers that leaves out what is unanswered. */
export function removeFromBasket(id: string): void {
  keepSent(readSent().filter((item) => item.id !== id));
  keepBasket(basketItems().filter((item) => item.id !== id));
}

/** All but what may be paid already. */
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
