import type { LiveEvent } from "#contract/live.ts";
import { groupPhone } from "#contract/terms/phone.ts";
import { money } from "../lib/money.ts";
import type { Variant } from "../lib/notifications.ts";

/** What the shop has decided about an order or a top-up of the user, in words. */
export interface Decision {
  /** The same for every report of the same decision. */
  key: string;
  text: string;
  variant: Variant;
  /** For a text about several decisions: "orders completed". */
  kind: string;
}

/** The decision that an event reports about the given user's order or top-up; undefined if it reports none. */
export function decisionIn(event: LiveEvent, user: string): Decision | undefined {
  if (event.event === "ordersUpdated") return event.data.userId === user ? ofOrder(event.data) : undefined;
  if (event.event === "rechargeUpdated") return event.data.userId === user ? ofTopup(event.data) : undefined;
  return undefined;
}

/** One text for all decisions that arrive together. */
export function summaryOf(decisions: readonly Decision[]): Pick<Decision, "text" | "variant"> | undefined {
  const [first] = decisions;
  if (first === undefined || decisions.length === 1) return first;
  const kinds = [...new Set(decisions.map(({ kind }) => kind))];
  const countOf = (kind: string) => decisions.filter((each) => each.kind === kind).length;
  const isGood = decisions.every(({ variant }) => variant === "success");
  return {
    text: `News from the shop: ${kinds.map((kind) => `${kind} ${countOf(kind)}`).join(", ")}`,
    variant: isGood ? "success" : "warning",
  };
}

type Order = Extract<LiveEvent, { event: "ordersUpdated" }>["data"];
type Topup = Extract<LiveEvent, { event: "rechargeUpdated" }>["data"];

function ofOrder({ _id, id, status, offer, receiver, refunded }: Order): Decision | undefined {
  const what = `${offer} for ${groupPhone(receiver)}`;
  const key = `order ${_id} ${status}`;
  if (status === "completed")
    return { key, text: `Order ${id} is completed: ${what}`, variant: "success", kind: "orders completed" };
  if (status !== "rejected") return undefined;
  const refund = refunded > 0 ? ` ${money(refunded)} is back in your wallet.` : "";
  return {
    key,
    text: `Order ${id} was rejected: ${what}.${refund}`,
    variant: "danger",
    kind: "orders rejected",
  };
}

function ofTopup({ _id, status, amount, reason }: Topup): Decision | undefined {
  const what = `Your top-up of ${money(amount)}`;
  const key = `topup ${_id} ${status}`;
  if (status === "approved")
    return { key, text: `${what} was approved`, variant: "success", kind: "top-ups approved" };
  if (status !== "declined") return undefined;
  const text = `${what} was declined. Your balance is unchanged. ${reason ?? ""}`.trimEnd();
  return { key, text, variant: "danger", kind: "top-ups declined" };
}
