import { useRef } from "react";
import { notify } from "../ui/notifications.ts";
import { errorText, isUnknown } from "./api-error.ts";
import { type Attempt, useAttempt } from "./attempt.ts";
import { type Command, deliver, isAnswer, isUnanswered, sentCommand } from "./command.ts";
import type { SentCommand } from "./unanswered.ts";

/** Sends one command. Sent again by the same hook without an answer, it is the same command. */
export type Send = <Result>(command: Command) => Promise<Result>;

interface CommandOptions<Result, Input> {
  send: (input: Input, send: Send) => Promise<Result>;
  /** A command that was sent before and has no answer, if the first attempt repeats it. */
  unanswered?: SentCommand | undefined;
  onDone?: (result: Result, input: Input) => void;
  /** Without it, the error is shown as a notification. */
  onError?: (error: Error, input: Input) => void;
  onSettled?: () => unknown;
}

export interface UsedCommand<Input> extends Omit<Attempt<Input>, "run" | "forget"> {
  send: (input: Input) => void;
  /** There was no answer. It may have been carried out, and sending it again is safe. */
  isUnknown: boolean;
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
}: CommandOptions<Result, Input>): UsedCommand<Input> {
  const sendOne = useSend(unanswered);
  const { run, isBusy, isDone, error, input } = useAttempt({
    run: (given: Input) => send(given, sendOne),
    onDone,
    onError,
    onSettled,
  });
  return { send: run, isBusy, isDone, error, isUnknown: isUnknown(error), input };
}

/**
 * Keeps each command until its own call has an answer. What the page finds out meanwhile is not enough: a Retry that is
 * still on the screen must never become another command.
 */
function useSend(unanswered: SentCommand | undefined): Send {
  const open = useRef<Map<string, SentCommand>>(
    new Map(unanswered && [[identityOf(unanswered), unanswered]]),
  );
  return async <Result>(command: Command) => {
    const identity = identityOf(command);
    const known = open.current.get(identity);
    const sent = known ?? sentCommand(command);
    const wasSent = known !== undefined || isUnanswered(sent);
    open.current.set(identity, sent);
    try {
      const result = await deliver<Result>(sent, wasSent, command.changes);
      open.current.delete(identity);
      return result;
    } catch (error) {
      if (isAnswer(error, wasSent)) open.current.delete(identity);
      throw error;
    }
  };
}

function identityOf({ method, path, body }: Pick<Command, "path" | "body"> & { method: string }): string {
  return JSON.stringify([method, path, body]);
}
