import { useEffect, useState } from "react";
import { loadLater } from "../lib/load-later.tsx";
import { useStore } from "../lib/store.ts";
import { notification } from "../lib/notifications.ts";

export const Toaster = loadLater(() => import("./toast.tsx"), { isVital: false });

/** The specification's toast, at the top centre. */
export function NotificationToast() {
  const isShown = useStore(notification) !== null;
  const [wasShown, setWasShown] = useState(false);
  if (isShown && !wasShown) setWasShown(true);
  useEffect(() => {
    // Without a connection this fails. The page also says what went wrong where it happened.
    if (isShown) void Toaster.load().catch(() => undefined);
  }, [isShown]);
  return wasShown ? <Toaster /> : null;
}
