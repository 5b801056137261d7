/**
 * Payments of the rails. A payment is received first and matched second: until then it is in `suspense`. If the rail's own
 * reference says whose it is, one command does both. Whoever reports it (webhook, poll, forwarded SMS, admin) sends the same
 * command with the same id, so it is received once.
 */
import type { Pesewas } from "#contract/terms/money.ts";
import type { RailName } from "#contract/terms/rails.ts";
import { paymentStream, settingsStream, topupStream, walletStream } from "#contract/terms/streams.ts";
import {
  actorOf,
  type Check,
  type CommandOf,
  type Deciders,
  isAdmin,
  needsActor,
} from "#ledger/core/checks.ts";
import type { Draft } from "#ledger/core/events.ts";
import type { State } from "#ledger/core/state.ts";
import { type ApprovablePaymentIntents, isOnItsWay, type Payment } from "#ledger/core/rows/payments.ts";
import { system } from "#ledger/core/rows/users.ts";
import { isAboveTopupLimit, levelDrafts } from "../topups/commands.ts";

/** The request that a payment pays for; null: into the wallet, without one. */
interface Credit {
  user: string;
  topup: number | null;
}

/** What it rests on was looked up at this position of the log. It is refused about a payment that was decided since. */
interface Seen {
  seen?: number;
}

export interface PaymentIntents extends ApprovablePaymentIntents {
  /**
   * Only the shop itself, here and where a rail decides. `fee`: of that, what the rail kept; null if it has not said so.
   * `credit`: whose it is, as the rail's own reference says. It is credited at once if it can be; else it waits in suspense.
   */
  receive_payment: Pick<Payment, "rail" | "transaction" | "amount" | "fee"> & {
    payment: string;
    credit?: Credit;
  };
  charge_payment_fee: { payment: string; fee: Pesewas };
  hold_payment: { payment: string; reason: string } & Seen;
  match_payment: ApprovablePaymentIntents["match_payment"] & Seen;
  /** The top-up was approved by an admin before the rail reported its payment. */
  cover_payment: { payment: string; topup: number } & Seen;
  return_payment: { payment: string; reason: string };
  dispute_payment: { payment: string };
  end_dispute: { payment: string };
  /**
   * `fee`: what the rail keeps of it in all. A fee that the customer had paid on top is the shop's now. The rail was asked
   * at `seen`.
   */
  reverse_payment: { payment: string; fee?: Pesewas } & Seen;
  /** `fee`: what the rail keeps of it again, if it said so. */
  fail_payment_return: { payment: string; reason: string; fee: Pesewas | null };
  /** `amount`: what left the rail; negative: what was put in. */
  transfer_from_rail: { rail: RailName; amount: Pesewas; reason: string };
}

