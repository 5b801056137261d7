import { type FormEvent, useEffect, useRef, useState } from "react";
import { ApiError } from "./api-error.ts";

/** The first message of each wrong field. */
export type Problems = Partial<Record<string, string>>;

export interface Form {
  problems: Problems;
  /** Why the last attempt failed, until the next one. */
  error: unknown;
  /** The attempt is running. */
  isBusy: boolean;
  /** The last attempt succeeded. */
  isDone: boolean;
  /** For the form element's onSubmit. */
  submit: (event: FormEvent<HTMLFormElement>) => void;
}

interface FormOptions<Result> {
  /** Checks the form. A form whose rules are loaded later answers with a promise. */
  check: () => Problems | Promise<Problems>;
  send: () => Promise<Result>;
  onDone?: (result: Result) => void;
  onError?: (error: unknown) => void;
}

/**
 * What every form does: it is checked with the contract's schema, the first wrong field gets the focus with its message,
 * and it is sent once at a time. Messages of the server for a field are shown at that field.
 */
export function useForm<Result>({ check, send, onDone, onError }: FormOptions<Result>): Form {
  const [problems, setProblems] = useState<Problems>({});
  const [attempt, setAttempt] = useState<{ error?: unknown; state: "none" | "busy" | "done" | "failed" }>({
    state: "none",
  });
  const isRunning = useRef(false);
  const refused = useRef<HTMLFormElement>(null);
  useEffect(() => {
    refused.current?.querySelector<HTMLElement>("[aria-invalid=true]")?.focus();
    refused.current = null;
  }, [problems]);

  const run = async (form: HTMLFormElement) => {
    const found = await check();
    refused.current = form;
    setProblems(found);
    if (Object.keys(found).length > 0) return setAttempt({ state: "none" });
    setAttempt({ state: "busy" });
    try {
      const result = await send();
      setAttempt({ state: "done" });
      onDone?.(result);
    } catch (error) {
      refused.current = form;
      if (error instanceof ApiError) setProblems(error.answer.fields ?? {});
      setAttempt({ state: "failed", error });
      onError?.(error);
    }
  };
  return {
    problems,
    error: attempt.error,
    isBusy: attempt.state === "busy",
    isDone: attempt.state === "done",
    submit: (event) => {
      event.preventDefault();
      // A form in a dialog is inside another form for React, which would be sent too.
      event.stopPropagation();
      if (isRunning.current) return;
      isRunning.current = true;
      void run(event.currentTarget).finally(() => (isRunning.current = false));
    },
  };
}
