import { errorText } from "../lib/api-error.ts";
import { Alert } from "./alert.tsx";
import { Button } from "./button.tsx";

/** Says what could not be loaded and why, with a Retry button. */
export function Failure({ what, error, onRetry }: { what: string; error: unknown; onRetry: () => void }) {
  return (
    <Alert variant="destructive" role="alert" className="flex flex-wrap items-center gap-x-4 gap-y-2">
      <span className="min-w-[min(10rem,100%)] flex-1">
        {what} {errorText(error)}
      </span>
      <Button variant="outline" onClick={onRetry}>
        Retry
      </Button>
    </Alert>
  );
}
