import { X } from "lucide-react";
import { useEffect, useId, useRef, type ReactNode, type RefObject } from "react";
import { createPortal } from "react-dom";
import { cn } from "../lib/cn.ts";

/** How long after the first tap the second one of a double tap may come: it is meant for what stood there before. */
export const double_tap_ms = 400;

/**
 * A dialog: a sheet from below on a phone, a window in the middle on a desk. It is the browser's own <dialog>: it traps
 * the focus, makes the rest inert and closes on Escape with no code; Radix's would write a <style> element, which our
 * CSP (style-src 'self') refuses.
 */
export function Sheet({
  title,
  onClose,
  children,
  className,
  role,
  isStatic = false,
  onEnter,
}: {
  title: ReactNode;
  onClose: () => void;
  children: ReactNode;
  className?: string;
  role?: "alertdialog";
  /** A tap beside it does not close it. */
  isStatic?: boolean;
  /** Enter, where it means nothing else: on the dialog itself or in a field of one line. */
  onEnter?: () => void;
}) {
  const ref = useRef<HTMLDialogElement>(null);
  const titleId = useId();
  const isJustOpened = useShown(ref);

  // At the body's end: what opens it may stand in a form, and a form must not hold another.
  return createPortal(
    <dialog
      ref={ref}
      role={role}
      tabIndex={-1}
      aria-labelledby={titleId}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
      onClick={(event) => {
        const isBeside = event.target === event.currentTarget;
        if (isBeside && !isStatic && !isJustOpened()) onClose();
      }}
      onKeyDown={({ key, target, currentTarget, repeat }) => {
        if (key !== "Enter" || repeat) return;
        if (target === currentTarget || target instanceof HTMLInputElement) onEnter?.();
      }}
      className={cn(
        "sheet-in fixed inset-x-0 top-auto bottom-0 m-0 max-h-[92dvh] w-full max-w-none overflow-y-auto overscroll-contain rounded-t-xl bg-card p-0 text-ink shadow-sheet outline-none sm:inset-0 sm:m-auto sm:h-fit sm:max-w-md sm:rounded-xl",
        className,
      )}
    >
      <div className="flex flex-col gap-3 p-4.5 pb-[max(1.375rem,env(safe-area-inset-bottom))]">
        <div className="flex items-start gap-2">
          <h2 id={titleId} className="flex-1 py-2.5 text-[1.125rem] leading-snug font-bold">
            {title}
          </h2>
          <button
            type="button"
            aria-label="Close"
            className="-mr-2 grid size-12 shrink-0 place-items-center rounded-m text-ink-2"
            onClick={onClose}
          >
            <X aria-hidden className="size-5" />
          </button>
        </div>
        {children}
      </div>
    </dialog>,
    document.body,
  );
}

/** Opens the dialog. The answer tells whether a tap may be the second one of the double tap that has opened it. */
function useShown(ref: RefObject<HTMLDialogElement | null>): () => boolean {
  const openedAt_ms = useRef(0);
  useEffect(() => {
    const dialog = ref.current;
    if (dialog === null || dialog.open) return;
    const opener = document.activeElement;
    dialog.showModal();
    openedAt_ms.current = performance.now();
    // Not the first button: a ring around Close is no way to begin.
    dialog.focus();
    return () => {
      dialog.close();
      if (opener instanceof HTMLElement) opener.focus();
    };
  }, [ref]);
  return () => performance.now() - openedAt_ms.current < double_tap_ms;
}
