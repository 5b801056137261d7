import {
  type FormEvent,
  type KeyboardEvent,
  type ReactNode,
  useEffect,
  useRef,
  useState,
  type ComponentProps,
} from "react";
import { Button, OnlineButton } from "./button.tsx";
import { double_tap_ms } from "./double-tap.ts";
import { ResponsiveDialog } from "./responsive-dialog.tsx";
import type { ChangeRecord } from "#contract/audit.ts";
import { Alert } from "./alert.tsx";
import { Changes } from "./facts.tsx";

interface Props {
  title: ReactNode;
  confirm: string;
  /** Null if there is nothing to decide: then `confirm` is the only way out. */
  cancel?: string | null;
  variant?: "default" | "destructive";
  busy?: boolean;
  /** What stops it. The button then only looks disabled: a tap says why. */
  why?: string | false | undefined;
  /** Needs no connection. */
  isLocal?: boolean;
  /** Enter in the dialog or in a field does not confirm: only the button itself does. */
  isDeliberate?: boolean;
  onConfirm: (event: FormEvent<HTMLFormElement>) => void;
  onClose: () => void;
  children?: ReactNode;
}

/**
 * Asks before an action. The dialog stays open while the action runs, so that it can show an error. It is a form, so a
 * question with fields checks them by giving `onConfirm` the form's `submit`.
 */
export function Confirm({
  title,
  confirm,
  cancel = "Cancel",
  variant = "default",
  busy = false,
  why,
  isLocal = false,
  isDeliberate = false,
  onConfirm,
  onClose,
  children,
}: Props) {
  // The confirm button is where the opening button was, so a double tap would confirm the question unread.
  const isReady = useReadyAfter(double_tap_ms);
  const form = useRef<HTMLFormElement>(null);
  const [isTapped, setTapped] = useState(false);
  const isStopped = typeof why === "string";
  const ConfirmButton = isLocal ? Button : OnlineButton;
  return (
    <ResponsiveDialog
      title={title}
      // Closing would not cancel what is running.
      onClose={busy ? () => undefined : onClose}
      isQuestion
      onEnter={isDeliberate ? undefined : () => form.current?.requestSubmit()}
    >
      <form
        ref={form}
        noValidate
        className="contents"
        {...(isDeliberate && { onKeyDown: keepEnter })}
        onSubmit={(event) => {
          event.preventDefault();
          event.stopPropagation();
          if (busy || !isReady) return;
          if (isStopped) setTapped(true);
          else onConfirm(event);
        }}
      >
        {children}
        {isTapped && isStopped && <Alert role="alert">{why}</Alert>}
        <div className="mt-1 flex flex-wrap gap-2.5">
          {cancel !== null && (
            <Button variant="outline" className="flex-1" disabled={busy} onClick={onClose}>
              {cancel}
            </Button>
          )}
          <ConfirmButton
            type="submit"
            variant={variant}
            className="flex-2"
            busy={busy}
            disabled={!isReady}
            aria-disabled={isStopped || undefined}
          >
            {confirm}
          </ConfirmButton>
        </div>
      </form>
    </ResponsiveDialog>
  );
}

/** Enter in a field sends nothing. */
export function keepEnter(event: KeyboardEvent): void {
  if (event.key === "Enter" && event.target instanceof HTMLInputElement) event.preventDefault();
}

function useReadyAfter(wait_ms: number): boolean {
  const [isReady, setReady] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setReady(true), wait_ms);
    return () => clearTimeout(timer);
  }, [wait_ms]);
  return isReady;
}

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
