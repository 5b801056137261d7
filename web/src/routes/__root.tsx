import { createRootRoute, Outlet } from "@tanstack/react-router";
import { useEffect } from "react";
import { followTheme } from "../lib/theme.ts";
import { NotificationToast, Toaster } from "../ui/notification-toast.tsx";
import { ResponsiveDialog } from "../ui/responsive-dialog.tsx";

export const Route = createRootRoute({ component: Root });

function Root() {
  useEffect(followTheme, []);
  useEffect(loadAtFirstTouch, []);
  return (
    <>
      <Outlet />
      <NotificationToast />
    </>
  );
}

const events = ["pointerdown", "keydown", "focusin"] as const;

/**
 * Loads the code of dialogs and notifications when the user first touches the page or presses a key: not before, because
 * the page should be usable first, and not later, because a tap should not wait for code.
 */
function loadAtFirstTouch(): void {
  const load = () => {
    for (const event of events) removeEventListener(event, load, true);
    // If this fails, a component loads its code again when it is shown.
    void Promise.allSettled([Toaster.load(), ResponsiveDialog.load()]);
  };
  for (const event of events) addEventListener(event, load, true);
}