export const paymentCommands: Deciders<PaymentIntents> = {
  receive_payment: {
    needs: (command) => ({
      ...needsPayment(command),
      ...(command.intent.credit && needsCredit(command.intent.credit)),
    }),
    checks: ({ intent: { payment, amount, fee }, actor }, state) => [
      ["admin_only", () => actor !== system],
      ["payment_known", () => state.payments.get(payment) !== undefined],
      ["amount_invalid", () => !isAmount(amount) || (fee !== null && !(fee === 0 || isAmount(fee)))],
    ],
    events: ({ intent: { payment, rail, transaction, amount, fee, credit } }, state) => [
      {
        type: "payment_received",
        stream: paymentStream(payment),
        data: { rail, transaction },
        movement: { house: "suspense", counterparty: rail, amount },
      },
      ...(fee === null || fee === 0 ? [] : [feeDraft(payment, { rail }, fee)]),
      ...(credit && mayCredit(credit, amount, state) ? creditDrafts(payment, credit, amount) : []),
    ],
  },
  charge_payment_fee: {
    needs: needsPayment,
    checks: (command, state) => [
      ["admin_only", () => command.actor !== system],
      ["payment_unknown", () => !paymentOf(command, state)],
      ["unchanged", () => !!paymentOf(command, state) && paymentOf(command, state)?.fee !== null],
      ["amount_invalid", () => !isAmount(command.intent.fee)],
    ],
    events: (command, state) => {
      const { payment, fee } = command.intent;
      return [feeDraft(payment, known(command, state), fee)];
    },
  },
  hold_payment: {
    needs: needsPayment,
    checks: (command, state) => [
      ...isAdmin(command, state),
      ...keptPayment(command, state),
      movedSince(command, state),
      ["reason_required", () => command.intent.reason === ""],
      ["unchanged", () => paymentOf(command, state)?.reason === command.intent.reason],
    ],
    events: ({ intent: { payment, reason } }) => [
      { type: "payment_held", stream: paymentStream(payment), data: { reason } },
    ],
  },
  match_payment: {
    needs: (command) => {
      const credit = needsCredit(command.intent);
      return { ...needsPayment(command), ...credit, accounts: [...actorOf(command), ...credit.accounts] };
    },
    checks: (command, state) => {
      const { user, level } = command.intent;
      const topup = topupOf(command.intent, state);
      return [
        ...isAdmin(command, state),
        ["user_unknown", () => state.accounts.get(user)?.deleted !== false],
        ["own_account", () => user === command.actor],
        ["level_not_grantable", () => level === "Admin"],
        ["wallet_unknown", () => !state.wallets.get(user)],
        ["recharge_unknown", () => topup === "unknown" || (topup !== null && topup.user !== user)],
        ["recharge_decided", () => isDecided(topup)],
        ...keptPayment(command, state),
        [
          "payment_differs",
          () => topup !== null && topup !== "unknown" && topup.amount !== paymentOf(command, state)?.amount,
        ],
        movedSince(command, state),
      ];
    },
    /** The money is there. Whose it is, is this admin's word alone. */
    takesTwo: (command, state) =>
      isAboveTopupLimit(state, command.intent.user, paymentOf(command, state)?.amount ?? 0),
    events: (command, state) => {
      const { payment, user, level } = command.intent;
      const { amount } = known(command, state);
      return [...creditDrafts(payment, command.intent, amount), ...levelDrafts(state, user, level)];
    },
  },
  cover_payment: {
    needs: (command) => ({ ...needsPayment(command), topups: [command.intent.topup] }),
    checks: (command, state) => [
      ...isAdmin(command, state),
      ["own_account", () => state.topups.get(command.intent.topup)?.user === command.actor],
      ["recharge_unknown", () => !state.topups.get(command.intent.topup)],
      ...keptPayment(command, state),
      ["payment_not_credited", () => !isCredited(command, state)],
      movedSince(command, state),
    ],
    events: (command, state) => {
      const { payment, topup } = command.intent;
      const { amount } = known(command, state);
      const user = state.topups.get(topup)?.user;
      if (user === undefined) throw new Error(`events of an unknown topup ${topup}`);
      return [
        {
          type: "payment_covered",
          stream: paymentStream(payment),
          data: { user, topup },
          // What an admin approves by hand is taken from momo, whichever rail it came on.
          movement: { house: "momo", counterparty: "suspense", amount },
        },
      ];
    },
  },
  return_payment: {
    needs: needsPayment,
    checks: (command, state) => [
      ...isAdmin(command, state),
      ...openPayment(command, state),
      ["reason_required", () => command.intent.reason === ""],
    ],
    events: (command, state) => {
      const { payment, reason } = command.intent;
      const { rail, amount } = known(command, state);
      return [returnedDraft(payment, { rail, amount, reason })];
    },
  },
  dispute_payment: {
    needs: needsPayment,
    checks: (command, state) => [
      ["admin_only", () => command.actor !== system],
      ...livePayment(command, state),
      ["unchanged", () => paymentOf(command, state)?.disputed === true],
    ],
    events: ({ intent: { payment } }) => [
      { type: "payment_disputed", stream: paymentStream(payment), data: {} },
    ],
  },
  end_dispute: {
    needs: needsPayment,
    checks: (command, state) => [
      ["admin_only", () => command.actor !== system],
      ["payment_unknown", () => !paymentOf(command, state)],
      ["unchanged", () => paymentOf(command, state)?.disputed === false],
    ],
    events: ({ intent: { payment } }) => [
      { type: "payment_dispute_won", stream: paymentStream(payment), data: {} },
    ],
  },
  /** The wallet keeps what it was credited with: an admin decides what to debit, as a correction of that movement. */
  reverse_payment: {
    needs: needsPayment,
    checks: (command, state) => [
      ["admin_only", () => command.actor !== system],
      ...livePayment(command, state),
      movedSince(command, state),
    ],
    events: (command, state) => {
      const { payment, fee = 0 } = command.intent;
      const { rail, amount, status, fee: charged, refund, reason } = known(command, state);
      const counterparty = status === "matched" ? "corrections" : "suspense";
      const more = fee - (charged ?? 0);
      // The shop may have asked for it.
      const taken: Draft =
        refund === "asked" && status === "held"
          ? returnedDraft(payment, { rail, amount, reason: reason ?? "" })
          : {
              type: "payment_reversed",
              stream: paymentStream(payment),
              data: {},
              movement: { house: rail, counterparty, amount },
            };
      return [taken, ...(more > 0 ? [feeDraft(payment, { rail }, more)] : [])];
    },
  },
  /** A payment that waits anyway is held for the same reason. One that is in a wallet stays there. */
  fail_payment_return: {
    needs: needsPayment,
    checks: (command, state) => [
      ["admin_only", () => command.actor !== system],
      ...statusChecks(command, state, ["received", "held", "returned", "reversed"]),
      ["reason_required", () => command.intent.reason === ""],
    ],
    events: (command, state) => {
      const { payment, reason, fee } = command.intent;
      const { rail, amount, status, user, fee: charged, refund } = known(command, state);
      const stream = paymentStream(payment);
      if (status === "held" && isOnItsWay({ refund }))
        return [{ type: "payment_refund_refused", stream, data: { reason } }];
      if (status !== "returned" && status !== "reversed")
        return [{ type: "payment_held", stream, data: { reason } }];
      const house = user === null ? "suspense" : "corrections";
      const less = (charged ?? 0) - (fee ?? charged ?? 0);
      return [
        {
          type: "payment_return_failed",
          stream,
          data: { reason },
          movement: { house, counterparty: rail, amount },
        },
        // What the reversal had cost.
        ...(less > 0 ? [feeDraft(payment, { rail }, -less)] : []),
      ];
    },
  },
  transfer_from_rail: {
    needs: needsActor,
    checks: (command, state) => [
      ...isAdmin(command, state),
      ["reason_required", () => command.intent.reason === ""],
      ["amount_invalid", () => !Number.isSafeInteger(command.intent.amount) || command.intent.amount === 0],
    ],
    events: ({ intent: { rail, amount, reason } }) => [
      {
        type: "rail_transferred",
        stream: settingsStream,
        data: { rail, reason },
        movement: { house: rail, counterparty: "owner", amount },
      },
    ],
  },
  /**
   * From then on, the messages of the rail's phone credit wallets by themselves if they follow this balance. So it takes two
   * admins, where there are two.
   */
  confirm_rail_balance: {
    needs: needsActor,
    checks: (command, state) => [
      ...isAdmin(command, state),
      ["reason_required", () => command.intent.reason === ""],
      ["unchanged", () => command.intent.balance === command.intent.from],
      ["amount_invalid", () => !Number.isSafeInteger(command.intent.balance) || command.intent.balance < 0],
    ],
    takesTwo: () => true,
    events: ({ intent }) => [{ type: "rail_balance_confirmed", stream: settingsStream, data: intent }],
  },
};

