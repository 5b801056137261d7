import { useRouter } from "@tanstack/react-router";
import { useEffect } from "react";

/**
 * Opens what a tapped push notification is about in this page, when the service worker asks for it
 * (public/push-handlers.js), and says so.
 */
export function useFollowNotifications(): void {
  const router = useRouter();
  useEffect(() => {
    // There is none without a secure connection.
    const worker = "serviceWorker" in navigator ? navigator.serviceWorker : undefined;
    const open = ({ data, ports }: MessageEvent<{ open?: unknown } | null>) => {
      if (typeof data?.open !== "string") return;
      router.history.push(data.open);
      ports[0]?.postMessage("opened");
    };
    worker?.addEventListener("message", open);
    return () => worker?.removeEventListener("message", open);
  }, [router]);
}
