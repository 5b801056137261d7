/** The commands of the storm's clients, and which parts of the answer must be in the log. */
import { hash } from "node:crypto";
import type { BalanceAnswer, UserAnswer } from "../../contract/users.ts";
import type { OrderAnswer, PurchaseAnswer } from "../../contract/orders.ts";
import type { DecisionAnswer, TopupRecord } from "../../contract/topups.ts";
import type { EventType } from "../../ledger/core/events.ts";
import { orderStream, topupStream, userStream, walletStream } from "../../contract/terms/streams.ts";
import type { Level } from "../../contract/terms/statuses.ts";

/** What was done, according to an answer. Money is in pesewas. */
export interface Effect {
  type: EventType;
  stream: string;
  /** Position of the command's last event. The answer to a level change does not have it. */
  position?: number;
  amount?: number;
  balance_after?: number;
  level?: Level;
}

export interface StormCommand {
  method: "POST" | "PUT";
  path: string;
  body: object;
  effect(answer: unknown): Effect;
}

export function buy(packageId: string): StormCommand {
  return {
    method: "POST",
    path: "/order/create",
    body: { packageId, receiver: "0244123456" },
    effect(answer) {
      const { id, totalAmount, balance, position } = answer as PurchaseAnswer;
      const [amount, balance_after] = [-pesewas(totalAmount), pesewas(balance)];
      return { type: "order_placed", stream: orderStream(id), position, amount, balance_after };
    },
  };
}

export function requestTopup(amount_cedis: number): StormCommand {
  return {
    method: "POST",
    path: "/recharge",
    body: { amount: amount_cedis },
    effect(answer) {
      const { recharge, position } = answer as { recharge: TopupRecord; position: number };
      return { type: "topup_requested", stream: topupStream(Number(recharge._id)), position };
    },
  };
}

export function decideTopup(id: string, isApproved: boolean): StormCommand {
  return {
    method: "PUT",
    path: `/recharge/${id}/${isApproved ? "approve" : "decline"}`,
    body: {},
    effect(answer) {
      const { recharge, balance, position } = answer as DecisionAnswer;
      const stream = topupStream(Number(id));
      if (!isApproved) return { type: "topup_declined", stream, position };
      const [amount, balance_after] = [pesewas(recharge.amount), pesewas(balance)];
      return { type: "topup_approved", stream, position, amount, balance_after };
    },
  };
}

const statusEvents = {
  processing: "order_processed",
  completed: "order_completed",
  rejected: "order_rejected",
} as const;
export type NextStatus = keyof typeof statusEvents;

export function changeOrderStatus(id: string, status: NextStatus): StormCommand {
  return {
    method: "PUT",
    path: `/order/update-status/${id}`,
    body: { status },
    effect(answer) {
      const { order, position } = answer as OrderAnswer;
      const effect: Effect = { type: statusEvents[status], stream: orderStream(Number(id)), position };
      return status === "rejected" ? { ...effect, amount: pesewas(order.totalAmount) } : effect;
    },
  };
}

export function correctBalance(user: string, amount_cedis: number): StormCommand {
  return {
    method: "PUT",
    path: "/user/balance",
    body: { chosenId: user, amount: amount_cedis, reason: "Storm" },
    effect(answer) {
      const { balance, position } = answer as BalanceAnswer;
      const [amount, balance_after] = [pesewas(amount_cedis), pesewas(balance)];
      return { type: "wallet_corrected", stream: walletStream(user), position, amount, balance_after };
    },
  };
}

export function changeLevel(user: string, userLevel: Level): StormCommand {
  return {
    method: "PUT",
    path: `/user/${user}/level`,
    body: { userLevel },
    effect(answer) {
      const { user: changed } = answer as UserAnswer;
      return { type: "user_level_changed", stream: userStream(changed._id), level: userLevel };
    },
  };
}

/** The id that the shop derives from a command's actor and key (api/serve/command.ts). */
export function commandIdOf(actor: string, key: string): string {
  const hex = hash("sha256", `${actor}\0${key}`, "hex");
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20, 32)].join(
    "-",
  );
}

function pesewas(cedis: number): number {
  return Math.round(cedis * 100);
}
