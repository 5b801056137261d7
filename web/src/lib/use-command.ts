import { useMutation } from "@tanstack/react-query";
import { useRef } from "react";
import { notify } from "../ui/notifications.ts";
import { errorText, isUnknown } from "./api-error.ts";

interface CommandOptions<Result, Input> {
  /** Sends it with sendCommand, so that a retry is the same command. */
  send: (input: Input) => Promise<Result>;
  onDone?: (result: Result, input: Input) => void;
  /** Without it, the error is shown as a notification. */
  onError?: (error: Error, input: Input) => void;
  onSettled?: () => unknown;
}

export interface UsedCommand<Input> {
  send: (input: Input) => void;
  isBusy: boolean;
  isDone: boolean;
  error: Error | null;
  /** There was no answer. It may have been carried out, and sending it again is safe. */
  isUnknown: boolean;
  /** The input of the last attempt. */
  input: Input | undefined;
}

/** The one way to send commands from the page: one at a time, and a double tap sends one. */
export function useCommand<Result, Input = void>({
  send,
  onDone,
  onError = (error) => notify(errorText(error), "danger"),
  onSettled,
}: CommandOptions<Result, Input>): UsedCommand<Input> {
  // State updates too late to stop a double tap's second tap.
  const isSending = useRef(false);
  const mutation = useMutation({
    mutationFn: send,
    ...(onDone && { onSuccess: onDone }),
    onError,
    onSettled: () => {
      isSending.current = false;
      return onSettled?.();
    },
  });
  return {
    send: (input) => {
      if (isSending.current) return;
      isSending.current = true;
      mutation.mutate(input);
    },
    isBusy: mutation.isPending,
    isDone: mutation.isSuccess,
    error: mutation.error,
    isUnknown: isUnknown(mutation.error),
    input: mutation.variables,
  };
}
