import { QueryClientProvider } from "@tanstack/react-query";
import { type ReactNode, useEffect } from "react";
import { useRouter } from "@tanstack/react-router";
import { rememberOwnRecord } from "../users/own-record.ts";
import { rememberOrders } from "../orders/order-history.ts";
import { queryClient } from "../lib/query-client.ts";
import { useSession } from "../lib/session.ts";
import { followStoredCommands } from "../lib/unanswered.ts";
import { FollowCommands } from "./follow-commands.tsx";
import { StepUp } from "./step-up.tsx";

// This module is loaded with the first page of a session. The pages for guests need no data.
rememberOwnRecord(queryClient);
rememberOrders(queryClient);
followStoredCommands();

/** The frame of all pages that need a session, with their data. */
export function SignedIn({ children }: { children: ReactNode }) {
  useFollowNotifications();
  // Renders nothing as soon as the session ends. Otherwise the page would fetch the data that was just cleared.
  if (useSession() === null) return null;
  return (
    <QueryClientProvider client={queryClient}>
      <FollowCommands />
      <StepUp />
      {children}
    </QueryClientProvider>
  );
}

/**
 * Opens what a tapped push notification is about in this page, when the service worker asks for it
 * (public/push-handlers.js), and says so.
 */
function useFollowNotifications(): void {
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
