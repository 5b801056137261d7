/**
 * Orders that suppliers deliver. What is not known is never guessed: an attempt stays open until the supplier, or an admin who
 * asked there, says how it ended. Until then the order is neither refunded nor sent to anybody else.
 */
import {
  attempts_max,
  floatOf,
  type RefusalKind,
  refusalTexts,
  type SupplierName,
} from "#contract/terms/fulfilment.ts";
import type { Pesewas } from "#contract/terms/money.ts";
import { fulfilmentStream, orderStream } from "#contract/terms/streams.ts";
import { actorOf, type Check, type CommandOf, type Deciders, isAdmin } from "#ledger/core/checks.ts";
import type { Draft } from "#ledger/core/events.ts";
import { type Fulfilment, fulfilmentId, isOpen, type SettleIntent } from "#ledger/core/rows/fulfilments.ts";
import { attemptKeys, attemptsOf } from "../orders/attempts.ts";
import { completedDrafts, rejectedDrafts } from "../orders/commands.ts";
import { system } from "#ledger/core/rows/users.ts";
import type { State } from "#ledger/core/state.ts";

interface About {
  order: number;
  attempt: number;
}

/** All but the last two are the shop's own. */
export interface FulfilmentIntents {
  /** The next attempt. The supplier hears of it only after this was accepted. */
  send_fulfilment: { order: number; supplier: SupplierName; code: string; reference: string };
  /** From the shop's own stock: sent, paid and delivered at once. Its PIN and serial go with it, sealed and outside the log. */
  deliver_from_stock: { order: number; reference: string; cost: Pesewas };
  accept_fulfilment: About & { cost: Pesewas | null };
  deliver_fulfilment: About;
  refuse_fulfilment: About & { reason: string; refusal?: RefusalKind };
  return_fulfilment: About;
  contradict_fulfilment: About & { said: string };
  /** Nobody has it, and the owner wants such orders refunded. */
  refund_refused_order: { order: number };
  settle_fulfilment: SettleIntent;
  see_contradiction: About & { reason: string };
}

export const fulfilmentCommands: Deciders<FulfilmentIntents> = {
  send_fulfilment: {
    needs: needsAttempts,
    checks: (command, state) => [byShop(command), ...maySend(command, state)],
    events: ({ intent }, state) => sentDrafts(intent, state),
  },
  deliver_from_stock: {
    needs: needsAttempts,
    checks: (command, state) => [byShop(command), ...maySend(command, state), badCost(command.intent.cost)],
    events: ({ intent: { order, reference, cost } }, state) => {
      const sent = sentDrafts({ order, supplier: "stock", code: "", reference }, state);
      const about = { order, attempt: nextAttempt(order, state) };
      return [
        ...sent,
        ...(cost === 0 ? [] : [acceptedDraft(about, "stock", cost)]),
        ...deliveredDrafts(about, state),
      ];
    },
  },
  accept_fulfilment: {
    needs: needsAttempts,
    checks: (command, state) => {
      const { cost } = command.intent;
      const attempt = attemptOf(command, state);
      return [
        byShop(command),
        ...known(command, state),
        // It may name its price later, also after the end.
        [
          "fulfilment_settled",
          () =>
            !!attempt &&
            (cost === null ? attempt.state !== "sent" : attempt.cost !== null) && { status: attempt.state },
        ],
        badCost(cost),
      ];
    },
    events: (command, state) => [
      acceptedDraft(command.intent, requireAttempt(command, state).supplier, command.intent.cost),
    ],
  },
  deliver_fulfilment: {
    needs: needsAttempts,
    checks: (command, state) => [byShop(command), ...stillOpen(command, state)],
    events: ({ intent }, state) => deliveredDrafts(intent, state),
  },
  refuse_fulfilment: {
    needs: needsAttempts,
    checks: (command, state) => [
      byShop(command),
      ...stillOpen(command, state),
      ["reason_required", () => command.intent.reason === ""],
    ],
    events: ({ intent: { order, attempt, ...data } }) => [
      { type: "fulfilment_refused", stream: streamOf({ order, attempt }), data },
    ],
  },
  return_fulfilment: {
    needs: needsAttempts,
    checks: (command, state) => [
      byShop(command),
      ...known(command, state),
      ["amount_invalid", () => (attemptOf(command, state)?.cost ?? 0) === 0],
    ],
    events: (command, state) => {
      const { supplier, cost } = requireAttempt(command, state);
      return [
        {
          type: "fulfilment_returned",
          stream: streamOf(command.intent),
          data: { supplier },
          movement: { house: "cost", counterparty: floatOf(supplier), amount: cost ?? 0 },
        },
      ];
    },
  },
  contradict_fulfilment: {
    needs: needsAttempts,
    checks: (command, state) => {
      const attempt = attemptOf(command, state);
      return [
        byShop(command),
        ...known(command, state),
        ["fulfilment_open", () => !!attempt && isOpen(attempt)],
        ["unchanged", () => attempt?.contradiction === command.intent.said],
      ];
    },
    events: ({ intent: { said, ...about } }) => [
      { type: "fulfilment_contradicted", stream: streamOf(about), data: { said } },
    ],
  },
  refund_refused_order: {
    needs: needsAttempts,
    checks: (command, state) => [
      byShop(command),
      ...mayMove(command, state),
      ["refund_unwanted", () => !isRefunded(attemptsOf(state, command.intent.order), state.settings)],
    ],
    events: ({ intent: { order } }, state) => {
      const last = attemptsOf(state, order).at(-1);
      const reason = last?.refusal ? refusalTexts[last.refusal] : null;
      return rejectedDrafts(order, { reason, attempt: last?.attempt ?? 0 }, state);
    },
  },
  settle_fulfilment: {
    needs: needsAdmin,
    checks: (command, state) => [
      ...isAdmin(command, state),
      ...stillOpen(command, state),
      ["reason_required", () => command.intent.reason === ""],
    ],
    events: ({ intent: { reason, outcome, ...about } }, state) => [
      { type: "fulfilment_settled", stream: streamOf(about), data: { outcome, reason } },
      ...(outcome === "delivered" ? completedBy(about, state) : []),
    ],
    takesTwo: ({ intent }, { orders, settings: { correction_limit } }) =>
      correction_limit !== null && (orders.get(intent.order)?.amount ?? 0) > correction_limit,
  },
  see_contradiction: {
    needs: needsAdmin,
    checks: (command, state) => {
      const attempt = attemptOf(command, state);
      return [
        ...isAdmin(command, state),
        ...known(command, state),
        ["reason_required", () => command.intent.reason === ""],
        ["unchanged", () => !!attempt && (attempt.contradiction === null || attempt.seen_at !== null)],
      ];
    },
    events: ({ intent: { reason, ...about } }) => [
      { type: "contradiction_seen", stream: streamOf(about), data: { reason } },
    ],
  },
};

