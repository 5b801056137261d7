import { Outlet } from "@tanstack/react-router";
import { useEffect, useState } from "react";
import { followTheme } from "../lib/theme.ts";
import { ResponsiveDialog } from "../ui/responsive-dialog.tsx";
import { loadLater } from "../lib/load-later.tsx";
import { useStore } from "../lib/store.ts";
import { notification } from "../lib/notifications.ts";

export function Root() {
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

const Toaster = loadLater(() => import("../ui/toast.tsx"), { isVital: false });

/** The specification's toast, at the top centre. */
function NotificationToast() {
  const isShown = useStore(notification) !== null;
  const [wasShown, setWasShown] = useState(false);
  if (isShown && !wasShown) setWasShown(true);
  useEffect(() => {
    // Without a connection this fails. The page also says what went wrong where it happened.
    if (isShown) void Toaster.load().catch(() => undefined);
  }, [isShown]);
  return wasShown ? <Toaster /> : null;
}
