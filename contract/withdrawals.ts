/** Withdrawals: users take money out of their wallets, to their own mobile money. */
import * as v from "valibot";
import { limits } from "#contract/terms/limits.ts";
import { formatCedis } from "#contract/terms/money.ts";
import { formatDateTime } from "#contract/terms/dates.ts";
import { officeLimits } from "#contract/terms/office-limits.ts";
import { groupPhone } from "#contract/terms/phone.ts";
import { type RailName, rails } from "#contract/terms/rails.ts";
import { rejectionText } from "#contract/terms/rejections.ts";
import { isPayingRail, withdrawable, withdrawalStatuses, withdrawers } from "#contract/terms/withdrawals.ts";
import { cedis, reasonBody, text, uuid } from "./fields.ts";
import { choiceFilter, declareList, queryOf } from "./list.ts";
import { numberCursor, oneOf, pageOf } from "./lists.ts";
import { operationsOf } from "./operation.ts";
import { railNames } from "./rails.ts";

const most = officeLimits.correction_amount_max;
const amount = v.pipe(
  cedis,
  v.minValue(0, rejectionText({ code: "amount_invalid" })),
  v.maxValue(most, `At most ${formatCedis(most)}`),
);

/** Money in cedis. */
export const withdrawalRecord = v.object({
  _id: v.string(),
  user: v.object({ _id: v.string(), username: v.string() }),
  /** What left the wallet, what the shop keeps of it, and what arrives. */
  amount: v.number(),
  fee: v.number(),
  arrives: v.number(),
  /** Where it goes; empty if that was erased. */
  phone: v.string(),
  status: v.picklist(withdrawalStatuses),
  /** Who pays it; null until it is sent. */
  rail: v.nullable(v.picklist(rails)),
  /** The rail's own id of what was paid. */
  transaction: v.nullable(v.string()),
  reason: v.nullable(v.string()),
  createdAt: v.string(),
  sentAt: v.nullable(v.string()),
  /** When it ended. */
  decidedAt: v.nullable(v.string()),
  /** For admins: nothing was paid to this number before. */
  isFirst: v.nullable(v.boolean()),
  /** For admins: what the rail said last. */
  said: v.nullable(v.string()),
  /** For admins: only the rail itself says now what becomes of it. */
  isAtRail: v.nullable(v.boolean()),
  /** For admins: who acted on it last; null if the shop did. */
  by: v.nullable(v.string()),
  position: v.number(),
});
export type WithdrawalRecord = v.InferOutput<typeof withdrawalRecord>;

/** As pages call them. Open: nobody has decided it, or nobody knows yet what became of it. */
export const withdrawalStatusNames = {
  open: "open",
  requested: "requested",
  sent: "on its way",
  paid: "paid",
  failed: "failed",
  rejected: "rejected",
} as const satisfies Record<WithdrawalRecord["status"] | "open", string>;

export const withdrawalList = /* @__PURE__ */ declareList<WithdrawalRecord>()({
  name: "withdrawals",
  noun: "withdrawal",
  key: ({ _id }) => _id,
  path: "/withdrawal",
  sizes: limits.page_sizes,
  fields: {
    createdAt: { title: "Asked", kind: "moment", card: "line" },
    user: { title: "User", value: ({ user }) => user.username, card: "title" },
    phone: { title: "To", kind: "phone", card: "more" },
    status: { title: "Status" },
    amount: { title: "Amount", kind: "cedis", card: "end" },
    arrives: { title: "To pay", kind: "cedis" },
  },
  filters: {
    status: {
      label: "Status",
      query: oneOf("status", [...withdrawalStatuses, "open"]),
      control: {
        kind: "chips",
        values: ["open", "requested", "sent", "paid", "failed", "rejected"],
        names: withdrawalStatusNames,
      },
      // What waits comes first.
      initial: "open",
    },
    rail: /* @__PURE__ */ choiceFilter("rail", "Paid by", rails, { names: railNames }),
  },
  search: { placeholder: "Username or transaction ID" },
  days: ({ createdAt }) => createdAt,
  owned: { user: ({ user }) => user._id },
  adminOnly: { isFirst: null, said: null, isAtRail: null, by: null },
});

