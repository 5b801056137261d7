import { useOnline } from "../lib/online.ts";
import { errorText } from "../lib/api-error.ts";
import { Alert } from "./alert.tsx";
import { Button } from "./button.tsx";

/**
 * Says what could not be loaded and why, with a Retry button. Every page shows this in place of a skeleton as soon as a
 * query has failed; offline, that is at once.
 */
export function Failure({ what, error, onRetry }: { what: string; error: unknown; onRetry: () => void }) {
  const isOnline = useOnline();
  return (
    <Alert variant="destructive" role="alert" className="flex flex-wrap items-center gap-x-4 gap-y-2">
      <span className="min-w-[min(10rem,100%)] flex-1">
        {what} {isOnline ? errorText(error) : "This needs a connection."}
      </span>
      <Button variant="outline" onClick={onRetry}>
        Retry
      </Button>
    </Alert>
  );
}
