import { useRouter } from "@tanstack/react-router";
import { useEffect, useRef } from "react";
import type { OrderCounts } from "#contract/statistics.ts";
import type { ApprovalsAnswer } from "#contract/approvals.ts";
import { pendingOrders, pendingRequests } from "#contract/notifications.ts";
import { useSession } from "../../lib/session.ts";
import { waitingIn } from "../../office/approvals.query.ts";
import { chime, isSoundOn } from "./chime.ts";
import { tell } from "./notices.ts";

/** Calls for the admin's attention when orders, requests or approvals arrive, on every page of the office. */
export function useOfficeSignals(
  counts: OrderCounts | undefined,
  approvals: ApprovalsAnswer | undefined,
): void {
  const me = useSession()?._id;
  const router = useRouter();
  const isKnown = counts !== undefined && approvals !== undefined;
  const orders = counts?.pending ?? 0;
  const topups = counts?.recharges.pending ?? 0;
  // What this admin asked for waits for the others.
  const asked = waitingIn(approvals).filter(({ requestedBy }) => requestedBy._id !== me).length;
  useCountInTitle(orders + topups + asked);
  const before = useRef<{ orders: number; topups: number; asked: number }>(undefined);
  useEffect(() => {
    if (!isKnown) return;
    const last = before.current;
    before.current = { orders, topups, asked };
    // What waited before the page was opened is in sight.
    if (last === undefined) return;
    const hasOrders = orders > last.orders;
    const hasRequests = topups > last.topups || asked > last.asked;
    if (!hasOrders && !hasRequests) return;
    if (isSoundOn()) void chime();
    const open = (path: string) => router.history.push(path);
    const news = [
      hasOrders && pendingOrders(orders),
      hasRequests && pendingRequests({ topups, approvals: asked }),
    ];
    for (const one of news) if (one) void tell(one, open);
  }, [isKnown, orders, topups, asked, router]);
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
