import { useState } from "react";
import { getSession } from "./session.ts";

/**
 * What somebody has typed and not yet sent, kept for this tab: it outlives a reload, another page, and the midnight that
 * signs everybody out. Only who typed it gets it back; signing out by hand throws it away.
 */
const prefix = "draft:";

interface Kept<T> {
  user: string | undefined;
  value: T;
  /** The entry of the browser's history where it was typed. */
  entry?: string | undefined;
}

/**
 * Like useState, but kept under a name until `clear`. `isLinked`: a link gives the initial value, which goes before what
 * was kept, but not before what was typed after the link was followed: that outlives a reload.
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

/** What was kept under a name for who is signed in. */
export function readDraft<T>(name: string): T | undefined {
  return readKept<T>(name)?.value;
}

function readKept<T>(name: string): Kept<T> | undefined {
  try {
    const kept = JSON.parse(sessionStorage.getItem(prefix + name) ?? "null") as Kept<T> | null;
    return kept !== null && kept.user === getSession()?._id ? kept : undefined;
  } catch {
    return undefined;
  }
}

/** The router's name for it, the same after a reload and another one for every link that is followed. */
function entryAtHand(): string | undefined {
  return (history.state as { __TSR_key?: string } | null)?.__TSR_key;
}

export function keepDraft<T>(name: string, value: T, user = getSession()?._id): void {
  try {
    const kept: Kept<T> = { user, value, entry: entryAtHand() };
    sessionStorage.setItem(prefix + name, JSON.stringify(kept));
  } catch {
    // Then it lasts as long as the page.
  }
}

export function forgetDraft(name: string): void {
  try {
    sessionStorage.removeItem(prefix + name);
  } catch {
    // Nothing was kept there.
  }
}

export function forgetDrafts(): void {
  try {
    for (const key of Object.keys(sessionStorage)) if (key.startsWith(prefix)) sessionStorage.removeItem(key);
  } catch {
    // Refused storage holds nothing.
  }
}
