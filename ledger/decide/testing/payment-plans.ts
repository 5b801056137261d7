/** For tests: how to make each reason to refuse a command about payments apply. */
import type { CommandType, Intents } from "../command.ts";
import type { State } from "#ledger/core/state.ts";
import { actorExclusive, adminReasons, haveTwoAdmins, type Plan, type Scenario, waitFor } from "./plan.ts";
import { addTopup, patchAccount, scenario } from "./scenarios.ts";
import { admin, kofi } from "./world.ts";

type PaymentCommand = Exclude<
  Extract<CommandType, `${string}_payment` | "charge_payment_fee" | "end_dispute" | "fail_payment_return">,
  "refund_payment"
>;
type PaymentPlans = { [T in PaymentCommand | "transfer_from_rail" | "confirm_rail_balance"]: Plan<T> };

export const payment = "p1";
const received = { rail: "momo", transaction: "t1", amount: 60_00, fee: null } as const;

export function addPayment(state: State, patch: object = {}): void {
  state.payments.set(payment, {
    id: payment,
    ...received,
    status: "received",
    disputed: false,
    reason: null,
    user: null,
    topup: null,
    received_at: "",
    received: 1,
    action_at: null,
    order: null,
    margin: null,
    borne: null,
    refund: null,
    version: 1,
    position: 1,
    ...patch,
  });
}

export function patchPayment({ state }: Scenario, patch: object): void {
  if (state.payments.rows.get(payment)) addPayment(state, { ...state.payments.get(payment), ...patch });
}

export const noPayment = ({ state }: Scenario) => state.payments.set(payment, null);
const openReasons = {
  payment_unknown: noPayment,
  payment_decided: (s: Scenario) => patchPayment(s, { status: "returned" }),
};
const keptReasons = {
  ...openReasons,
  refund_open: (s: Scenario) => patchPayment(s, { refund: "asked" }),
};
/** What the command rests on was looked up before the payment was decided. */
const movedOn = (s: Scenario & { intent: { seen?: number } }) => {
  s.intent.seen = 0;
  if (s.state.payments.rows.get(payment)?.status === "received") patchPayment(s, { status: "held" });
};
const movedExclusive = "payment_unknown × changed_meanwhile";
const openExclusive = "payment_unknown × payment_decided";
const refundExclusive = "payment_unknown × refund_open";
export const byShop = { admin_only: (s: Scenario) => void (s.actor = admin) };

function aboutPayment<T extends PaymentCommand>(
  intent: Intents[T],
  { patch = {}, actor = admin }: { patch?: object; actor?: string } = {},
) {
  return () => scenario(intent, (state) => addPayment(state, patch), actor);
}

