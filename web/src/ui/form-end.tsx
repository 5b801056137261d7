import type { ComponentProps } from "react";
import { errorText } from "../lib/api-error.ts";
import { cn } from "../lib/cn.ts";
import { Alert } from "./alert.tsx";
import { Button } from "./button.tsx";
import { OnlineButton } from "./online-button.tsx";

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
      {error !== null && (
        <Alert variant="destructive" role="alert">
          {textOf(error)}
        </Alert>
      )}
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
