import { useEffect, useId, useRef, useState, type ReactNode } from "react";
import { cn } from "../lib/cn.ts";

/**
 * A button that shows a list of links or buttons below it (the disclosure pattern). It closes on Escape, on a choice,
 * and when the focus or a tap moves elsewhere.
 */
export function Menu({
  label,
  trigger,
  triggerClass,
  panelClass,
  className,
  children,
}: {
  /** The button's accessible name, if its content does not say it. */
  label?: string;
  trigger: ReactNode;
  triggerClass: string;
  panelClass?: string;
  className?: string;
  children: ReactNode;
}) {
  const [isOpen, setOpen] = useState(false);
  const ref = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const id = useId();
  useEffect(() => {
    if (!isOpen) return;
    const leave = (event: Event) => {
      if (event.target instanceof Node && ref.current?.contains(event.target) !== true) setOpen(false);
    };
    const escape = (event: KeyboardEvent) => {
      if (event.key !== "Escape") return;
      setOpen(false);
      button.current?.focus();
    };
    document.addEventListener("pointerdown", leave);
    document.addEventListener("focusin", leave);
    document.addEventListener("keydown", escape);
    return () => {
      document.removeEventListener("pointerdown", leave);
      document.removeEventListener("focusin", leave);
      document.removeEventListener("keydown", escape);
    };
  }, [isOpen]);

  return (
    <div ref={ref} className={cn("relative", className)}>
      <button
        ref={button}
        type="button"
        aria-expanded={isOpen}
        aria-controls={id}
        aria-label={label}
        className={triggerClass}
        onClick={() => setOpen(!isOpen)}
      >
        {trigger}
      </button>
      <ul
        id={id}
        hidden={!isOpen}
        onClick={() => setOpen(false)}
        className={cn(
          "absolute top-full left-0 z-30 mt-2 max-h-[70dvh] min-w-[min(14rem,calc(100vw-2rem))] overflow-y-auto rounded-m border border-line bg-card p-1.5 text-ink shadow-bar",
          panelClass,
        )}
      >
        {children}
      </ul>
    </div>
  );
}

export const menuItemLook =
  "flex min-h-12 w-full items-center gap-3 rounded-s px-3 text-left font-medium hover:bg-fill focus-visible:bg-fill";
