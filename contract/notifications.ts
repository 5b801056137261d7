/** Push notifications: what a customer's phone shows when an order or a top-up request is decided. */
import { formatCedis, type Pesewas } from "./terms/money.ts";
import { groupPhone } from "./terms/phone.ts";
import type { SignInHelp } from "./terms/sign-in-help.ts";

export interface Notification {
  title: string;
  text: string;
  /** What a tap opens: a path of the page. */
  path: string;
  /** The order or top-up that it is about. A notification with the same tag replaces this one. */
  tag: string;
}

interface DecidedOrder {
  id: number;
  offer: string;
  /** Empty if the order has no beneficiary. */
  receiver: string;
}

export function completedOrder(order: DecidedOrder): Notification {
  return aboutOrder(order, "Order completed", subject(order));
}

export function rejectedOrder(
  order: DecidedOrder,
  { refunded, reason }: { refunded: Pesewas; reason: string },
): Notification {
  const text = `${subject(order)}. ${formatCedis(refunded)} is back in your wallet. ${reason}`;
  return aboutOrder(order, "Order rejected", text.trim());
}

export function decidedTopup(
  { id, amount, reason }: { id: number; amount: Pesewas; reason: string | null },
  status: "approved" | "declined",
): Notification {
  const effect =
    status === "approved" ? " is in your wallet." : `. Your balance is unchanged. ${reason ?? ""}`.trimEnd();
  return {
    title: `Top-up ${status}`,
    text: `${formatCedis(amount)}${effect}`,
    path: "/home/topup",
    tag: `topup-${id}`,
  };
}

/** To the user, whoever asked for it. */
export function givenHelp(way: SignInHelp): Notification {
  const what = way === "link" ? "sent you a link" : "read out a code";
  return {
    title: "Help with signing in",
    text: `Our support has ${what} for a new password. If you did not ask for it, contact us at once.`,
    path: "/home/user-details",
    tag: "sign-in-help",
  };
}

/** "1 GB for 024 412 3456" */
function subject({ offer, receiver }: DecidedOrder): string {
  return receiver === "" ? offer : `${offer} for ${groupPhone(receiver)}`;
}

function aboutOrder({ id }: DecidedOrder, title: string, text: string): Notification {
  return { title, text, path: `/home/my-transactions?receipt=${id}`, tag: `order-${id}` };
}

/** What admins are told. A newer notification with the same tag replaces the older one. */
export const officeTags = {
  orders: "office-orders",
  requests: "office-requests",
  payment: "office-payment",
  books: "office-books",
} as const;

/** Orders that nobody has processed yet. Undefined if there are none. */
export function pendingOrders(count: number): Notification | undefined {
  if (count === 0) return undefined;
  return {
    title: count === 1 ? "1 order is pending" : `${count} orders are pending`,
    text: "Open the orders to process them.",
    path: "/admin/orders?status=pending",
    tag: officeTags.orders,
  };
}

/** Top-up and agent requests, withdrawals, and what other admins ask to approve. Undefined if nothing waits. */
export function pendingRequests(waiting: {
  topups: number;
  withdrawals: number;
  approvals: number;
}): Notification | undefined {
  const { topups, withdrawals, approvals } = waiting;
  const nouns = { topups: "top-up request", withdrawals: "withdrawal", approvals: "approval" };
  const parts = (["topups", "withdrawals", "approvals"] as const)
    .filter((name) => waiting[name] > 0)
    .map((name) => `${waiting[name]} ${nouns[name]}${waiting[name] === 1 ? "" : "s"}`);
  if (parts.length === 0) return undefined;
  const isOut = topups + approvals === 0;
  return {
    title: `${new Intl.ListFormat("en").format(parts)} ${topups + withdrawals + approvals === 1 ? "is" : "are"} pending`,
    text: isOut ? "Open Payments to decide." : "Open Topups to decide.",
    path: isOut ? "/admin/payments?show=withdrawals" : "/admin/finance",
    tag: officeTags.requests,
  };
}

/** To where all top-ups go from now on. */
export function changedPayment(after: { number: string; name: string }): Notification {
  return {
    title: "The payment details were changed",
    text: `Top-ups now go to ${groupPhone(after.number)}, ${after.name}. Open the shop to see who changed them.`,
    path: "/admin/audit/acts?kind=payment+details",
    tag: officeTags.payment,
  };
}

/** `about`: tells it from others, none of which replaces it. */
export function changedRights(text: string, about: number | string): Notification {
  return {
    title: "Admin rights",
    text,
    path: "/admin/users?level=Admin",
    tag: `office-admin-${about}`,
  };
}

export const redBooks: Notification = {
  title: "The books do not balance",
  text: "Open the books to see what differs.",
  path: "/admin/audit/books",
  tag: officeTags.books,
};

/** `about`: tells it from others, none of which replaces it. */
export function runningLow(what: string, about: string): Notification {
  return { title: "Running low", text: what, path: "/admin/suppliers", tag: `office-low-${about}` };
}
