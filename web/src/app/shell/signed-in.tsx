import { QueryClientProvider } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { rememberOwnRecord } from "../account/own-record.ts";
import { FollowCommands } from "./follow-commands.tsx";
import { useFollowNotifications } from "./follow-notifications.ts";
import { rememberOrders } from "../orders/order-history.ts";
import { StepUp } from "./step-up.tsx";
import { queryClient } from "../../lib/query-client.ts";
import { useSession } from "../../lib/session.ts";
import { followStoredCommands } from "../../lib/unanswered.ts";

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
