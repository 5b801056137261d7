import { errorText } from "../lib/api-error.ts";
import { Alert } from "./alert.tsx";
import { Button, type ButtonLook } from "./button.tsx";

/** The end of a form that can be cancelled: why the last attempt failed, Cancel, and the button that sends it. */
export function FormEnd({
  error,
  submit,
  variant = "default",
  isBusy,
  isDisabled = false,
  onCancel,
}: {
  error: unknown;
  /** The text of the button that sends it. */
  submit: string;
  variant?: ButtonLook["variant"];
  isBusy: boolean;
  isDisabled?: boolean;
  onCancel: () => void;
}) {
  return (
    <>
      {error !== undefined && (
        <Alert variant="destructive" role="alert">
          {errorText(error)}
        </Alert>
      )}
      <div className="flex flex-wrap gap-2.5">
        <Button variant="outline" className="flex-1" onClick={onCancel}>
          Cancel
        </Button>
        <Button type="submit" variant={variant} className="flex-2" busy={isBusy} disabled={isDisabled}>
          {submit}
        </Button>
      </div>
    </>
  );
}
