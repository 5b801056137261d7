import { X } from "lucide-react";
import { useEffect, useId, useRef, type ReactNode, type RefObject } from "react";
import { createPortal } from "react-dom";
import { cn } from "../lib/cn.ts";

/** How long after the first tap a double tap's second tap may follow. That tap was meant for what was there before. */
export const double_tap_ms = 400;

/**
 * A dialog: a bottom sheet on a phone, a centred window on a desk. It is the browser's own <dialog>, which traps the
 * focus, makes the rest inert and closes on Escape without code. Radix would write a <style> element, which our CSP
 * (style-src 'self') refuses.
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
  /** A tap outside does not close it. */
  isStatic?: boolean;
  /** Called on Enter where it has no other meaning: on the dialog itself or in a single-line field. */
  onEnter?: () => void;
}) {
  const ref = useRef<HTMLDialogElement>(null);
  const titleId = useId();
  const isJustOpened = useShown(ref);

  // Rendered at the end of the body, because the opener may be inside a form and forms must not be nested.
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

/** Opens the dialog. The returned function tells whether a tap may be the second tap of a double tap that opened it. */
function useShown(ref: RefObject<HTMLDialogElement | null>): () => boolean {
  const openedAt_ms = useRef(0);
  useEffect(() => {
    const dialog = ref.current;
    if (dialog === null || dialog.open) return;
    const opener = document.activeElement;
    dialog.showModal();
    openedAt_ms.current = performance.now();
    // Focuses the dialog, not its first button: a focus ring around Close would look wrong.
    dialog.focus();
    return () => {
      dialog.close();
      if (opener instanceof HTMLElement) opener.focus();
    };
  }, [ref]);
  return () => performance.now() - openedAt_ms.current < double_tap_ms;
}
