/** A guest's order as whoever has its link sees it: nothing about anybody else, and numbers cut. */
import { formatCedis, toCedis } from "#contract/terms/money.ts";
import { orderReference } from "#contract/terms/references.ts";
import type { GuestOrderState, GuestStatus, guestSteps } from "#contract/guest-orders.ts";
import { cutPhone } from "#contract/receipts.ts";
import type { GuestOrderView } from "#ledger/orders/guest-reads.ts";
import { chargesOf } from "../payments/rails.ts";
import { unsealDetails } from "../serve/sealed.ts";
import type { Shop } from "../shop.ts";

type Step = (typeof guestSteps)[number];

/** What the guest does next, and what the rail says about it. */
export function nextStep(
  shop: Shop,
  { rail, state, said }: Pick<GuestOrderView, "rail" | "state" | "said">,
): { step: Step; said: string } {
  // It is checked again before a browser is sent there.
  const isPage = chargesOf(shop, rail)?.isPage(said) === true;
  if (state === "waiting") return { step: isPage ? "page" : "prompt", said };
  if (state === "asking" || state === "otp") return { step: state, said: isPage ? "" : said };
  return { step: "none", said: isPage ? "" : said };
}

export function guestOrderRecord(shop: Shop, view: GuestOrderView): GuestOrderState {
  const status = guestStatusOf(view);
  const isDone = status === "completed";
  const next =
    status === "waiting" ? nextStep(shop, view) : { step: "none" as const, said: saidOf(view, status) };
  return {
    status,
    ...next,
    offer: view.offer,
    network: view.network,
    receiver: cutPhone(view.receiver),
    price: toCedis(view.price),
    shop: view.shop,
    reference: view.order === null ? null : orderReference(view.order),
    voucher: isDone ? unsealDetails(shop.secrets, view).voucher : null,
    paid_at: view.paid_at,
    delivered_at: isDone ? view.ended_at : null,
  };
}

/** A payment that waits for an admin's look is paid, as far as the guest is concerned. */
export function guestStatusOf({ payment_status, refund, order_status, state }: GuestOrderView): GuestStatus {
  if (payment_status === null)
    return state === "failed" ? "failed" : state === "strange" ? "paid" : "waiting";
  if (order_status === "completed") return "completed";
  if (order_status === "pending") return "paid";
  if (order_status === "processing") return "processing";
  if (payment_status === "returned" || payment_status === "reversed") return "refunded";
  return order_status === "rejected" || refund !== null ? "refunding" : "paid";
}

function saidOf({ price, refund, order }: GuestOrderView, status: GuestStatus): string {
  const amount = formatCedis(price);
  switch (status) {
    case "failed":
      return "The payment was not made. Nothing was taken.";
    case "paid":
      return order === null ? "Your payment is being checked." : "Your payment is here. Your order is next.";
    case "processing":
      return "Your order is on its way.";
    case "completed":
      return "Your order is delivered.";
    case "refunding":
      return refund === "refused"
        ? "Your order could not be delivered. The shop sends your money back by hand."
        : `Your order could not be delivered. Your ${amount} is on its way back to the number that paid.`;
    case "refunded":
      return "Your order could not be delivered. Your money went back to the number that paid.";
    default:
      return "";
  }
}
