import type { ComponentProps } from "react";
import type { ChangeRecord } from "#contract/audit.ts";
import { Alert } from "./alert.tsx";
import { Changes } from "./facts.tsx";
import { Confirm } from "./confirm.tsx";

/** Asks before a change that would be dear if it were a slip, and shows what was and what will be. */
export function ConfirmChanges({
  changes,
  warnings = [],
  ...question
}: Pick<ComponentProps<typeof Confirm>, "title" | "busy" | "onConfirm" | "onClose"> & {
  changes: readonly ChangeRecord[];
  warnings?: readonly string[];
}) {
  return (
    <Confirm confirm="Yes, change" {...question}>
      <ChangeWarnings warnings={warnings} />
      <Changes changes={changes} />
    </Confirm>
  );
}

/** What about a change may be a slip. */
export function ChangeWarnings({ warnings }: { warnings: readonly string[] }) {
  if (warnings.length === 0) return null;
  return (
    <Alert role="alert">
      <ul className="max-h-32 overflow-y-auto">
        {warnings.map((warning) => (
          <li key={warning}>{warning}</li>
        ))}
      </ul>
    </Alert>
  );
}