function feeDraft(payment: string, { rail }: Pick<Payment, "rail">, fee: number): Draft {
  return {
    type: "payment_fee_charged",
    stream: paymentStream(payment),
    data: { rail },
    movement: { house: rail, counterparty: "fees", amount: fee },
  };
}

function returnedDraft(
  payment: string,
  { rail, amount, reason }: Pick<Payment, "rail" | "amount"> & { reason: string },
): Draft {
  return {
    type: "payment_returned",
    stream: paymentStream(payment),
    data: { reason },
    movement: { house: rail, counterparty: "suspense", amount },
  };
}

function creditDrafts(payment: string, { user, topup }: Credit, amount: Pesewas): Draft[] {
  const movement = { wallet: user, counterparty: "suspense", amount } as const;
  return [
    { type: "payment_matched", stream: paymentStream(payment), data: { user, topup } },
    topup === null
      ? { type: "wallet_funded", stream: walletStream(user), data: { payment }, movement }
      : { type: "topup_approved", stream: topupStream(topup), data: { payment }, movement },
  ];
}

/** As `match_payment` checks it. What may not be is decided later, by whoever reads why the payment waits. */
function mayCredit(credit: Credit, amount: Pesewas, state: State): boolean {
  const { user } = credit;
  if (state.accounts.get(user)?.deleted !== false || !state.wallets.get(user)) return false;
  const topup = topupOf(credit, state);
  if (topup === null) return true;
  return topup !== "unknown" && topup.user === user && topup.status === "pending" && topup.amount === amount;
}

