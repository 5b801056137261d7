import type { ChangeRecord } from "#contract/audit.ts";
import type { CommandAnswer } from "#contract/service.ts";
import type { OrderRecord } from "#contract/order-list.ts";
import { rejectionCodes } from "#contract/terms/rejections.ts";
import { ApiError, errorText, isCode, isUnknown } from "./api-error.ts";
import { call, get } from "./api.ts";
import { getSession } from "./session.ts";
import { randomKey } from "./random-key.ts";
import { forgetCommands, rememberCommands, type SentCommand, unansweredCommands } from "./unanswered.ts";
import { useMutation } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { notify } from "./notifications.ts";
import { queryClient } from "./query-client.ts";

export interface Command {
  method: "POST" | "PUT" | "DELETE";
  path: string;
  /** A DELETE has none. */
  body?: object;
  /**
   * Kept on this device until there is an answer, also after the page is closed. Only for commands without secrets: the
   * device may have other users.
   */
  isKept?: boolean;
  /** What it changes, shown if the server wants to know again who the user is. Never secrets. */
  changes?: readonly ChangeRecord[] | undefined;
}

/** Keys of commands whose call is running. */
const running = new Set<string>();

/** Sends one command. Sent again by the same sender without an answer, it is the same command. */
export type Send = <Result>(command: Command) => Promise<Result>;

/**
 * Sends commands that must be carried out only once. It keeps each one until its own call has an answer. What the page
 * finds out meanwhile is not enough: a Retry that is still on the screen must never become another command.
 * @param unanswered was sent before and has no answer.
 */
export function commandSender(unanswered?: SentCommand): Send {
  const open = new Set(unanswered && [unanswered]);
  return async <Result>(command: Command) => {
    const known = [...open].find((each) => isSame(each, command));
    const sent = known ?? sentCommand(command);
    const { key, method, path, body } = sent;
    const wasSent = known !== undefined || isUnanswered(sent);
    const forget = () => {
      open.delete(sent);
      forgetCommands([key]);
    };
    open.add(sent);
    rememberCommands([sentNow(sent)]);
    return whileRunning([key], async () => {
      try {
        const { data } = await call<Result>(method, path, {
          ...(method !== "DELETE" && { body }),
          idempotencyKey: key,
          changes: command.changes,
        });
        forget();
        return data;
      } catch (error) {
        if (isAnswer(error, wasSent)) forget();
        throw error;
      }
    });
  };
}

/** The command as it was sent without an answer, else a new one. `key` is for commands that have one already. */
export function sentCommand(command: Command, key?: string): SentCommand {
  const same =
    key === undefined ? unansweredLike(command) : unansweredCommands().find((sent) => sent.key === key);
  if (same) return same;
  const { method, path, body = {}, isKept = false } = command;
  const user = getSession()?._id;
  return sentNow({ user, key: key ?? randomKey(), method, path, body, isKept });
}

/** The same command, if it was sent and has no answer. */
export function unansweredLike(command: Command): SentCommand | undefined {
  return unansweredCommands().find((sent) => isSame(sent, command));
}

/** Every attempt counts: how long a call may still arrive depends on the last one. */
export function sentNow(command: Omit<SentCommand, "sentAt_ms">): SentCommand {
  return { ...command, sentAt_ms: Date.now() };
}

export function isUnanswered({ key }: Pick<SentCommand, "key">): boolean {
  return unansweredCommands().some((sent) => sent.key === key);
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
    if (isCode(error, "command_unknown")) return undefined;
    throw error;
  });
  if (answer === undefined) return { state: "unknown" };
  forgetCommands([key]);
  return answer.outcome === "accepted"
    ? { state: "accepted", order: answer.order }
    : { state: "refused", message: answer.error.message };
}

/**
 * A call that has not arrived after this time never will: the page gives up a call after 20 s, and what was on its way
 * then is dropped by every network within two minutes.
 */
const arrival_ms = 2 * 60_000;

/** Whether a command that the server does not know will never arrive. It may have been sent again, or answered, meanwhile. */
export function isLost({ key }: SentCommand): boolean {
  const now = unansweredCommands().find((command) => command.key === key);
  return now !== undefined && !isRunning(now) && Date.now() - now.sentAt_ms >= arrival_ms;
}

/** Whether a failed call says what became of the command. `wasSent`: it was sent before and has no answer. */
export function isAnswer(error: unknown, wasSent: boolean): boolean {
  // A 401 comes before the command is looked at.
  if (!(error instanceof ApiError) || error.isOutcomeUnknown || error.status === 401) return false;
  return !wasSent || isDecision(error.answer.code);
}

const ledgerCodes: readonly string[] = rejectionCodes;
/** Not kept as the answer to the command: an earlier attempt may still be carried out. */
const undecided = ["key_reused", "too_many_topups"];

/**
 * Whether the ledger refused the command. Any other refusal came before the ledger was asked (too many requests, a form
 * that is not whole), so it says nothing about an earlier attempt. key_reused says that there was one.
 */
export function isDecision(code: string): boolean {
  return ledgerCodes.includes(code) && !code.startsWith("actor_") && !undecided.includes(code);
}

function isSame(sent: SentCommand, { method, path, body = {} }: Command): boolean {
  return sent.method === method && sent.path === path && JSON.stringify(sent.body) === JSON.stringify(body);
}

export interface CommandOptions<Result, Input> {
  send: (input: Input, send: Send) => Promise<Result>;
  /** A command that was sent before and has no answer, if the first attempt repeats it. */
  unanswered?: SentCommand | undefined;
  onDone?: ((result: Result, input: Input) => void) | undefined;
  /** Without it, the error is shown as a notification. */
  onError?: ((error: Error, input: Input) => void) | undefined;
  onSettled?: (() => unknown) | undefined;
}

/**
 * The one way to act by a tap: one call at a time, and a double tap makes one. What the ledger records goes through the
 * `send` that the callback gets, which makes a retry safe. Anything else is called directly.
 */
export function useCommand<Result, Input = void>({
  send,
  unanswered,
  onDone,
  onError = (error) => notify(errorText(error), "danger"),
  onSettled,
}: CommandOptions<Result, Input>) {
  const [sendOne] = useState(() => commandSender(unanswered));
  // The mutation says too late that it is running to stop a double tap's second tap.
  const isRunning = useRef(false);
  const { mutate, reset, isPending, isSuccess, data, error, variables } = useMutation(
    {
      mutationFn: (input: Input) => send(input, sendOne),
      onSuccess: (result, input) => onDone?.(result, input),
      onError,
      onSettled: async () => {
        await onSettled?.();
        isRunning.current = false;
      },
      // The input may be a password, which must not outlive its form.
      gcTime: 0,
    },
    // The pages for guests have no provider.
    queryClient,
  );
  return {
    /** Ignored while the one before is running. */
    send: (input: Input) => {
      if (isRunning.current) return;
      isRunning.current = true;
      mutate(input);
    },
    isBusy: isPending,
    isDone: isSuccess,
    /** What the last attempt led to, until the next one. */
    result: data,
    /** Why the last attempt failed, until the next one. */
    error,
    /** There was no answer. It may have been carried out, and sending it again is safe. */
    isUnknown: isUnknown(error),
    /** The input of the last attempt. */
    input: variables,
    /** Takes back what the last attempt said, unless it is still running. */
    forget: () => {
      if (!isRunning.current) reset();
    },
  };
}
