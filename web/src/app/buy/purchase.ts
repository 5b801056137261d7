import type { AfaForm, PurchaseAnswer } from "#api/contract/orders.ts";
import { sendOnce } from "../../lib/command.ts";
import { openIntents } from "../../lib/intent.ts";
import { queryClient } from "../../lib/query-client.ts";
import { writeStored } from "../../lib/storage.ts";
import { applyAccount, applyChange } from "../../live/apply.ts";

/** What POST /order/create is sent. */
export interface Purchase {
  network: string;
  packageId: string;
  offer: string;
  receiver: string;
  /** The price the buyer saw, in cedis: if it is another by now, nothing is charged. */
  totalAmount: number;
  items?: AfaForm;
}

/** What makes two purchases the same one. */
type Sale = Pick<Purchase, "packageId" | "receiver" | "items">;

/** Pays and orders, in one command and at most once. */
export async function buy(purchase: Purchase): Promise<PurchaseAnswer> {
  const answer = await sendOnce<PurchaseAnswer>("purchase", "POST", "/order/create", purchase);
  keepOrder(answer);
  return answer;
}

/** The new order and balance, on the page before the feed says so. */
export function keepOrder({ account, ...order }: PurchaseAnswer): void {
  writeStored("nowToProcess", order._id);
  applyAccount(queryClient, account);
  applyChange(queryClient, { event: "ordersUpdated", data: order, position: order.position });
}

/** The page of this purchase, for coming back to it from a top-up. */
export function pathOf({
  network,
  receiver,
  packageId,
}: Pick<Purchase, "network" | "receiver" | "packageId">): string {
  const search = new URLSearchParams({ to: receiver, pkg: packageId });
  return `/home/buy/${encodeURIComponent(network)}?${search.toString()}`;
}

/** The same sale, sent before and never answered: whatever it costs by now, it is asked for just as it was sent. */
export function sentBefore(purchase: Sale): Purchase | undefined {
  return openIntents<Purchase>("purchase").findLast(({ body }) => isSame(body, purchase))?.body;
}

function isSame(sent: Sale, now: Sale): boolean {
  const what = ({ packageId, receiver, items }: Sale) => JSON.stringify([packageId, receiver, items]);
  return what(sent) === what(now);
}

/** A purchase on this network that was sent and never answered: the page may have been reloaded since. */
export function unanswered(network: string): Purchase | null {
  const open = openIntents<Purchase>("purchase").findLast(({ body }) => body.network === network);
  return open?.body ?? null;
}
