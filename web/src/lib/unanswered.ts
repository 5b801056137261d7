import { getSession } from "./session.ts";
import { readStoredJson, removeStored, writeStored } from "./storage.ts";
import { createStore, useStore } from "./store.ts";

/** A command that was sent and has no answer yet. */
export interface SentCommand<Body extends object = object> {
  /** Its sender. Whoever signs in next on this phone must not see it. */
  user: string | undefined;
  /** The idempotency key. The same command is sent again under the same key, so the server carries it out once. */
  key: string;
  method: string;
  path: string;
  body: Body;
  sentAt_ms: number;
  /** Kept on this device, also after the page is closed. */
  isKept: boolean;
}

const storageKey = "unanswered";
/** Limits the storage: a full basket, and some more. */
const commands_max = 600;

const commands = createStore<readonly SentCommand[]>(readCommands());

/** Keeps the commands up to date with other tabs. Those that are not stored stay with their tab. */
export function followStoredCommands(): void {
  addEventListener("storage", ({ key }) => {
    if (key === storageKey || key === null)
      commands.set([...readCommands(), ...commands.get().filter(({ isKept }) => !isKept)]);
  });
}

/** The current user's unanswered commands, oldest first. */
export function useUnanswered(): readonly SentCommand[] {
  return ofCurrentUser(useStore(commands));
}

export function unansweredCommands(): readonly SentCommand[] {
  return ofCurrentUser(commands.get());
}

/** Call this before the commands are sent, so that they are found again even if the page ends now. */
export function rememberCommands(sent: readonly SentCommand[]): void {
  const keys = new Set(sent.map(({ key }) => key));
  keep([...commands.get().filter(({ key }) => !keys.has(key)), ...sent].slice(-commands_max));
}

/** Call this when they have an answer. */
export function forgetCommands(keys: readonly string[]): void {
  if (commands.get().some(({ key }) => keys.includes(key)))
    keep(commands.get().filter(({ key }) => !keys.includes(key)));
}

function ofCurrentUser(all: readonly SentCommand[]): readonly SentCommand[] {
  const user = getSession()?._id;
  return all.filter((command) => command.user === user);
}

function keep(next: readonly SentCommand[]): void {
  commands.set(next);
  const kept = next.filter(({ isKept }) => isKept);
  if (kept.length === 0) removeStored(storageKey);
  else writeStored(storageKey, JSON.stringify(kept.map(withoutForm)));
}

/** The storage is shared by everyone who uses the phone, so it must not hold anybody's ID card. */
function withoutForm(command: SentCommand): SentCommand {
  return { ...command, body: { ...command.body, items: undefined } };
}

function readCommands(): readonly SentCommand[] {
  const stored = readStoredJson<unknown>(storageKey);
  return Array.isArray(stored) ? stored.filter(isCommand) : [];
}

/** Another version of this page may have stored anything. */
function isCommand(value: unknown): value is SentCommand {
  const command = value as Partial<SentCommand> | null;
  return (
    typeof command?.key === "string" &&
    typeof command.path === "string" &&
    typeof command.body === "object" &&
    typeof command.sentAt_ms === "number"
  );
}
