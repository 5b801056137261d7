import { type ComponentProps, type ReactNode, type FormEvent, useState } from "react";
import { errorText, ApiError } from "../lib/api-error.ts";
import { cn } from "../lib/cn.ts";
import { Problem } from "./alert.tsx";
import { Button, OnlineButton } from "./button.tsx";
import { ResponsiveDialog } from "./responsive-dialog.tsx";
import { flushSync } from "react-dom";
import type { GenericSchema } from "valibot";
import { showFirst } from "../lib/notifications.ts";
import { type Problems, problemsOf } from "../lib/problems.ts";
import { type CommandOptions, useCommand } from "../lib/command.ts";

interface AlertProps {
  error: Error | null;
  /** The words for the error. */
  textOf?: (error: Error) => string;
  className?: string;
}

/** Why the last attempt failed, if it did. */
export function ErrorAlert({ error, textOf = errorText, ...look }: AlertProps) {
  return <Problem text={error === null ? undefined : textOf(error)} {...look} />;
}

/** The end of a form: why the last attempt failed, Cancel if it can be cancelled, and the button that sends it. */
export function FormEnd({
  form: { error, isBusy } = { error: null, isBusy: false },
  textOf = errorText,
  onCancel,
  className,
  ...button
}: Pick<ComponentProps<typeof Button>, "variant" | "children"> & {
  className?: string | undefined;
  /** Without it, the button only leads to a question. */
  form?: { error: Error | null; isBusy: boolean };
  textOf?: (error: Error) => string;
  onCancel?: () => void;
}) {
  return (
    <>
      <ErrorAlert error={error} textOf={textOf} />
      {onCancel === undefined ? (
        <OnlineButton type="submit" busy={isBusy} className={className} {...button} />
      ) : (
        <div className="flex flex-wrap gap-2.5">
          <Button variant="outline" className="flex-1" onClick={onCancel}>
            Cancel
          </Button>
          <OnlineButton type="submit" busy={isBusy} className={cn("flex-2", className)} {...button} />
        </div>
      )}
    </>
  );
}

interface FormProps extends Pick<ComponentProps<typeof FormEnd>, "variant" | "textOf" | "onCancel"> {
  form: NonNullable<ComponentProps<typeof FormEnd>["form"]> & { submit: ComponentProps<"form">["onSubmit"] };
  /** What the button says that sends it. */
  send: string;
  className?: string;
  /** Of that button. */
  buttonLook?: string;
  onKeyDown?: ComponentProps<"form">["onKeyDown"];
  children: ReactNode;
}

/** A whole form: its fields, and its end. */
export function Form({ form, send, className, buttonLook, onKeyDown, children, ...end }: FormProps) {
  return (
    <form
      noValidate
      className={cn("flex flex-col gap-3", className)}
      onSubmit={form.submit}
      onKeyDown={onKeyDown}
    >
      {children}
      <FormEnd form={form} className={buttonLook} {...end}>
        {send}
      </FormEnd>
    </form>
  );
}

/** A form in a dialog. A tap beside it does not close it, because what was typed would be lost. */
export function FormDialog({
  title,
  isQuestion = false,
  onClose,
  ...form
}: Omit<FormProps, "onCancel"> & { title: string; isQuestion?: boolean; onClose: () => void }) {
  return (
    <ResponsiveDialog title={title} isStatic isQuestion={isQuestion} onClose={onClose}>
      <Form onCancel={onClose} {...form} />
    </ResponsiveDialog>
  );
}

/** What is typed: kept by the form itself, or by its page, which may keep a draft. */
type Typed<Values> = { initial: Values } | { values: Values; onChange: (change: Partial<Values>) => void };

type FieldsOptions<Values, Body> = Typed<Values> & {
  /** What is checked and sent, if that differs from what is typed. */
  body?: (values: Values) => Body;
  /** The contract's. */
  schema?: GenericSchema;
  /** In place of the schema, for a form with other rules. */
  check?: (body: Body) => Problems;
};

