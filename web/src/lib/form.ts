import { type FormEvent, useEffect, useRef, useState } from "react";
import { notify } from "../ui/notifications.ts";
import { ApiError } from "./api-error.ts";
import { useAttempt } from "./attempt.ts";

/** The first message of each wrong field. */
export type Problems = Partial<Record<string, string>>;

export interface Form {
  problems: Problems;
  /** Why the last attempt failed, until the next one. */
  error: Error | null;
  /** The attempt is running. */
  isBusy: boolean;
  /** The last attempt succeeded. */
  isDone: boolean;
  /** For the form element's onSubmit. */
  submit: (event: FormEvent<HTMLFormElement>) => void;
  /** Set while the form asks whether to send: ends that question. */
  answer: ((isSure: boolean) => void) | null;
  /** Takes back what the last attempt said. */
  forget: () => void;
}

interface FormOptions<Result> {
  /** Checks the form. A form whose rules are loaded later answers with a promise. */
  check: () => Problems | Promise<Problems>;
  /** Whether it has to be confirmed before it is sent. The form then shows the question while `answer` is set. */
  isAsked?: () => boolean;
  send: () => Result | Promise<Result>;
  onDone?: (result: Result) => void;
  onError?: (error: Error) => void;
}

/**
 * What every form does: it is checked with the contract's schema, the first wrong field gets the focus with its message,
 * and it is sent once at a time. Messages of the server for a field are shown at that field.
 */
export function useForm<Result>({ check, isAsked, send, onDone, onError }: FormOptions<Result>): Form {
  const [answer, setAnswer] = useState<Form["answer"]>(null);
  const [problems, setProblems] = useState<Problems>({});
  const refused = useRef<HTMLFormElement>(null);
  const isChecking = useRef(false);
  useEffect(() => {
    if (refused.current !== null) showFirst(problems, refused.current);
    refused.current = null;
  }, [problems]);
  const attempt = useAttempt({
    run: async (_: HTMLFormElement) => send(),
    onDone,
    onError: (error, form) => {
      refused.current = form;
      if (error instanceof ApiError) setProblems(error.answer.fields ?? {});
      onError?.(error);
    },
  });

  const ask = () =>
    new Promise<boolean>((resolve) =>
      setAnswer(() => (isSure: boolean) => {
        setAnswer(null);
        resolve(isSure);
      }),
    );
  const run = async (form: HTMLFormElement) => {
    const found = await check();
    setProblems(found);
    if (Object.keys(found).length > 0) {
      refused.current = form;
      return attempt.forget();
    }
    if (isAsked?.() !== true || (await ask())) attempt.run(form);
  };
  return {
    problems,
    error: attempt.error,
    isBusy: attempt.isBusy,
    isDone: attempt.isDone,
    answer,
    submit: (event) => {
      event.preventDefault();
      // A form in a dialog is inside another form for React, which would be sent too.
      event.stopPropagation();
      if (isChecking.current || attempt.isBusy) return;
      isChecking.current = true;
      void run(event.currentTarget).finally(() => (isChecking.current = false));
    },
    forget: () => {
      setProblems({});
      attempt.forget();
    },
  };
}

/** A problem without a field is said too, because a form that refuses in silence looks dead. */
function showFirst(problems: Problems, form: HTMLFormElement): void {
  const field = form.querySelector<HTMLElement>("[aria-invalid=true]");
  const [problem] = Object.values(problems);
  if (field !== null) field.focus();
  else if (problem !== undefined) notify(problem, "danger");
}
