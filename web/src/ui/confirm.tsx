import type { ReactNode } from "react";
import { Button } from "./button.tsx";
import { Sheet } from "./sheet.tsx";

/** Asks before something is done. While it is being done the question stays, so that an error can stand beside it. */
export function Confirm({
  title,
  confirm,
  tone = "primary",
  busy = false,
  disabled = false,
  onConfirm,
  onClose,
  children,
}: {
  title: ReactNode;
  confirm: string;
  tone?: "primary" | "danger";
  busy?: boolean;
  disabled?: boolean;
  onConfirm: () => void;
  onClose: () => void;
  children?: ReactNode;
}) {
  return (
    <Sheet title={title} onClose={onClose} role="alertdialog">
      {children}
      <div className="mt-1 flex flex-wrap gap-2.5">
        <Button look="line" className="flex-1" onClick={onClose}>
          Cancel
        </Button>
        <Button look={tone} className="flex-2" busy={busy} disabled={disabled} onClick={onConfirm}>
          {confirm}
        </Button>
      </div>
    </Sheet>
  );
}
