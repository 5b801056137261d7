import { type ReactNode, useEffect, useState } from "react";
import { Button } from "./button.tsx";
import { double_tap_ms } from "./double-tap.ts";
import { ResponsiveDialog } from "./responsive-dialog.tsx";

/** Asks before an action. The dialog stays open while the action runs, so that it can show an error. */
export function Confirm({
  title,
  confirm,
  variant = "default",
  busy = false,
  disabled = false,
  onConfirm,
  onClose,
  children,
}: {
  title: ReactNode;
  confirm: string;
  variant?: "default" | "destructive";
  busy?: boolean;
  disabled?: boolean;
  onConfirm: () => void;
  onClose: () => void;
  children?: ReactNode;
}) {
  // The confirm button is where the opening button was, so a double tap would confirm the question unread.
  const isReady = useReadyAfter(double_tap_ms);
  const isBlocked = disabled || busy || !isReady;
  return (
    <ResponsiveDialog
      title={title}
      // Closing would not cancel what is running.
      onClose={busy ? () => undefined : onClose}
      isQuestion
      onEnter={() => {
        if (!isBlocked) onConfirm();
      }}
    >
      {children}
      <div className="mt-1 flex flex-wrap gap-2.5">
        <Button variant="outline" className="flex-1" disabled={busy} onClick={onClose}>
          Cancel
        </Button>
        <Button variant={variant} className="flex-2" busy={busy} disabled={isBlocked} onClick={onConfirm}>
          {confirm}
        </Button>
      </div>
    </ResponsiveDialog>
  );
}

function useReadyAfter(wait_ms: number): boolean {
  const [isReady, setReady] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setReady(true), wait_ms);
    return () => clearTimeout(timer);
  }, [wait_ms]);
  return isReady;
}