type AboutOrder = CommandOf<FulfilmentIntents>;
type AboutAttempt = Exclude<
  AboutOrder,
  { type: "send_fulfilment" | "deliver_from_stock" | "refund_refused_order" }
>;

function needsAttempts({ intent: { order } }: AboutOrder) {
  return { orders: [order], fulfilments: attemptKeys(order) };
}

function needsAdmin(command: AboutAttempt) {
  return { accounts: actorOf(command), ...needsAttempts(command) };
}

function byShop({ actor }: AboutOrder): Check {
  return ["admin_only", () => actor !== system];
}

function badCost(cost: Pesewas | null): Check {
  return ["amount_invalid", () => cost !== null && (!Number.isSafeInteger(cost) || cost < 0)];
}

/** A pending order, or one that every supplier so far has refused. What an admin processes by hand is not sent too. */
function maySend(
  { intent }: CommandOf<FulfilmentIntents, "send_fulfilment" | "deliver_from_stock">,
  state: State,
): Check[] {
  return [
    ...mayMove({ intent }, state),
    ["fulfilments_used_up", () => attemptsOf(state, intent.order).length >= attempts_max],
  ];
}

function mayMove({ intent }: { intent: { order: number } }, state: State): Check[] {
  const order = state.orders.get(intent.order);
  const attempts = attemptsOf(state, intent.order);
  const isSendable = order?.status === "pending" || (order?.status === "processing" && attempts.length > 0);
  return [
    ["order_unknown", () => !order || order.hidden],
    ["order_decided", () => !!order && !isSendable && { status: order?.status ?? "", wanted: "processing" }],
    ["fulfilment_open", () => attempts.some(({ state: its }) => its !== "refused")],
  ];
}

/** The last supplier to refuse it has said that no other one could deliver it either. */
export function isRefunded(
  attempts: readonly Pick<Fulfilment, "refusal">[],
  { fulfilment_rules: { refunds } }: Pick<State["settings"], "fulfilment_rules">,
): boolean {
  const refusal = attempts.at(-1)?.refusal ?? null;
  return refusal !== null && refunds.includes(refusal);
}

function known(command: AboutAttempt, state: State): Check[] {
  return [["fulfilment_unknown", () => !attemptOf(command, state)]];
}

function stillOpen(command: AboutAttempt, state: State): Check[] {
  const attempt = attemptOf(command, state);
  return [
    ...known(command, state),
    ["fulfilment_settled", () => !!attempt && !isOpen(attempt) && { status: attempt.state }],
  ];
}

function attemptOf({ intent }: AboutAttempt, state: State): Fulfilment | undefined {
  return state.fulfilments.get(fulfilmentId(intent.order, intent.attempt));
}

function requireAttempt(command: AboutAttempt, state: State): Fulfilment {
  const attempt = attemptOf(command, state);
  if (!attempt) throw new Error(`events of an unknown attempt at order ${command.intent.order}`);
  return attempt;
}

function nextAttempt(order: number, state: State): number {
  return attemptsOf(state, order).length + 1;
}

function streamOf({ order, attempt }: About) {
  return fulfilmentStream(fulfilmentId(order, attempt));
}

function sentDrafts({ order, ...how }: FulfilmentIntents["send_fulfilment"], state: State): Draft[] {
  const attempt = nextAttempt(order, state);
  const isPending = state.orders.get(order)?.status === "pending";
  return [
    ...(isPending
      ? [{ type: "order_processed", stream: orderStream(order), data: { attempt } } satisfies Draft]
      : []),
    {
      type: "fulfilment_sent",
      stream: streamOf({ order, attempt }),
      data: { order, attempt, ...how },
    },
  ];
}

function acceptedDraft(about: About, supplier: SupplierName, cost: Pesewas | null): Draft {
  return {
    type: "fulfilment_accepted",
    stream: streamOf(about),
    data: { supplier },
    ...(cost !== null &&
      cost > 0 && { movement: { house: floatOf(supplier), counterparty: "cost", amount: cost } }),
  };
}

function deliveredDrafts(about: About, state: State): Draft[] {
  return [{ type: "fulfilment_delivered", stream: streamOf(about), data: {} }, ...completedBy(about, state)];
}

function completedBy({ order, attempt }: About, state: State): Draft[] {
  return completedDrafts(order, { attempt }, state);
}
