import { createRootRoute, Outlet } from "@tanstack/react-router";
import { useEffect } from "react";
import { loadAtFirstTouch } from "../shell/first-touch.ts";
import { followTheme } from "../lib/theme.ts";
import { NotificationToast } from "../ui/notification-toast.tsx";

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
