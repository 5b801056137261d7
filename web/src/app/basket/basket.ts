import { useSyncExternalStore } from "react";
import { dayOf } from "#ledger/terms/dates.ts";
import { forgetDraft, keepDraft, readDraft } from "../../lib/draft.ts";
import { getSession, subscribeSession } from "../../lib/session.ts";
import { readStored, readStoredJson, removeStored, type StorageKey, writeStored } from "../../lib/storage.ts";

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

/** An item without an answer, apart from the basket: that ends with the session. */
export interface SentItem extends BasketItem {
  user: string | undefined;
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

/** What POST /order/create is sent for an item. */
export function saleOf({ network, packageId, offer, receiver }: NewItem, totalAmount: number) {
  return { network, packageId, offer, receiver, totalAmount };
}

export function keepBasket(next: readonly BasketItem[]): void {
  items = next;
  if (next.length === 0) removeStored("cartItems");
  else writeStored("cartItems", JSON.stringify(next));
  for (const listener of listeners) listener();
}

/** What was sent from this phone and has no answer, and whose it is: nobody else gets to see it. */
export function readSent(): readonly SentItem[] {
  return readItems<SentItem>("unanswered");
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function read(): readonly BasketItem[] {
  return readItems("cartItems");
}

function readItems<Item extends BasketItem>(key: StorageKey): readonly Item[] {
  const stored = readStoredJson<unknown>(key);
  return Array.isArray(stored) ? (stored.filter(isItem) as Item[]) : [];
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
 * midnight has come, it is a draft: whoever filled it finds it again. What was sent and has no answer, they find again in
 * any case: it may be paid.
 */
const draft = "basket";
let owner = getSession()?._id;
let since = readStored("loginDate");

function followSession(): void {
  const user = getSession()?._id;
  if (user === owner) return;
  if (user === undefined) {
    const isMidnight = since !== null && since !== dayOf(new Date().toISOString());
    if (isMidnight && items.length > 0) keepDraft(draft, items, owner);
    reread();
  } else bringBack(user);
  owner = user;
  since = readStored("loginDate");
}

function bringBack(user: string): void {
  const kept = readDraft<unknown>(draft);
  forgetDraft(draft);
  const stored = read();
  const basket = stored.length === 0 && Array.isArray(kept) ? kept.filter(isItem) : stored;
  const unanswered = readSent().filter((item) => item.user === user);
  const missing = unanswered.filter(({ id }) => !basket.some((item) => item.id === id));
  if (basket.length + missing.length > stored.length) keepBasket([...missing, ...basket]);
}

addEventListener("storage", (event) => {
  if (event.key === "cartItems" || event.key === null) reread();
});
subscribeSession(followSession);
// This module is loaded after the session has begun.
if (owner !== undefined) bringBack(owner);
