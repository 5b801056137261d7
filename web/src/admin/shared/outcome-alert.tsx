import { ApiError, errorText, isUnknown, sentence } from "../../lib/api-error.ts";
import { Alert } from "../../ui/alert.tsx";

/** What went wrong with something that moves money, and whether it may have moved all the same. */
export function OutcomeAlert({ error }: { error: Error | null }) {
  if (error === null) return null;
  return (
    <Alert tone="bad" role="alert">
      {sentence(errorText(error))} {outcome(error)}
    </Alert>
  );
}

function outcome(error: Error): string {
  if (isUnknown(error))
    return "It may have been done all the same. Retry asks again: it is never done twice.";
  // The answer that names the present state may be to the second try of what was done.
  if (error instanceof ApiError && error.answer.status !== undefined) return "";
  return "Nothing was changed.";
}
