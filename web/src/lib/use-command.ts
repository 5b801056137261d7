import { useMutation } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { notify } from "./notifications.ts";
import { errorText, isUnknown } from "./api-error.ts";
import { commandSender, type Send } from "./command.ts";
import { queryClient } from "./query-client.ts";
import type { SentCommand } from "./unanswered.ts";

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
  const { mutate, reset, isPending, isSuccess, error, variables } = useMutation(
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
