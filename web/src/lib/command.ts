import type { CommandAnswer } from "#api/contract/commands.ts";
import type { OrderRecord } from "#api/contract/orders.ts";
import { ApiError } from "./api-error.ts";
import { call, get } from "./api.ts";
import { randomKey } from "./random-key.ts";
import { getSession } from "./session.ts";
import { forgetCommands, rememberCommands, type SentCommand, unansweredCommands } from "./unanswered.ts";

export interface Command {
  method: "POST" | "PUT";
  path: string;
  body: object;
  /**
   * Kept on this device until there is an answer, also after the page is closed. Only for commands without secrets: the
   * device may have other users.
   */
  isKept?: boolean;
}

/** Keys of commands whose call is running. */
const running = new Set<string>();

/**
 * Sends a command that must be carried out only once. It keeps its idempotency key until there is an answer: sent again,
 * it is the same command.
 */
export async function sendCommand<Result>(command: Command): Promise<Result> {
  const sent = sentCommand(command);
  rememberCommands([sent]);
  return whileRunning([sent.key], async () => {
    try {
      const { data } = await call<Result>(sent.method, sent.path, {
        body: sent.body,
        idempotencyKey: sent.key,
      });
      forgetCommands([sent.key]);
      return data;
    } catch (error) {
      if (isAnswer(error)) forgetCommands([sent.key]);
      throw error;
    }
  });
}

/** The command as it was sent without an answer, else a new one. `key` is for commands that have one already. */
export function sentCommand({ method, path, body, isKept = false }: Command, key?: string): SentCommand {
  const same = unansweredCommands().find((sent) =>
    key === undefined ? isSame(sent, { method, path, body }) : sent.key === key,
  );
  if (same) return same;
  const user = getSession()?._id;
  return { user, key: key ?? randomKey(), method, path, body, sentAt_ms: Date.now(), isKept };
}

/** Marks commands as running, so that nobody asks about them meanwhile. */
export async function whileRunning<Result>(
  keys: readonly string[],
  work: () => Promise<Result>,
): Promise<Result> {
  for (const key of keys) running.add(key);
  try {
    return await work();
  } finally {
    for (const key of keys) running.delete(key);
  }
}

export function isRunning({ key }: SentCommand): boolean {
  return running.has(key);
}

/** What became of a command. `unknown`: the server has not seen it so far. */
export type Outcome =
  | { state: "accepted"; order: OrderRecord | undefined }
  | { state: "refused"; message: string }
  | { state: "unknown" };

/**
 * Asks the server what became of a command, and changes nothing there. An answer ends the command's time as unanswered.
 * @throws ApiError if the server could not be asked.
 */
export async function findOut({ key }: Pick<SentCommand, "key">): Promise<Outcome> {
  const answer = await get<CommandAnswer>(`/command/${key}`).catch((error: unknown) => {
    if (error instanceof ApiError && error.answer.code === "command_unknown") return undefined;
    throw error;
  });
  if (answer === undefined) return { state: "unknown" };
  forgetCommands([key]);
  return answer.outcome === "accepted"
    ? { state: "accepted", order: answer.order }
    : { state: "refused", message: answer.error.message };
}

/** Whether the server has decided. A 401 comes before the command is looked at. */
export function isAnswer(error: unknown): boolean {
  return error instanceof ApiError && !error.isOutcomeUnknown && error.status !== 401;
}

function isSame(sent: SentCommand, { method, path, body }: Command): boolean {
  return sent.method === method && sent.path === path && JSON.stringify(sent.body) === JSON.stringify(body);
}
