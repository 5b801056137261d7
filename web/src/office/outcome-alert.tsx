import { ApiError, errorText, isUnknown, withFullStop } from "../lib/api-error.ts";
import { ErrorAlert } from "../ui/form.tsx";

/** An error of a command that moves money, with a note whether money may have moved. */
export function OutcomeAlert({ error }: { error: Error | null }) {
  return <ErrorAlert error={error} textOf={(why) => `${withFullStop(errorText(why))} ${outcome(why)}`} />;
}

function outcome(error: Error): string {
  if (isUnknown(error)) return "It may have been done anyway. Retry is safe: nothing is done twice.";
  // An error that names the current status may answer the retry of a command that succeeded.
  if (error instanceof ApiError && error.answer.status !== undefined) return "";
  return "Nothing was changed.";
}
