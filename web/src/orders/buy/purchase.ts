import type { OrderRecord } from "#contract/order-list.ts";
import type { PurchaseAnswer } from "#contract/orders.ts";
import type { UserRecord } from "#contract/user-list.ts";
import type { OrderForm } from "#contract/terms/product-types.ts";
import { type Command, findOut, isLost, type Outcome, type Send } from "../../lib/command.ts";
import { queryClient } from "../../lib/query-client.ts";
import { writeStored } from "../../lib/storage.ts";
import { type SentCommand, unansweredCommands, useUnanswered, forgetCommands } from "../../lib/unanswered.ts";
import { applyAccount, applyChange } from "../../live/apply.ts";
import { basketItems } from "../basket/basket.ts";
import { removeFromBasket, renewKeys } from "../basket/change-basket.ts";

/** The body of POST /order/create. */
export interface Purchase {
  network: string;
  packageId: string;
  offer: string;
  receiver: string;
  /** The price that the buyer saw, in cedis. If it has changed, the server charges nothing. */
  totalAmount: number;
  items?: OrderForm;
}

/** The fields that identify a purchase. */
type Sale = Pick<Purchase, "packageId" | "receiver">;

const path = "/order/create";

export function purchaseCommand(purchase: Purchase): Command {
  return { method: "POST", path, body: purchase, isKept: true };
}

/** Pays and orders with one command, at most once. */
export async function buy(purchase: Purchase, send: Send): Promise<PurchaseAnswer> {
  const answer = await send<PurchaseAnswer>(purchaseCommand(purchase));
  const { account, ...order } = answer;
  keepOrder(order, account);
  return answer;
}

/** Shows the new order and balance before the feed reports them. */
export function keepOrder(order: OrderRecord, account?: UserRecord): void {
  writeStored("nowToProcess", order._id);
  applyAccount(queryClient, account);
  applyChange(queryClient, { event: "ordersUpdated", data: order, position: order.position });
}

/** The path of this purchase, to return to from a top-up. */
export function pathOf({ network, receiver, packageId }: Omit<Purchase, "offer" | "totalAmount">): string {
  const search = new URLSearchParams({ to: receiver, pkg: packageId });
  return `/home/buy/${encodeURIComponent(network)}?${search.toString()}`;
}

export type SentPurchase = SentCommand<Purchase>;

/** The user's purchases that were sent and have no answer, from this page or an earlier one, oldest first. */
export function useUnansweredPurchases(): readonly SentPurchase[] {
  return useUnanswered().filter(isPurchase);
}

/** The same sale, if it was sent and has no answer. Bought again under another key it could be paid twice. */
export function unansweredSale(sale: Sale): SentPurchase | undefined {
  return unansweredCommands()
    .filter(isPurchase)
    .findLast(({ body }) => body.packageId === sale.packageId && body.receiver === sale.receiver);
}

export function isPurchase(command: SentCommand): command is SentPurchase {
  return command.path === path;
}

/**
 * Finds out what became of a purchase without an answer, and updates orders and basket. Buys nothing. Unknown: it has not
 * arrived so far, but still may. Refused: it was not ordered, and nothing was charged.
 * @throws ApiError if the server could not be asked.
 */
export async function settlePurchase(command: SentPurchase): Promise<Outcome> {
  const outcome = await findOut(command);
  const items = basketItems().filter(({ key }) => key === command.key);
  const ids = items.map(({ id }) => id);
  if (outcome.state === "accepted") {
    if (outcome.order !== undefined) keepOrder(outcome.order);
    removeFromBasket(...ids);
    return outcome;
  }
  if (outcome.state === "unknown" && !isLost(command)) return outcome;
  forgetCommands([command.key]);
  renewKeys(ids);
  const message = outcome.state === "refused" ? outcome.message : "It did not reach the shop";
  return { state: "refused", message };
}
