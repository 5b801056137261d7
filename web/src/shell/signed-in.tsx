import { QueryClientProvider, hashKey, type QueryClient } from "@tanstack/react-query";
import { type ReactNode, useEffect } from "react";
import { useRouter } from "@tanstack/react-router";
import { rememberOrders } from "../orders/my-orders.query.ts";
import { queryClient } from "../lib/query-client.ts";
import { useSession, getSession, keepSession } from "../lib/session.ts";
import {
  followStoredCommands,
  forgetCommands,
  type SentCommand,
  unansweredCommands,
  useUnanswered,
} from "../lib/unanswered.ts";
import { groupPhone } from "#contract/terms/phone.ts";
import { texts } from "#contract/terms/texts.ts";
import { withFullStop } from "../lib/api-error.ts";
import { findOut, isLost, isRunning } from "../lib/command.ts";
import { useOnline, useStore } from "../lib/store.ts";
import { notify } from "../lib/notifications.ts";
import { isPurchase, type SentPurchase, settlePurchase } from "../orders/buy/purchase.ts";
import { isTopupRequest } from "../topups/topup-request.ts";
import { writeStored } from "../lib/storage.ts";
import { ownRecordQuery } from "../users/users.query.ts";
import { loadLater } from "../lib/load-later.tsx";
import { stepUpQuestion } from "../lib/step-up.ts";

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

const pause_ms = 5000;

/** Finds out by itself what became of commands without an answer, while there is a connection. Shows nothing. */
function FollowCommands() {
  const isOnline = useOnline();
  const hasUnanswered = useUnanswered().some(isFollowed);
  useEffect(() => {
    if (!isOnline || !hasUnanswered) return;
    let isAsking = false;
    const ask = async () => {
      if (isAsking) return;
      isAsking = true;
      for (const command of unansweredCommands().filter(isFollowed))
        if (!isRunning(command))
          await (isPurchase(command) ? askAboutPurchase(command) : askAboutCommand(command));
      isAsking = false;
    };
    const timer = setInterval(() => void ask(), pause_ms);
    return () => clearInterval(timer);
  }, [isOnline, hasUnanswered]);
  return null;
}

/** A top-up request is found in the user's list (topup-request.ts). Commands that are not kept end with their page. */
function isFollowed(command: SentCommand): boolean {
  return command.isKept && !isTopupRequest(command);
}

async function askAboutPurchase(command: SentPurchase): Promise<void> {
  // Without an answer it is asked again after the pause.
  const settled = await settlePurchase(command).catch(() => undefined);
  const { offer, receiver } = command.body;
  const what = `${offer} for ${groupPhone(receiver)}`;
  if (settled?.state === "accepted") notify(`${texts.purchaseMade}: ${what}`, "success");
  if (settled?.state === "refused")
    notify(`${what} was not bought. ${withFullStop(settled.message)} Nothing was charged.`, "warning");
}

/** Otherwise the same command on another day would get this one's answer. */
async function askAboutCommand(command: SentCommand): Promise<void> {
  const outcome = await findOut(command).catch(() => undefined);
  if (outcome?.state === "unknown" && isLost(command)) forgetCommands([command.key]);
}

/** Stores the user's last known record as CurrUser, and updates the session's level and username from it. */
function rememberOwnRecord(client: QueryClient): void {
  client.getQueryCache().subscribe((event) => {
    if (event.type !== "updated" || event.query.queryHash !== hashKey(ownRecordQuery.queryKey)) return;
    const session = getSession();
    const me = client.getQueryData(ownRecordQuery.queryKey)?.rows.find((user) => user._id === session?._id);
    if (session === null || me === undefined) return;
    writeStored("CurrUser", JSON.stringify(me));
    writeStored("seenAt", new Date().toISOString());
    if (me.userLevel !== session.userLevel || me.username !== session.username)
      keepSession({ ...session, ...me });
  });
}

const StepUpContent = loadLater(() => import("./step-up-content.tsx"));

/** Asks for the password or code while a call waits for it. */
function StepUp() {
  const question = useStore(stepUpQuestion);
  return question === null ? null : <StepUpContent {...question} />;
}
