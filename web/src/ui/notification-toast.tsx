import { useState } from "react";
import { loadLater } from "../lib/load-later.tsx";
import { useStore } from "../lib/store.ts";
import { notification } from "./notifications.ts";

export const Toaster = loadLater(() => import("./toast.tsx"));

/** The specification's toast, at the top centre. */
export function NotificationToast() {
  const isShown = useStore(notification) !== null;
  const [wasShown, setWasShown] = useState(false);
  if (isShown && !wasShown) setWasShown(true);
  return wasShown ? <Toaster /> : null;
}
