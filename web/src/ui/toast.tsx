import { Toast as ToastPrimitive } from "@base-ui/react/toast";
import { X } from "lucide-react";
import { useEffect } from "react";
import { useStore } from "../lib/store.ts";
import { Button } from "./button.tsx";
import { dismissNotification, notification } from "../lib/notifications.ts";

/** Shows the current notification at the top centre, above an open dialog. */
export default function Toaster() {
  return (
    // The page ends a notification itself, after exactly the specification's three seconds.
    <ToastPrimitive.Provider timeout={0} limit={1}>
      <FollowNotification />
      <ToastPrimitive.Portal>
        <ToastPrimitive.Viewport
          data-slot="toast-viewport"
          className="pointer-events-none fixed inset-x-4 top-[max(0.75rem,env(safe-area-inset-top))] z-50 mx-auto max-w-md outline-none print:hidden"
        >
          <Toasts />
        </ToastPrimitive.Viewport>
      </ToastPrimitive.Portal>
    </ToastPrimitive.Provider>
  );
}

/** There is one toast, which a new notification updates: two at once would hide the page. */
const only = "notification";

function FollowNotification() {
  const shown = useStore(notification);
  const { add, close } = ToastPrimitive.useToastManager();
  useEffect(() => {
    if (shown === null) close(only);
    else add({ id: only, title: "Notification", description: shown.message, type: shown.variant });
  }, [shown, add, close]);
  return null;
}

function Toasts() {
  const { toasts } = ToastPrimitive.useToastManager();
  return toasts.map((toast) => (
    <ToastPrimitive.Root
      key={toast.id}
      toast={toast}
      swipeDirection="up"
      // Not a dialog, as Base UI says: it asks for nothing.
      role="group"
      aria-modal={undefined}
      data-slot="toast"
      data-variant={toast.type}
      className="pointer-events-auto absolute inset-x-0 top-0 mx-auto flex w-fit max-w-full min-w-64 items-start gap-2 rounded-lg border border-l-4 border-border bg-popover py-2.5 pr-1 pl-3.5 text-popover-foreground shadow-xl transition-[opacity,transform] duration-150 data-ending-style:-translate-y-3 data-ending-style:opacity-0 data-limited:hidden data-starting-style:-translate-y-3 data-starting-style:opacity-0 data-[variant=danger]:border-l-destructive data-[variant=info]:border-l-info data-[variant=success]:border-l-success data-[variant=warning]:border-l-gold"
    >
      <ToastPrimitive.Content className="flex-1 py-0.5">
        <ToastPrimitive.Title render={<p />} className="text-xs font-bold text-muted-foreground" />
        <ToastPrimitive.Description className="text-sm font-medium" />
      </ToastPrimitive.Content>
      {/* Base UI hides its own button from screen readers until the toast has the focus. */}
      <Button variant="ghost" size="icon" aria-label="Close notification" onClick={dismissNotification}>
        <X aria-hidden className="size-5" />
      </Button>
    </ToastPrimitive.Root>
  ));
}
