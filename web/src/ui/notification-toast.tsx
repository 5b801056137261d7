import { X } from "lucide-react";
import { useEffect, useRef, useSyncExternalStore } from "react";
import { cn } from "../lib/cn.ts";
import {
  currentNotification,
  dismissNotification,
  subscribeNotifications,
  type Variant,
} from "./notifications.ts";

const tones: Record<Variant, string> = {
  success: "border-l-ok",
  warning: "border-l-gold",
  danger: "border-l-bad",
  info: "border-l-work",
};

/** The specification's toast, at the top centre. A popover, so that it appears above an open dialog. */
export function NotificationToast() {
  const toast = useSyncExternalStore(subscribeNotifications, currentNotification);
  const ref = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const element = ref.current;
    // Chrome before 114 has no popovers. There the toast is part of the page, above everything except dialogs.
    if (typeof element?.showPopover !== "function") return;
    if (element.matches(":popover-open")) element.hidePopover();
    if (toast !== null) element.showPopover();
  }, [toast]);

  return (
    <div
      ref={ref}
      popover="manual"
      // Errors are polite too. They also appear as alerts in the page, and should not be announced twice.
      role="status"
      className="pointer-events-none fixed inset-x-0 top-0 bottom-auto z-50 m-0 w-full max-w-none border-0 bg-transparent px-4 pt-[max(0.75rem,env(safe-area-inset-top))] text-ink"
    >
      {toast !== null && (
        <div
          key={toast.id}
          data-variant={toast.variant}
          className={cn(
            "toast-in pointer-events-auto mx-auto flex w-fit min-w-64 max-w-md items-start gap-2 rounded-m border border-l-4 border-line bg-card py-2.5 pr-1 pl-3.5 shadow-bar",
            tones[toast.variant],
          )}
        >
          <div className="flex-1 py-0.5">
            <p className="text-xs font-bold text-ink-2">Notification</p>
            <p className="text-s font-medium">{toast.message}</p>
          </div>
          <button
            type="button"
            aria-label="Close notification"
            className="grid size-12 shrink-0 place-items-center rounded-m text-ink-2"
            onClick={dismissNotification}
          >
            <X aria-hidden className="size-5" />
          </button>
        </div>
      )}
    </div>
  );
}
