/**
 * What the shop sends back by itself: a guest's payment for which nothing could be sold, or whose order was rejected. The log
 * says so before the rail is asked. Until the rail answers, nobody else may have the money. If it sends nothing back, the
 * payment waits for an admin like every other one.
 */
import { paymentStream } from "#contract/terms/streams.ts";
import type { Check, CommandOf, Deciders } from "#ledger/core/checks.ts";
import { isDecided, isOnItsWay, type Payment } from "#ledger/core/rows/payments.ts";
import { system } from "#ledger/core/rows/users.ts";
import type { State } from "#ledger/core/state.ts";

/** All are the shop's own. */
export interface RefundIntents {
  /** Nothing can be sold for it. */
  refund_payment: { payment: string; reason: string };
  ask_refund: { payment: string };
  refuse_refund: { payment: string; reason: string };
}

export const refundCommands: Deciders<RefundIntents> = {
  refund_payment: {
    needs: needsPayment,
    checks: (command, state) => {
      const { reason } = command.intent;
      const payment = paymentOf(command, state);
      return [
        ...byShop(command, state),
        ["payment_decided", () => !!payment && isDecided(payment) && { status: payment.status }],
        ["refund_open", () => !!payment && isOnItsWay(payment)],
        ["reason_required", () => reason === ""],
      ];
    },
    events: ({ intent: { payment, reason } }) => [
      { type: "payment_held", stream: paymentStream(payment), data: { reason, refund: true } },
    ],
  },
  ask_refund: {
    needs: needsPayment,
    checks: (command, state) => [
      ...byShop(command, state),
      ["refund_unknown", () => !isRefund(command, state)],
      ["unchanged", () => paymentOf(command, state)?.refund === "asked"],
    ],
    events: ({ intent: { payment } }) => [
      { type: "payment_refund_asked", stream: paymentStream(payment), data: {} },
    ],
  },
  refuse_refund: {
    needs: needsPayment,
    checks: (command, state) => [
      ...byShop(command, state),
      ["refund_unknown", () => !isRefund(command, state)],
      ["reason_required", () => command.intent.reason === ""],
    ],
    events: ({ intent: { payment, reason } }) => [
      { type: "payment_refund_refused", stream: paymentStream(payment), data: { reason } },
    ],
  },
};

type AboutRefund = CommandOf<RefundIntents>;

function needsPayment({ intent: { payment } }: AboutRefund) {
  return { payments: [payment] };
}

function paymentOf({ intent }: AboutRefund, state: State): Payment | undefined {
  return state.payments.get(intent.payment);
}

function byShop(command: AboutRefund, state: State): Check[] {
  return [
    ["admin_only", () => command.actor !== system],
    ["payment_unknown", () => !paymentOf(command, state)],
  ];
}

/** A payment that is still there and goes back. */
function isRefund(command: AboutRefund, state: State): boolean {
  const payment = paymentOf(command, state);
  return !!payment && payment.status === "held" && isOnItsWay(payment);
}
