/** The specification's local-storage keys (section 3), and beside them what only this page keeps. */
export type StorageKey =
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
  /** When CurrUser and orderHistory were last true, ISO. */
  | "seenAt"
  /** What was sent from a basket and has no answer, with its user's id: no end of a session takes it away. */
  | "unanswered"
  /** "off" where single keys are no commands. */
  | "keys"
  /** The payment details that an admin has last acknowledged on this device. */
  | "paymentSeen"
  | "theme"
  | "hideBalance";

// A browser may refuse storage (private mode, full disk): then what is stored lasts as long as the page. A full one can
// still be read, but what it holds under such a key is older.
const fallback = new Map<string, string>();

export function readStored(key: StorageKey): string | null {
  const kept = fallback.get(key);
  if (kept !== undefined) return kept;
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

export function readStoredJson<T>(key: StorageKey): T | null {
  const text = readStored(key);
  if (text === null) return null;
  try {
    return JSON.parse(text) as T;
  } catch {
    return null;
  }
}

export function writeStored(key: StorageKey, value: string): void {
  try {
    localStorage.setItem(key, value);
    fallback.delete(key);
  } catch {
    fallback.set(key, value);
  }
}

/** What another tab has stored or removed is newer than what could not be stored here; null where it has cleared all. */
export function forgetUnstored(key: string | null): void {
  if (key === null) fallback.clear();
  else fallback.delete(key);
}

export function removeStored(...keys: StorageKey[]): void {
  for (const key of keys) {
    fallback.delete(key);
    try {
      localStorage.removeItem(key);
    } catch {
      // Refused storage holds nothing to remove.
    }
  }
}