export const paymentPlans: PaymentPlans = {
  receive_payment: {
    start: () => scenario<Intents["receive_payment"]>({ payment, ...received, fee: 10 }, undefined, "system"),
    provoke: {
      ...byShop,
      payment_known: (s) => addPayment(s.state),
      amount_invalid: (s) => (s.intent.amount = 0),
    },
    exclusive: [],
  },
  charge_payment_fee: {
    start: aboutPayment<"charge_payment_fee">({ payment, fee: 10 }, { actor: "system" }),
    provoke: {
      ...byShop,
      payment_unknown: noPayment,
      unchanged: (s) => patchPayment(s, { fee: 5 }),
      amount_invalid: (s) => (s.intent.fee = 0),
    },
    exclusive: ["payment_unknown × unchanged"],
  },
  hold_payment: {
    start: aboutPayment<"hold_payment">({ payment, reason: "who?" }),
    provoke: {
      ...adminReasons,
      ...keptReasons,
      changed_meanwhile: movedOn,
      reason_required: (s) => (s.intent.reason = ""),
      unchanged: (s) => patchPayment(s, { reason: s.intent.reason }),
    },
    exclusive: [
      ...actorExclusive,
      openExclusive,
      refundExclusive,
      movedExclusive,
      "payment_unknown × unchanged",
    ],
  },
  match_payment: {
    start: () =>
      scenario<Intents["match_payment"]>({ payment, user: kofi, topup: 7 }, (state) => {
        addPayment(state);
        addTopup(state, 7, "pending");
      }),
    provoke: {
      ...adminReasons,
      user_unknown: (s) => {
        if (s.actor === s.intent.user) {
          // Only the shop itself is an actor without an account.
          s.actor = s.intent.user = "system";
          s.state.accounts.set("system", null);
        } else patchAccount(s.state, s.intent.user, { deleted: true });
      },
      own_account: (s) => {
        const isDeleted = s.state.accounts.rows.get(s.intent.user)?.deleted === true;
        s.state.wallets.set(s.actor, s.state.wallets.rows.get(s.intent.user) ?? null);
        if (isDeleted) s.actor = "system";
        s.intent.user = s.actor;
        if (isDeleted) s.state.accounts.set("system", null);
        if (isDeleted) s.state.wallets.set("system", null);
      },
      level_not_grantable: (s) => (s.intent.level = "Admin"),
      wallet_unknown: (s) => s.state.wallets.set(s.intent.user, null),
      recharge_unknown: (s) => s.state.topups.set(7, null),
      recharge_decided: (s) => {
        const row = s.state.topups.rows.get(7);
        if (row) s.state.topups.set(7, { ...row, status: "declined" });
      },
      ...keptReasons,
      payment_differs: (s) => patchPayment(s, { amount: 59_00 }),
      changed_meanwhile: movedOn,
      approval_open: (s) => {
        s.state.settings = { ...s.state.settings, topup_limit: 1 };
        haveTwoAdmins(s.state);
        waitFor(s, { kind: "payment", ...s.intent });
      },
    },
    exclusive: [
      ...actorExclusive,
      "recharge_unknown × recharge_decided",
      "recharge_unknown × payment_differs",
      openExclusive,
      refundExclusive,
      movedExclusive,
      "payment_unknown × approval_open",
    ],
  },
  cover_payment: {
    start: () =>
      scenario<Intents["cover_payment"]>({ payment, topup: 7 }, (state) => {
        addPayment(state);
        addTopup(state, 7, "approved");
      }),
    provoke: {
      ...adminReasons,
      own_account: (s) => {
        const row = s.state.topups.rows.get(7);
        if (row) s.state.topups.set(7, { ...row, user: s.actor });
      },
      recharge_unknown: (s) => s.state.topups.set(7, null),
      ...keptReasons,
      payment_not_credited: (s) => patchPayment(s, { amount: 59_00 }),
      changed_meanwhile: movedOn,
    },
    exclusive: [
      ...actorExclusive,
      "own_account × recharge_unknown",
      openExclusive,
      refundExclusive,
      movedExclusive,
    ],
  },
  return_payment: {
    start: aboutPayment<"return_payment">({ payment, reason: "not ours" }),
    provoke: { ...adminReasons, ...openReasons, reason_required: (s) => (s.intent.reason = "") },
    exclusive: [...actorExclusive, openExclusive],
  },
  dispute_payment: {
    start: aboutPayment<"dispute_payment">({ payment }, { actor: "system" }),
    provoke: { ...byShop, ...openReasons, unchanged: (s) => patchPayment(s, { disputed: true }) },
    exclusive: [openExclusive, "payment_unknown × unchanged"],
  },
  end_dispute: {
    start: aboutPayment<"end_dispute">({ payment }, { actor: "system", patch: { disputed: true } }),
    provoke: {
      ...byShop,
      payment_unknown: noPayment,
      unchanged: (s) => patchPayment(s, { disputed: false }),
    },
    exclusive: ["payment_unknown × unchanged"],
  },
  reverse_payment: {
    start: aboutPayment<"reverse_payment">({ payment }, { actor: "system" }),
    provoke: {
      ...byShop,
      ...openReasons,
      changed_meanwhile: movedOn,
    },
    exclusive: [openExclusive, movedExclusive],
  },
  fail_payment_return: {
    start: aboutPayment<"fail_payment_return">(
      { payment, reason: "the refund failed", fee: null },
      { actor: "system", patch: { status: "returned" } },
    ),
    provoke: {
      ...byShop,
      payment_unknown: noPayment,
      payment_decided: (s) => patchPayment(s, { status: "matched" }),
      reason_required: (s) => (s.intent.reason = ""),
    },
    exclusive: [openExclusive],
  },
  transfer_from_rail: {
    start: () => scenario<Intents["transfer_from_rail"]>({ rail: "momo", amount: 10_00, reason: "cash" }),
    provoke: {
      ...adminReasons,
      reason_required: (s) => (s.intent.reason = ""),
      amount_invalid: (s) => (s.intent.amount = 0),
    },
    exclusive: actorExclusive,
  },
  confirm_rail_balance: {
    start: () =>
      scenario<Intents["confirm_rail_balance"]>({
        rail: "momo",
        from: 10_00,
        balance: 15_00,
        reason: "read on the phone",
      }),
    provoke: {
      ...adminReasons,
      reason_required: (s) => (s.intent.reason = ""),
      amount_invalid: (s) => (s.intent.balance = -1),
      unchanged: (s) => (s.intent.from = s.intent.balance),
      approval_open: (s) => waitFor(s, { kind: "rail balance", ...s.intent }),
    },
    exclusive: actorExclusive,
  },
};
