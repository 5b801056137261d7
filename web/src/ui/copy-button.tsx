import { useEffect, useState } from "react";
import { copyText } from "../lib/copy.ts";
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
