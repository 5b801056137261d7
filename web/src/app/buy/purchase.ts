import type { AfaForm, PurchaseAnswer } from "#api/contract/orders.ts";
import { sendOnce } from "../../lib/command.ts";
import { openIntents } from "../../lib/intent.ts";
import { queryClient } from "../../lib/query-client.ts";
import { writeStored } from "../../lib/storage.ts";
import { applyAccount, applyChange } from "../../live/apply.ts";

/** The body of POST /order/create. */
export interface Purchase {
  network: string;
  packageId: string;
  offer: string;
  receiver: string;
  /** The price that the buyer saw, in cedis. If it has changed, the server charges nothing. */
  totalAmount: number;
  items?: AfaForm;
}

/** The fields that identify a purchase. */
type Sale = Pick<Purchase, "packageId" | "receiver" | "items">;

/** Pays and orders with one command, at most once. */
export async function buy(purchase: Purchase): Promise<PurchaseAnswer> {
  const answer = await sendOnce<PurchaseAnswer>("purchase", "POST", "/order/create", purchase);
  keepOrder(answer);
  return answer;
}

/** Shows the new order and balance before the feed reports them. */
export function keepOrder({ account, ...order }: PurchaseAnswer): void {
  writeStored("nowToProcess", order._id);
  applyAccount(queryClient, account);
  applyChange(queryClient, { event: "ordersUpdated", data: order, position: order.position });
}

/** The path of this purchase, to return to from a top-up. */
export function pathOf({
  network,
  receiver,
  packageId,
}: Pick<Purchase, "network" | "receiver" | "packageId">): string {
  const search = new URLSearchParams({ to: receiver, pkg: packageId });
  return `/home/buy/${encodeURIComponent(network)}?${search.toString()}`;
}

/** The same sale if it was sent and never answered. It is retried as it was sent, even if the price has changed. */
export function unansweredSale(purchase: Sale): Purchase | undefined {
  return openIntents<Purchase>("purchase").findLast(({ body }) => isSame(body, purchase))?.body;
}

function isSame(sent: Sale, now: Sale): boolean {
  const identity = ({ packageId, receiver, items }: Sale) => JSON.stringify([packageId, receiver, items]);
  return identity(sent) === identity(now);
}

/** A purchase on this network that was sent and never answered, possibly before a reload. */
export function unansweredPurchaseOn(network: string): Purchase | null {
  const intent = openIntents<Purchase>("purchase").findLast(({ body }) => body.network === network);
  return intent?.body ?? null;
}
