import type { ComponentProps, ReactNode } from "react";
import { errorText } from "../lib/api-error.ts";
import { cn } from "../lib/cn.ts";
import { Alert } from "./alert.tsx";
import { Button } from "./button.tsx";
import { OnlineButton } from "./online-button.tsx";
import { ResponsiveDialog } from "./responsive-dialog.tsx";

interface AlertProps {
  error: Error | null;
  /** The words for the error. */
  textOf?: (error: Error) => string;
  className?: string;
}

/** Why the last attempt failed, if it did. */
export function ErrorAlert({ error, textOf = errorText, ...look }: AlertProps) {
  if (error === null) return null;
  return (
    <Alert variant="destructive" role="alert" {...look}>
      {textOf(error)}
    </Alert>
  );
}

/** The end of a form: why the last attempt failed, Cancel if it can be cancelled, and the button that sends it. */
export function FormEnd({
  form: { error, isBusy } = { error: null, isBusy: false },
  textOf = errorText,
  onCancel,
  className,
  ...button
}: Pick<ComponentProps<typeof Button>, "variant" | "className" | "children"> & {
  /** Without it, the button only leads to a question. */
  form?: { error: Error | null; isBusy: boolean };
  /** The words for an error. */
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

interface DialogProps extends Pick<ComponentProps<typeof Button>, "variant" | "className"> {
  title: string;
  form: NonNullable<ComponentProps<typeof FormEnd>["form"]> & { submit: ComponentProps<"form">["onSubmit"] };
  /** What the button says that sends it. */
  send: string;
  isQuestion?: boolean;
  onClose: () => void;
  children: ReactNode;
}

/** A form in a dialog. A tap beside it does not close it, because what was typed would be lost. */
export function FormDialog({
  title,
  form,
  send,
  isQuestion = false,
  onClose,
  children,
  ...button
}: DialogProps) {
  return (
    <ResponsiveDialog title={title} isStatic isQuestion={isQuestion} onClose={onClose}>
      <form noValidate className="flex flex-col gap-3" onSubmit={form.submit}>
        {children}
        <FormEnd form={form} onCancel={onClose} {...button}>
          {send}
        </FormEnd>
      </form>
    </ResponsiveDialog>
  );
}
