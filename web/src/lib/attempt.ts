import { useRef, useState } from "react";

interface AttemptOptions<Result, Input> {
  run: (input: Input) => Promise<Result>;
  onDone?: ((result: Result, input: Input) => void) | undefined;
  onError?: ((error: Error, input: Input) => void) | undefined;
  onSettled?: (() => unknown) | undefined;
}

interface State<Input> {
  stage: "none" | "busy" | "done" | "failed";
  error: Error | null;
  input: Input | undefined;
}

export interface Attempt<Input> {
  /** Ignored while the attempt before it is running. */
  run: (input: Input) => void;
  isBusy: boolean;
  isDone: boolean;
  /** Why the last attempt failed, until the next one. */
  error: Error | null;
  /** The input of the last attempt. */
  input: Input | undefined;
  forget: () => void;
}

/**
 * What forms and commands stand on: one call at a time, and what became of it. The library's useMutation would do the
 * same, but the login page works without the library.
 */
export function useAttempt<Result, Input = void>(options: AttemptOptions<Result, Input>): Attempt<Input> {
  const none: State<Input> = { stage: "none", error: null, input: undefined };
  const [{ stage, error, input }, setState] = useState(none);
  // State updates too late to stop a double tap's second tap.
  const isRunning = useRef(false);
  const run = async (given: Input) => {
    if (isRunning.current) return;
    isRunning.current = true;
    setState({ stage: "busy", error: null, input: given });
    const failure = await options
      .run(given)
      .then((result) => options.onDone?.(result, given))
      .then(() => null, asError);
    if (failure !== null) options.onError?.(failure, given);
    await options.onSettled?.();
    setState({ stage: failure === null ? "done" : "failed", error: failure, input: given });
    isRunning.current = false;
  };
  return {
    run: (given) => void run(given),
    isBusy: stage === "busy",
    isDone: stage === "done",
    error,
    input,
    forget: () => setState(none),
  };
}

function asError(thrown: unknown): Error {
  return thrown instanceof Error ? thrown : new Error(String(thrown));
}
