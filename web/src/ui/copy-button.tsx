import { useEffect, useState } from "react";
import { Button } from "./button.tsx";
import { notify } from "../lib/notifications.ts";

const thanks_ms = 1500;

/** Copies a value. `what` names it for screen readers. */
export function CopyButton({ value, what }: { value: string; what: string }) {
  const [isCopied, setCopied] = useState(false);
  useEffect(() => {
    if (!isCopied) return;
    const timer = setTimeout(() => setCopied(false), thanks_ms);
    return () => clearTimeout(timer);
  }, [isCopied]);

  const copy = async () => {
    if (await copyText(value)) setCopied(true);
    else notify(`Could not copy. Please copy it by hand: ${value}`, "danger");
  };
  return (
    <Button
      variant="outline"
      className="min-w-18 shrink-0 px-3 text-sm text-primary"
      onClick={() => void copy()}
    >
      <span aria-live="polite">{isCopied ? "Copied" : "Copy"}</span> <span className="sr-only">{what}</span>
    </Button>
  );
}

/** There is no clipboard API on plain http. There the old copy command still works from a selected field. */
export async function copyText(value: string): Promise<boolean> {
  const clipboard = (navigator as Partial<Navigator>).clipboard;
  if (clipboard !== undefined) {
    try {
      await clipboard.writeText(value);
      return true;
    } catch {
      // Refused. The old command may still be allowed.
    }
  }
  const area = document.createElement("textarea");
  area.value = value;
  area.readOnly = true;
  // The field goes into an open dialog, because everything outside it is inert.
  (document.querySelector("[role=dialog], [role=alertdialog]") ?? document.body).append(area);
  area.select();
  const copied = document.execCommand("copy");
  area.remove();
  return copied;
}
