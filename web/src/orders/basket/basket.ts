import * as v from "valibot";
import { dayOf } from "#contract/terms/dates.ts";
import { forgetDraft, keepDraft, readDraft } from "../../lib/draft.ts";
import { getSession, subscribeSession } from "../../lib/session.ts";
import { createStore, useStore } from "../../lib/store.ts";
import { readStored, readStoredJson, removeStored, writeStored } from "../../lib/storage.ts";

/** A bundle to buy. Prices are not stored: the price at payment applies. */
const basketItem = v.object({
  id: v.string(),
  network: v.string(),
  packageId: v.string(),
  offer: v.string(),
  receiver: v.string(),
  /** The idempotency key of its payment. Replaced after every refusal. */
  key: v.string(),
});
export type BasketItem = v.InferOutput<typeof basketItem>;

/** Another version of this page may have stored anything. */
const isItem = (value: unknown) => v.is(basketItem, value);

export type NewItem = Pick<BasketItem, "network" | "packageId" | "offer" | "receiver">;

/** The specification's cart. It survives a reload, and all tabs share it. */
const items = createStore<readonly BasketItem[]>(readBasket());

export function useBasket(): readonly BasketItem[] {
  return useStore(items);
}

export const basketItems = items.get;

export function keepBasket(next: readonly BasketItem[]): void {
  if (next.length === 0) removeStored("cartItems");
  else writeStored("cartItems", JSON.stringify(next));
  items.set(next);
}

function readBasket(): readonly BasketItem[] {
  const stored = readStoredJson<unknown>("cartItems");
  return Array.isArray(stored) ? stored.filter(isItem) : [];
}

function rereadBasket(): void {
  items.set(readBasket());
}

/**
 * The end of a session removes the basket from the storage that all tabs and users share. If the session ended at
 * midnight, the basket becomes a draft that the same user gets back. Items that were sent and have no answer are known
 * apart from the basket (lib/unanswered.ts).
 */
const draft = "basket";
let owner = getSession()?._id;
let since = readStored("loginDate");

function followSession(): void {
  const user = getSession()?._id;
  if (user === owner) return;
  if (user === undefined) {
    const isMidnight = since !== null && since !== dayOf(new Date().toISOString());
    if (isMidnight && basketItems().length > 0) keepDraft(draft, basketItems(), owner);
    rereadBasket();
  } else bringBack();
  owner = user;
  since = readStored("loginDate");
}

function bringBack(): void {
  const kept = readDraft<unknown>(draft);
  forgetDraft(draft);
  if (readBasket().length === 0 && Array.isArray(kept)) keepBasket(kept.filter(isItem));
}

addEventListener("storage", (event) => {
  if (event.key === "cartItems" || event.key === null) rereadBasket();
});
subscribeSession(followSession);
// This module is loaded after the session has started.
if (owner !== undefined) bringBack();