/** GET /withdrawal/offer: whether and how much you can withdraw. Money in cedis. */
export const withdrawalOffer = v.object({
  /** The shop pays out, and to you. */
  isOn: v.boolean(),
  phone: v.string(),
  /** Why nothing can be withdrawn now; null if something can. */
  obstacle: v.nullable(v.picklist(["phone_not_proved", "phone_not_promptable", "withdrawal_too_soon"])),
  /** Until when, after the number, the password or the second factor has changed. */
  until: v.nullable(v.string()),
  what: v.picklist(withdrawable),
  min: v.number(),
  fee: v.number(),
  /** The most of one withdrawal now, and what bounds it. */
  max: v.number(),
  bound: v.picklist(["wallet", "earnings", "day"]),
});
export type WithdrawalOffer = v.InferOutput<typeof withdrawalOffer>;

type Obstacle = NonNullable<WithdrawalOffer["obstacle"]>;

/** What is in the way of a withdrawal, and what the user can do about it. */
export function obstacleText(
  obstacle: Obstacle,
  { phone, until }: Pick<WithdrawalOffer, "phone" | "until">,
): string {
  const own = groupPhone(phone);
  const texts: Record<Obstacle, string> = {
    phone_not_proved: `Money goes only to your own number. Please prove first that ${own} is yours.`,
    phone_not_promptable: `Nothing can be paid to ${own}: no mobile money has this number.`,
    withdrawal_too_soon: `Your number, password or second factor has just changed. To protect your money, you can withdraw from ${formatDateTime(until ?? "")} on.`,
  };
  return texts[obstacle];
}

/** POST /withdrawal. `fee`: the one that you saw. */
export const withdrawalBody = v.object({ amount: cedis, fee: amount });

export const withdrawalAnswer = v.object({
  /** Nothing has changed yet: another admin must approve it first. */
  pending: v.optional(v.literal(true)),
  withdrawal: withdrawalRecord,
  position: v.number(),
});
export type WithdrawalAnswer = v.InferOutput<typeof withdrawalAnswer>;

export const sendBody = v.object({ rail: v.picklist(rails) });
export const paidBody = v.object({
  transaction: v.pipe(
    text(limits.momo_transaction_id_length_max, "Please enter the transaction ID"),
    v.regex(/^[\w.-]+$/, "A transaction ID has only letters and digits"),
  ),
});

const rules = {
  isOn: v.boolean(),
  who: v.picklist(withdrawers),
  what: v.picklist(withdrawable),
  min: amount,
  fee: amount,
  dayMax: amount,
};
export const withdrawalRulesBody = v.pipe(
  v.object({
    ...rules,
    /** What the admin saw. If it has changed since, the call is refused. */
    seen: v.optional(v.object(rules)),
  }),
  v.forward(
    v.check(({ min, fee }) => min > fee, "The least withdrawal must be above the fee"),
    ["min"],
  ),
  v.forward(
    v.check(({ min, dayMax }) => dayMax >= min, "A day must allow the least withdrawal"),
    ["dayMax"],
  ),
);
export type WithdrawalRulesBody = v.InferOutput<typeof withdrawalRulesBody>;

/** GET /withdrawal/rules: the shop's rules in cedis, what waits, and who can pay. */
export const withdrawalRulesAnswer = v.object({
  rules: v.object({ ...rules, min: v.number(), fee: v.number(), dayMax: v.number() }),
  /** Rails that pay by themselves. On the others an admin pays by hand. */
  paying: v.array(v.picklist(rails)),
  /** Those that wait for an admin, and the oldest of them. */
  waiting: v.object({ count: v.number(), oldest: v.nullable(v.string()) }),
});
export type WithdrawalRulesAnswer = v.InferOutput<typeof withdrawalRulesAnswer>;

/** What the page calls what an admin does with a withdrawal. */
export function payingName(rail: RailName): string {
  return isPayingRail(rail) ? `Pay by ${railNames[rail]}` : `Pay by hand from ${railNames[rail]}`;
}

const decisionRefusals = [
  "withdrawal_unknown",
  "withdrawal_decided",
  "own_account",
  "approval_open",
  "approval_decided",
] as const;

