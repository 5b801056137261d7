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
}

/** Like useState, but kept under a name until `clear`; `fresh` begins with what is given, whatever was kept. */
export function useDraft<T>(
  name: string,
  initial: T,
  fresh = false,
): [value: T, set: (value: T) => void, clear: () => void] {
  const [value, setValue] = useState<T>(() => (fresh ? undefined : readDraft<T>(name)) ?? initial);
  const set = (next: T) => {
    setValue(next);
    keepDraft(name, next);
  };
  return [value, set, () => forgetDraft(name)];
}

/** What was kept under a name for who is signed in. */
export function readDraft<T>(name: string): T | undefined {
  try {
    const kept = JSON.parse(sessionStorage.getItem(prefix + name) ?? "null") as Kept<T> | null;
    return kept !== null && kept.user === getSession()?._id ? kept.value : undefined;
  } catch {
    return undefined;
  }
}

export function keepDraft<T>(name: string, value: T, user = getSession()?._id): void {
  try {
    const kept: Kept<T> = { user, value };
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
