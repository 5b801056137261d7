import { useSyncExternalStore } from "react";
import { dayOf } from "#ledger/terms/dates.ts";
import { limits } from "#ledger/terms/limits.ts";
import { keepIntent, randomKey } from "../../lib/intent.ts";
import { forgetDraft, keepDraft, readDraft } from "../../lib/draft.ts";
import { getSession, subscribeSession } from "../../lib/session.ts";
import { readStored, readStoredJson, removeStored, writeStored } from "../../lib/storage.ts";

/** One bundle to be bought. Prices are not kept: what is paid is what the product costs when it is paid. */
export interface BasketItem {
  id: string;
  network: string;
  packageId: string;
  offer: string;
  receiver: string;
  /** The idempotency key of its payment; a new one after every answer that is not a yes. */
  key: string;
  /** What its payment was sent to cost, in cedis, while no answer has come: it is asked for again just so. */
  sent?: number | undefined;
}

export type NewItem = Pick<BasketItem, "network" | "packageId" | "offer" | "receiver">;

/** The specification's cart: it outlives the page, and all tabs see the same. */
let items: readonly BasketItem[] = read();
const listeners = new Set<() => void>();

export function useBasket(): readonly BasketItem[] {
  return useSyncExternalStore(subscribe, basketItems);
}

export function basketItems(): readonly BasketItem[] {
  return items;
}

/** How many of them fitted in. */
export function addToBasket(added: readonly NewItem[]): number {
  const room = limits.basket_items_max - items.length;
  const fitting = added.slice(0, room).map((item) => ({ ...item, id: randomKey(), key: randomKey() }));
  keep([...items, ...fitting]);
  return fitting.length;
}

/** What may be paid already keeps its key here: taken out and bought anew, it could be paid twice. */
export function isUnanswered({ sent }: BasketItem): boolean {
  return sent !== undefined;
}

/** The same sale, sent from here and never answered. */
export function unansweredInBasket(sale: Omit<NewItem, "offer">): boolean {
  return items.some(
    (item) =>
      isUnanswered(item) &&
      item.network === sale.network &&
      item.packageId === sale.packageId &&
      item.receiver === sale.receiver,
  );
}

/** Paid, or not wanted any more: whoever offers that leaves out what is unanswered. */
export function removeFromBasket(id: string): void {
  keep(items.filter((item) => item.id !== id));
}

export function changeInBasket(id: string, change: Partial<BasketItem>): void {
  keep(items.map((item) => (item.id === id ? { ...item, ...change } : item)));
}

/** All but what may be paid already. */
export function clearBasket(): void {
  keep(items.filter(isUnanswered));
}

/** What POST /order/create is sent for an item. */
export function saleOf({ network, packageId, offer, receiver }: NewItem, totalAmount: number) {
  return { network, packageId, offer, receiver, totalAmount };
}

function keep(next: readonly BasketItem[]): void {
  items = next;
  if (next.length === 0) removeStored("cartItems");
  else writeStored("cartItems", JSON.stringify(next));
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function read(): readonly BasketItem[] {
  const stored = readStoredJson<unknown>("cartItems");
  return Array.isArray(stored) ? stored.filter(isItem) : [];
}

/** What another version of this page has stored may be anything. */
function isItem(value: unknown): value is BasketItem {
  const item = value as Record<string, unknown> | null;
  return ["id", "network", "packageId", "offer", "receiver", "key"].every(
    (name) => typeof item?.[name] === "string",
  );
}

function reread(): void {
  items = read();
  for (const listener of listeners) listener();
}

/**
 * The end of a session takes the basket out of the storage that all tabs and users share. Where nobody has signed out, but
 * midnight has come, it is a draft: whoever filled it finds it again, the keys of what was sent among it. Where somebody
 * has signed out, what was sent waits for him on its product's page.
 */
const draft = "basket";
let owner = getSession()?._id;
let since = readStored("loginDate");

function followSession(): void {
  const user = getSession()?._id;
  if (user === owner) return;
  if (user === undefined) {
    const isMidnight = since !== null && since !== dayOf(new Date().toISOString());
    if (isMidnight) {
      if (items.length > 0) keepDraft(draft, items, owner);
    } else handOver();
    reread();
  } else bringBack();
  owner = user;
  since = readStored("loginDate");
}

function handOver(): void {
  for (const item of items)
    if (item.sent !== undefined)
      keepIntent("purchase", { user: owner, key: item.key, body: saleOf(item, item.sent) });
}

function bringBack(): void {
  const kept = readDraft<unknown>(draft);
  forgetDraft(draft);
  if (Array.isArray(kept) && readStored("cartItems") === null) keep(kept.filter(isItem));
}

addEventListener("storage", (event) => {
  if (event.key === "cartItems" || event.key === null) reread();
});
subscribeSession(followSession);
// This module is loaded after the session has begun.
if (owner !== undefined) bringBack();