function needsCredit({ user, topup }: Credit) {
  return { accounts: [user], wallets: [user], topups: topup === null ? [] : [topup] };
}

function topupOf({ topup }: Credit, { topups }: State) {
  if (topup === null) return null;
  const row = topups.get(topup);
  return row === undefined || row.hidden ? "unknown" : row;
}

function isDecided(topup: ReturnType<typeof topupOf>): false | { status: string } {
  if (topup === null || topup === "unknown" || topup.status === "pending") return false;
  return { status: topup.status };
}

/** An admin approved this top-up by hand, and no payment stands for it yet. */
function isCredited(command: CommandOf<PaymentIntents, "cover_payment">, state: State): boolean {
  const payment = paymentOf(command, state);
  const topup = state.topups.get(command.intent.topup);
  return topup?.status === "approved" && topup.payment === null && topup.amount === payment?.amount;
}

type AboutPayment = CommandOf<
  PaymentIntents,
  Exclude<keyof PaymentIntents, "transfer_from_rail" | "confirm_rail_balance">
>;

/** A payment that was only received since has no decision that an old answer could undo. */
function movedSince(command: AboutPayment & { intent: Seen }, state: State): Check {
  const { seen = Infinity } = command.intent;
  const payment = paymentOf(command, state);
  return ["changed_meanwhile", () => payment?.status !== "received" && (payment?.position ?? 0) > seen];
}

function needsPayment(command: AboutPayment) {
  return { accounts: actorOf(command), payments: [command.intent.payment] };
}

function paymentOf({ intent }: AboutPayment, state: State): Payment | undefined {
  return state.payments.get(intent.payment);
}

function known(command: AboutPayment, state: State): Payment {
  const payment = paymentOf(command, state);
  if (!payment) throw new Error(`events of an unknown payment ${command.intent.payment}`);
  return payment;
}

/** It is in `suspense`, and stays there: the shop is not sending it back. */
function keptPayment(command: AboutPayment, state: State): Check[] {
  return [
    ...openPayment(command, state),
    ["refund_open", () => isOnItsWay(paymentOf(command, state) ?? { refund: null })],
  ];
}

/** It is in `suspense`. */
function openPayment(command: AboutPayment, state: State): Check[] {
  return statusChecks(command, state, ["received", "held"]);
}

/** The shop has its money. */
function livePayment(command: AboutPayment, state: State): Check[] {
  return statusChecks(command, state, ["received", "held", "matched"]);
}

function statusChecks(command: AboutPayment, state: State, allowed: Payment["status"][]): Check[] {
  const payment = paymentOf(command, state);
  return [
    ["payment_unknown", () => !payment],
    ["payment_decided", () => !!payment && !allowed.includes(payment.status) && { status: payment.status }],
  ];
}

function isAmount(amount: number): boolean {
  return Number.isSafeInteger(amount) && amount > 0;
}
