import { useRouter } from "@tanstack/react-router";
import { useEffect, useRef } from "react";
import type { OrderCounts } from "#contract/reports.ts";
import type { ApprovalsAnswer } from "#contract/approvals.ts";
import { pendingOrders, pendingRequests, type Notification as Notice } from "#contract/notifications.ts";
import type { PushState } from "../../lib/push.ts";
import { useSession } from "../../lib/session.ts";
import { waitingIn } from "../../office/approvals.query.ts";
import { readStored, removeStored, writeStored } from "../../lib/storage.ts";

/** Calls for the admin's attention when orders, requests or approvals arrive, on every page of the office. */
export function useOfficeNotifications(
  counts: OrderCounts | undefined,
  approvals: ApprovalsAnswer | undefined,
  withdrawals: number | undefined,
): void {
  const me = useSession()?._id;
  const router = useRouter();
  const isKnown = counts !== undefined && approvals !== undefined && withdrawals !== undefined;
  const orders = counts?.pending ?? 0;
  const topups = counts?.recharges.pending ?? 0;
  // What this admin asked for waits for the others.
  const asked = waitingIn(approvals).filter(({ requestedBy }) => requestedBy._id !== me).length;
  useCountInTitle(orders + topups + asked + (withdrawals ?? 0));
  const before = useRef<{ orders: number; topups: number; asked: number; withdrawals: number }>(undefined);
  useEffect(() => {
    if (!isKnown) return;
    const last = before.current;
    before.current = { orders, topups, asked, withdrawals };
    // What waited before the page was opened is in sight.
    if (last === undefined) return;
    const hasOrders = orders > last.orders;
    const hasRequests = topups > last.topups || asked > last.asked || withdrawals > last.withdrawals;
    if (!hasOrders && !hasRequests) return;
    if (isSoundOn()) void chime();
    const open = (path: string) => router.history.push(path);
    const news = [
      hasOrders && pendingOrders(orders),
      hasRequests && pendingRequests({ topups, withdrawals, approvals: asked }),
    ];
    for (const one of news) if (one) void showNotice(one, open);
  }, [isKnown, orders, topups, asked, withdrawals, router]);
}

const counted = /^\(\d+\) /;

/** "(3) Orders · Cedibook". Each page names the document itself, so its name is followed. */
function useCountInTitle(count: number): void {
  useEffect(() => {
    const name = (shown: number) => {
      const plain = document.title.replace(counted, "");
      const wanted = shown === 0 ? plain : `(${shown}) ${plain}`;
      if (document.title !== wanted) document.title = wanted;
    };
    const title = document.querySelector("title");
    const observer = new MutationObserver(() => name(count));
    if (title) observer.observe(title, { childList: true });
    name(count);
    return () => {
      observer.disconnect();
      name(0);
    };
  }, [count]);
}

export function noticeState(): PushState {
  if (!("Notification" in globalThis)) return "unsupported";
  if (Notification.permission === "denied") return "denied";
  return Notification.permission === "granted" && readStored("officeNotices") === "on" ? "on" : "off";
}

/** Asks for permission, so it must be called from a tap. */
export async function turnNoticesOn(): Promise<PushState> {
  if ((await Notification.requestPermission()) === "granted") writeStored("officeNotices", "on");
  return noticeState();
}

export function turnNoticesOff(): PushState {
  removeStored("officeNotices");
  return noticeState();
}

/**
 * Tells an admin who looks at something else. The installed app shows it in the same place as a push about the same queue.
 * `open`: leads this page to a path.
 */
async function showNotice({ title, text, path, tag }: Notice, open: (path: string) => void): Promise<void> {
  if (document.visibilityState !== "hidden" || noticeState() !== "on") return;
  const shown = { body: text, tag, icon: "/icons/icon-192.png", data: { path } };
  try {
    const app = await navigator.serviceWorker?.getRegistration();
    if (app?.active) return await app.showNotification(title, shown);
    const notice = new Notification(title, shown);
    notice.onclick = () => {
      window.focus();
      open(path);
      notice.close();
    };
  } catch {
    // Phones show only those of an installed app.
  }
}

/** Two rising tones: frequency in hertz, and when each begins. */
const tones = [
  { hertz: 784, at_s: 0 },
  { hertz: 1047, at_s: 0.14 },
] as const;
const tone_s = 0.22;
/** Loud enough beside a phone that plays music, and no fright in a quiet room. */
const volume = 0.15;
/** So long, another tab of the office makes no sound: it hears of the same order. */
const alone_ms = 1500;

let context: AudioContext | undefined;

export function isSoundOn(): boolean {
  return readStored("officeSound") !== "off";
}

/** Silent before the first touch of the page: browsers forbid sound until then. Never throws. */
export async function chime(): Promise<void> {
  if (!navigator.userActivation?.hasBeenActive) return;
  try {
    // Only a secure page has locks.
    if (!("locks" in navigator)) return play();
    await navigator.locks.request("office sound", { ifAvailable: true }, async (lock) => {
      if (lock === null) return;
      play();
      await new Promise((resolve) => setTimeout(resolve, alone_ms));
    });
  } catch {
    // A device without sound.
  }
}

function play(): void {
  context ??= new AudioContext();
  void context.resume().catch(() => undefined);
  for (const { hertz, at_s } of tones) {
    const starts_s = context.currentTime + at_s;
    const tone = new OscillatorNode(context, { frequency: hertz });
    const gain = new GainNode(context, { gain: volume });
    // A tone that is cut off clicks.
    gain.gain.setValueAtTime(volume, starts_s);
    gain.gain.exponentialRampToValueAtTime(0.001, starts_s + tone_s);
    tone.connect(gain).connect(context.destination);
    tone.start(starts_s);
    tone.stop(starts_s + tone_s);
  }
}