export const withdrawalOperations = /* @__PURE__ */ operationsOf("Payments", {
  readWithdrawalOffer: {
    call: "GET /withdrawal/offer",
    summary: "Read whether and how much you can withdraw",
    access: "signed-in",
    answer: withdrawalOffer,
  },
  requestWithdrawal: {
    call: "POST /withdrawal",
    summary: "Withdraw money from your wallet to your own mobile money",
    description:
      "The money leaves the wallet at once, and an admin approves the payment. It goes to your own number, which you must have proved. For 24 hours after the number, the password or the second factor has changed, nothing can be withdrawn. If the payment fails or is rejected, the whole amount is back in the wallet.",
    access: "signed-in",
    body: withdrawalBody,
    command: true,
    stepUp: true,
    limited: true,
    status: 201,
    answer: withdrawalAnswer,
    refusals: [
      "withdrawals_off",
      "withdrawals_for_agents",
      "phone_not_proved",
      "phone_not_promptable",
      "withdrawal_too_soon",
      "wallet_unknown",
      "changed_meanwhile",
      "amount_invalid",
      "withdrawal_too_small",
      "withdrawal_day_limit",
      "withdrawal_not_earned",
      "insufficient_balance",
    ],
  },
  listWithdrawals: {
    call: `GET ${withdrawalList.path}`,
    summary: "List withdrawals, newest first, in pages",
    description:
      "An admin gets all, or those of one `user`. Anybody else, and an admin with `mine=1`, gets only their own. `status=open` lists those that wait or whose end is not known, the oldest first.",
    access: "signed-in",
    query: /* @__PURE__ */ queryOf(withdrawalList),
    compressed: true,
    answer: pageOf(withdrawalRecord, numberCursor),
  },
  cancelWithdrawal: {
    call: "PUT /withdrawal/{id}/cancel",
    summary: "Take back your own withdrawal before it is sent",
    access: "signed-in",
    params: { id: uuid },
    body: v.object({}),
    command: true,
    answer: withdrawalAnswer,
    refusals: ["withdrawal_unknown", "withdrawal_decided"],
  },
  sendWithdrawal: {
    call: "PUT /withdrawal/{id}/send",
    summary: "Approve a withdrawal: have a rail pay it, or take it on to pay it by hand",
    description:
      "The first payment to a number, and one above the limit for top-ups, takes another admin: the answer is `pending`. Nobody approves their own. By hand, pay only after this: nobody else can take it on then.",
    params: { id: uuid },
    body: sendBody,
    command: true,
    stepUp: true,
    answer: withdrawalAnswer,
    refusals: [...decisionRefusals, "rail_off"],
  },
  payWithdrawal: {
    call: "PUT /withdrawal/{id}/paid",
    summary: "Say that a withdrawal was paid, with the transaction ID",
    description:
      "By hand. What a rail pays by itself, it is asked about; if nobody knows after a day what became of it, two admins can say so.",
    params: { id: uuid },
    body: paidBody,
    command: true,
    stepUp: true,
    answer: withdrawalAnswer,
    refusals: [...decisionRefusals, "withdrawal_open"],
  },
  failWithdrawal: {
    call: "PUT /withdrawal/{id}/failed",
    summary: "Say that a withdrawal was not paid, which puts the money back into the wallet",
    params: { id: uuid },
    body: reasonBody,
    command: true,
    stepUp: true,
    answer: withdrawalAnswer,
    refusals: [...decisionRefusals, "withdrawal_open", "reason_required"],
  },
  rejectWithdrawal: {
    call: "PUT /withdrawal/{id}/reject",
    summary: "Reject a withdrawal, which puts the money back into the wallet",
    params: { id: uuid },
    body: reasonBody,
    command: true,
    answer: withdrawalAnswer,
    refusals: ["withdrawal_unknown", "withdrawal_decided", "reason_required"],
  },
  readWithdrawalRules: {
    call: "GET /withdrawal/rules",
    summary: "Read the rules of withdrawals, what waits, and which rails can pay",
    answer: withdrawalRulesAnswer,
  },
  changeWithdrawalRules: {
    call: "PUT /withdrawal/rules",
    summary: "Change the rules of withdrawals",
    description:
      "`what`: all that is in the wallet, or only what an agent's own shop has earned. `fee` is taken from what arrives. `dayMax` is for each user within 24 hours.",
    body: withdrawalRulesBody,
    command: true,
    stepUp: true,
    answer: withdrawalRulesAnswer,
    refusals: ["changed_meanwhile", "unchanged", "amount_invalid"],
  },
});