type Submit = (event: FormEvent<HTMLFormElement>) => void;

/**
 * The fields of a form, checked with the contract's schema when it is submitted: the first wrong field gets the focus
 * with its message. Alone, for a form that only leads to a question; useForm also sends.
 */
export function useFields<Values extends object, Body = Values>(options: FieldsOptions<Values, Body>) {
  const [problems, setProblems] = useState<Problems>({});
  const [own, setOwn] = useState("initial" in options ? options.initial : options.values);
  const values = "initial" in options ? own : options.values;
  const set = (change: Partial<Values>) => {
    if ("initial" in options) setOwn((old) => ({ ...old, ...change }));
    else options.onChange(change);
  };
  const show = (found: Problems, form?: HTMLFormElement) => {
    flushSync(() => setProblems(found));
    if (form?.isConnected === true && Object.keys(found).length > 0) showFirst(found, form);
  };
  return {
    values,
    set,
    problems,
    show,
    /** For an input of this field. */
    field: <Name extends keyof Values & string>(name: Name) => ({
      value: values[name],
      error: problems[name],
      onValue: (value: Values[Name]) => set({ [name]: value } as unknown as Partial<Values>),
    }),
    /** For the form element's onSubmit. `onWrong` and `onRight` are called after the check. */
    submitted:
      (onRight: (body: Body, form: HTMLFormElement) => void, onWrong?: () => void): Submit =>
      (event) => {
        event.preventDefault();
        // A form in a dialog is inside another form for React, which would be sent too.
        event.stopPropagation();
        const { body: bodyOf, schema, check } = options;
        const body = bodyOf === undefined ? (values as unknown as Body) : bodyOf(values);
        const found = check?.(body) ?? (schema === undefined ? {} : problemsOf(schema, body));
        const form = event.currentTarget;
        show(found, form);
        if (Object.keys(found).length === 0) onRight(body, form);
        else onWrong?.();
      },
  };
}

interface Checked<Body> {
  body: Body;
  form: HTMLFormElement;
}

type FormOptions<Values, Body, Result> = FieldsOptions<Values, Body> & {
  /** Whether it has to be confirmed before it is sent. The form then shows `question` while it is set. */
  isAsked?: () => boolean;
  send: CommandOptions<Result, Body>["send"];
  onDone?: (result: Result, body: Body) => void;
  onError?: (error: Error, body: Body) => void;
  onSettled?: () => unknown;
};

/** A form that is sent once at a time. Messages of the server for a field are shown at that field. */
export function useForm<Values extends object, Result, Body = Values>(
  options: FormOptions<Values, Body, Result>,
) {
  const { isAsked, send, onDone, onError, onSettled } = options;
  const { show, submitted, ...fields } = useFields(options);
  const [asked, setAsked] = useState<Checked<Body> | null>(null);
  const { forget, ...command } = useCommand({
    send: ({ body }: Checked<Body>, sendOne) => send(body, sendOne),
    onDone: (result, { body }) => onDone?.(result, body),
    onError: (error, { body, form }) => {
      if (error instanceof ApiError) show(error.answer.fields ?? {}, form);
      onError?.(error, body);
    },
    onSettled,
  });
  return {
    ...fields,
    error: command.error,
    isBusy: command.isBusy,
    isDone: command.isDone,
    /** For the form element's onSubmit. */
    submit: submitted((body, form) => {
      if (isAsked?.() === true) setAsked({ body, form });
      else command.send({ body, form });
    }, forget),
    /** Set while the form asks whether to send: what the question's buttons do. */
    question: asked && {
      onConfirm: () => {
        setAsked(null);
        command.send(asked);
      },
      onClose: () => setAsked(null),
    },
    /** Takes back what the last attempt said. */
    forget: () => {
      show({});
      forget();
    },
  };
}
