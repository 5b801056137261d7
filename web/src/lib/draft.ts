import { useState } from "react";
import { getSession } from "./session.ts";
import { ifStored } from "./storage.ts";

/**
 * Keeps what a user has typed but not yet sent, for this tab. It survives a reload, navigation and the sign-out at
 * midnight. Only the same user gets it back, and signing out by hand deletes it.
 */
const prefix = "draft:";

interface Kept<T> {
  user: string | undefined;
  value: T;
  /** The history entry in which it was typed. */
  entry?: string | undefined;
}

/**
 * Like useState, but stored under a name until `clear`. With `isLinked`, the initial value comes from a link. It
 * replaces an older draft, but not what was typed after the link was followed.
 */
export function useDraft<T>(
  name: string,
  initial: T,
  isLinked = false,
): [value: T, set: (value: T) => void, clear: () => void] {
  const [value, setValue] = useState<T>(() => {
    const kept = readKept<T>(name);
    return kept === undefined || (isLinked && kept.entry !== entryAtHand()) ? initial : kept.value;
  });
  const set = (next: T) => {
    setValue(next);
    keepDraft(name, next);
  };
  return [value, set, () => forgetDraft(name)];
}

/** The current user's draft of this name. */
export function readDraft<T>(name: string): T | undefined {
  return readKept<T>(name)?.value;
}

function readKept<T>(name: string): Kept<T> | undefined {
  const kept = ifStored(() => JSON.parse(sessionStorage.getItem(prefix + name) ?? "null") as Kept<T> | null);
  return kept !== null && kept.user === getSession()?._id ? kept : undefined;
}

/** The router's key of the history entry: the same after a reload, and a new one for each link that is followed. */
function entryAtHand(): string | undefined {
  return (history.state as { __TSR_key?: string } | null)?.__TSR_key;
}

/** Without storage, the draft lasts as long as the page. */
export function keepDraft<T>(name: string, value: T, user = getSession()?._id): void {
  const kept: Kept<T> = { user, value, entry: entryAtHand() };
  ifStored(() => sessionStorage.setItem(prefix + name, JSON.stringify(kept)));
}

export function forgetDraft(name: string): void {
  ifStored(() => sessionStorage.removeItem(prefix + name));
}

export function forgetDrafts(): void {
  const drafts = ifStored(() => Object.keys(sessionStorage).filter((key) => key.startsWith(prefix)));
  for (const key of drafts ?? []) forgetDraft(key.slice(prefix.length));
}
