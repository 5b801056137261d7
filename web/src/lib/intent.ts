import { getSession } from "./session.ts";

/**
 * Commands that were sent and have no answer yet, each with its idempotency key, in session storage. The same command
 * is sent again under the same key (by Retry, after a reload or a lost connection), so the server carries it out once.
 * Any answer closes the intent. Intents belong to their user: whoever signs in next on this phone must not be asked to
 * pay for them.
 */
export interface Intent<Body> {
  /** The owner, because an answer may arrive after they have signed out. */
  user: string | undefined;
  key: string;
  body: Body;
}

export type IntentKind = "purchase" | "recharge" | "correction";

/** Limits the storage. More unanswered commands than this are unlikely to be retried. */
const open_max = 20;

export function intentFor<Body>(kind: IntentKind, body: Body): Intent<Body> {
  const user = getSession()?._id;
  const same = openIntent(kind, body);
  if (same) return same;
  const intent: Intent<Body> = { user, key: randomKey(), body };
  keep(kind, user, [...openIntents<Body>(kind, user), intent].slice(-open_max));
  return intent;
}

/** The intent of a command that was sent and has no answer yet. */
export function openIntent<Body>(kind: IntentKind, body: Body): Intent<Body> | undefined {
  const text = JSON.stringify(body);
  return openIntents<Body>(kind).find((intent) => JSON.stringify(intent.body) === text);
}

/** Oldest first. */
export function openIntents<Body>(kind: IntentKind, user = getSession()?._id): Intent<Body>[] {
  const name = nameOf(kind, user);
  try {
    return JSON.parse(memory.get(name) ?? sessionStorage.getItem(name) ?? "[]") as Intent<Body>[];
  } catch {
    return [];
  }
}

export function closeIntent<Body>(kind: IntentKind, { user, key }: Intent<Body>): void {
  keep(
    kind,
    user,
    openIntents(kind, user).filter((open) => open.key !== key),
  );
}

function keep(kind: IntentKind, user: string | undefined, intents: Intent<unknown>[]): void {
  const name = nameOf(kind, user);
  const text = JSON.stringify(intents);
  try {
    sessionStorage.setItem(name, text);
    memory.delete(name);
  } catch {
    memory.set(name, text);
  }
}

/** Used if the storage is full or forbidden. */
const memory = new Map<string, string>();

function nameOf(kind: IntentKind, user: string | undefined): string {
  return `intents:${kind}:${user ?? ""}`;
}

/** There is no crypto.randomUUID on plain http, which is used to try out a shop from a phone in the same Wi-Fi. */
export function randomKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}
