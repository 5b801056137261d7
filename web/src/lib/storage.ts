import { createStore, useStore } from "./store.ts";

/** The specification's local-storage keys (section 3), followed by keys that only this page uses. */
type StorageKey =
  | "userInfo"
  | "cartItems"
  | "orderHistory"
  | "CurrUser"
  | "token"
  | "loginTime"
  | "loginDate"
  | "nowToProcess"
  /** Why the last session ended (lib/session.ts), for the other tabs. */
  | "sessionEnd"
  /** When CurrUser and orderHistory were last up to date, ISO. */
  | "seenAt"
  /** Commands that were sent and have no answer, with their user's id. They survive the end of the session. */
  | "unanswered"
  /** "off" if keyboard shortcuts are switched off. */
  | "keys"
  /** The payment details that an admin has last acknowledged on this device. */
  | "paymentSeen"
  /** The last time that the books did not balance which an admin has acknowledged on this device. */
  | "booksSeen"
  /** The user who turned push notifications on in this browser. It stays when they sign out. */
  | "pushOwner"
  /** "on" if push notifications in this browser also tell an admin what waits in the office. */
  | "officePush"
  /** "on" if an admin is told by the system what arrives while the office's tab is hidden. */
  | "officeNotices"
  /** "off" if the office makes no sound. */
  | "officeSound"
  /** "collapsed" if the back office's sidebar shows only icons. */
  | "sidebar"
  /** The shop's public keys, so that receipts can be checked without a connection. */
  | "receiptKeys"
  | "theme"
  | "hideBalance";

// A browser may refuse storage (private mode, full disk). Values then last as long as the page. A full storage can
// still be read, but its value under such a key is older.
const fallback = new Map<string, string>();

/** What storage answers, or null if it refuses or has nonsense. */
export function ifStored<T>(ask: () => T): T | null {
  try {
    return ask();
  } catch {
    return null;
  }
}

export function readStored(key: StorageKey): string | null {
  return fallback.get(key) ?? ifStored(() => localStorage.getItem(key));
}

export function readStoredJson<T>(key: StorageKey): T | null {
  return ifStored(() => JSON.parse(readStored(key) ?? "null") as T | null);
}

export function writeStored(key: StorageKey, value: string): void {
  try {
    localStorage.setItem(key, value);
    fallback.delete(key);
  } catch {
    fallback.set(key, value);
  }
}

/**
 * Another tab's change is newer than a value that could not be stored here. `key` is null if that tab cleared
 * everything.
 */
export function forgetUnstored(key: string | null): void {
  if (key === null) fallback.clear();
  else fallback.delete(key);
}

export function removeStored(...keys: StorageKey[]): void {
  for (const key of keys) {
    fallback.delete(key);
    ifStored(() => localStorage.removeItem(key));
  }
}

/** A hook for a choice that this device remembers: `value` is stored while it is on. */
export function storedFlag(key: StorageKey, value: string) {
  const flag = createStore(readStored(key) === value);
  const set = (isOn: boolean) => {
    if (isOn) writeStored(key, value);
    else removeStored(key);
    flag.set(isOn);
  };
  return (): [isOn: boolean, set: (isOn: boolean) => void] => [useStore(flag), set];
}
