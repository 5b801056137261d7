import { type ComponentProps } from "react";
import type { ChangeRecord } from "#api/contract/audit.ts";
import { Changes } from "./changes.tsx";
import { Confirm } from "./confirm.tsx";

/** Asks before a change that would be dear if it were a slip, and shows what was and what will be. */
export function ConfirmChanges({
  changes,
  ...question
}: Pick<ComponentProps<typeof Confirm>, "title" | "busy" | "onConfirm" | "onClose"> & {
  changes: readonly ChangeRecord[];
}) {
  return (
    <Confirm confirm="Yes, change" {...question}>
      <Changes changes={changes} />
    </Confirm>
  );
}
