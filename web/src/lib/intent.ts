import { getSession } from "./session.ts";

/**
 * A command that the user has sent and that has no answer yet, with its idempotency key, in session storage. The same
 * command again, by Retry, after a reload or a lost connection, goes out under the same key: the server carries it out
 * once. An answer, whichever, ends the intent. It is its user's alone: who signs in after him on this phone must not be
 * asked to pay for it.
 */
export interface Intent<Body> {
  /** Whose it is: an answer may come when he is signed out already. */
  user: string | undefined;
  key: string;
  body: Body;
}

export type IntentKind = "purchase" | "recharge" | "correction";

export function intentFor<Body>(kind: IntentKind, body: Body): Intent<Body> {
  const open = openIntent<Body>(kind);
  if (open !== null && JSON.stringify(open.body) === JSON.stringify(body)) return open;
  const intent: Intent<Body> = { user: getSession()?._id, key: randomKey(), body };
  try {
    sessionStorage.setItem(nameOf(kind), JSON.stringify(intent));
  } catch {
    memory.set(nameOf(kind), JSON.stringify(intent));
  }
  return intent;
}

export function openIntent<Body>(kind: IntentKind): Intent<Body> | null {
  try {
    const text = memory.get(nameOf(kind)) ?? sessionStorage.getItem(nameOf(kind));
    return text === null ? null : (JSON.parse(text) as Intent<Body>);
  } catch {
    return null;
  }
}

export function closeIntent(kind: IntentKind, user: string | undefined): void {
  memory.delete(nameOf(kind, user));
  try {
    sessionStorage.removeItem(nameOf(kind, user));
  } catch {
    // Nothing was kept there.
  }
}

const memory = new Map<string, string>();

function nameOf(kind: IntentKind, user = getSession()?._id): string {
  return `intent:${kind}:${user ?? ""}`;
}

/** crypto.randomUUID is missing on plain http, where a shop is tried out on a phone in the same Wi-Fi. */
export function randomKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}
