/** Charges for orders of guests: a payment that is received either becomes its order, or goes back. */
import type { Shop } from "../shop.ts";
import { type GuestOrderView, guestOrderById } from "#ledger/orders/guest-reads.ts";
import { paymentStatus } from "#ledger/payments/reads.ts";
import type { Intents } from "#ledger/decide/command.ts";
import { formatCedis, type Pesewas } from "#contract/terms/money.ts";
import type { PaymentStatus } from "#contract/terms/payments.ts";
import { type RejectionCode, rejectionText } from "#contract/terms/rejections.ts";
import { limits } from "#contract/terms/limits.ts";
import { actAsShop } from "../rails/as-shop.ts";
import { ApiError } from "../serve/errors.ts";
import { type ChargeRow, notePayment } from "./charge-rows.ts";

interface Received {
  payment: string;
  /** What of it is in the books, without a fee on top. */
  paid: Pesewas;
  status: PaymentStatus | undefined;
}

/**
 * After the payment is in the books. Safe to repeat: both commands have ids that follow from the payment's own, and a payment
 * that was decided stays as it was. False if nothing could be sold for it.
 */
export async function settleGuestOrder(
  shop: Shop,
  row: ChargeRow,
  { payment, paid, status }: Received,
): Promise<boolean> {
  if (status !== "received") return status === "matched";
  // From now on, the guest's page and SMS find it.
  await notePayment(shop.db, row.reference, payment);
  const guest = row.guest_order === null ? undefined : await guestOrderById(shop.db, row.guest_order);
  const outcome = whyNot(row, guest, paid) ?? (guest !== undefined && (await place(shop, guest, payment)));
  if (typeof outcome === "boolean") return outcome;
  const reason = `Nothing was sold: ${outcome}`.slice(0, limits.reason_length_max);
  await actAsShop(shop, "refund_payment", { payment, reason }, ["payment_decided", "refund_open"]);
  return false;
}

/** Of a payment that is not what the guest was asked for. What was paid too late was given up, and may have been bought elsewhere. */
function whyNot(row: ChargeRow, guest: GuestOrderView | undefined, paid: Pesewas): string | undefined {
  if (!guest) return "The shop does not know the order any more";
  if (row.state === "failed") return "The payment came too late";
  if (paid !== guest.price)
    return `${formatCedis(paid)} was paid, and the price was ${formatCedis(guest.price)}`;
  return undefined;
}

/** Whether it is placed, or else somebody has decided about the payment meanwhile. A text: why it cannot be placed. */
async function place(shop: Shop, guest: GuestOrderView, payment: string): Promise<boolean | string> {
  const { user, price, surcharge, fee_by, receiver, package: id, network, offer } = guest;
  const intent: Intents["place_guest_order"] = {
    payment,
    user,
    package: { id, network, offer },
    price,
    surcharge,
    fee_by,
    receiver,
  };
  try {
    const isPlaced = await actAsShop(shop, "place_guest_order", intent, ["payment_decided", "refund_open"], {
      key: `order of ${payment}`,
      body: { ...intent, guest: guest.id },
    });
    return isPlaced || (await paymentStatus(shop.db, payment)) === "matched";
  } catch (error) {
    if (!(error instanceof ApiError) || !isWhy(error.answer.code)) throw error;
    return error.answer.code === "price_changed"
      ? "Its price has risen"
      : rejectionText({ code: error.answer.code, network });
  }
}

/** Why nothing can be sold for a payment that is otherwise right. */
const reasons = [
  "shops_off",
  "shop_agents_only",
  "shop_unknown",
  "shop_closed",
  "wallet_unknown",
  "package_unknown",
  "payment_differs",
  "product_out_of_stock",
  "price_changed",
] as const satisfies readonly RejectionCode[];

function isWhy(code: string): code is (typeof reasons)[number] {
  return reasons.some((one) => one === code);
}
