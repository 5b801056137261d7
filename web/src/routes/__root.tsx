import { createRootRoute, Outlet } from "@tanstack/react-router";
import { NotificationToast } from "../ui/notification-toast.tsx";

export const Route = createRootRoute({ component: Root });

function Root() {
  return (
    <>
      <Outlet />
      <NotificationToast />
    </>
  );
}
