/** Withdrawals: asking for them, and what admins do with them. */
import { randomUUID } from "node:crypto";
import type { Context } from "hono";
import { hoursBefore } from "#contract/terms/dates.ts";
import { asSeen, filterOf } from "#contract/list.ts";
import { type Pesewas, toCedis } from "#contract/terms/money.ts";
import { carrierOf } from "#contract/terms/networks.ts";
import {
  isPayingRail,
  mayWithdraw,
  payingRails,
  takenBack,
  type WithdrawalRules,
  withdrawalLimits,
} from "#contract/terms/withdrawals.ts";
import { operations } from "#contract/operations.ts";
import {
  obstacleText,
  type WithdrawalAnswer,
  withdrawalList,
  type WithdrawalOffer,
  type WithdrawalRecord,
  type WithdrawalRulesAnswer,
  type WithdrawalRulesBody,
} from "#contract/withdrawals.ts";
import type { Intents } from "#ledger/decide/command.ts";
import {
  earnedBy,
  hasPaidTo,
  readWithdrawalRules,
  waitingWithdrawals,
  withdrawalsById,
  type WithdrawalView,
  withdrawals,
  withdrawnBy,
} from "#ledger/withdrawals/reads.ts";
import { isAwaitingApproval } from "../approvals/records.ts";
import { countAttempt } from "../serve/attempts.ts";
import { type AcceptedCommand, commandId, isRetry, keyOfRequest, perform } from "../serve/command.ts";
import type { Env } from "../serve/env.ts";
import { ApiError, refused } from "../serve/errors.ts";
import { scopeOf } from "../serve/guard.ts";
import { answerPage } from "../serve/list-answer.ts";
import type { Principal } from "../serve/principals.ts";
import type { Serve } from "../serve/serve.ts";
import type { Shop } from "../shop.ts";
import { payoutWrite } from "./payout-rows.ts";
import { withdrawalRecord } from "./records.ts";

export function withdrawalRoutes(shop: Shop, serve: Serve): void {
  serve(operations.readWithdrawalOffer, async (c) => offerTo(shop, c.get("principal")));

  serve(operations.requestWithdrawal, (c, { body }) => request(shop, c, body));

  serve(operations.listWithdrawals, (c, { query }) => {
    const principal = c.get("principal");
    const list = withdrawals(shop.db, { ...filterOf(query), user: scopeOf(principal, query) });
    return answerPage({ ...list, toRecord: (view) => seenBy(principal, view) }, query);
  });

  serve(operations.cancelWithdrawal, async (c, { params: { id } }) => {
    const [view] = await withdrawalsById(shop.db, [id]);
    if (view?.user !== c.get("principal").user) throw refused({ code: "withdrawal_unknown" });
    return decide(shop, c, "reject_withdrawal", { withdrawal: id, reason: takenBack });
  });

  serve(operations.rejectWithdrawal, (c, { params: { id }, body: { reason } }) =>
    decide(shop, c, "reject_withdrawal", { withdrawal: id, reason }),
  );

  serve(operations.sendWithdrawal, (c, { params: { id }, body: { rail } }) => {
    if (isPayingRail(rail) && !payingNow(shop).includes(rail))
      throw new ApiError("rail_off", "This shop is not connected to that rail");
    return decide(shop, c, "send_withdrawal", { withdrawal: id, rail });
  });

  serve(operations.payWithdrawal, (c, { params: { id }, body: { transaction } }) =>
    decide(shop, c, "pay_withdrawal", { withdrawal: id, transaction, fee: null }),
  );

  serve(operations.failWithdrawal, (c, { params: { id }, body: { reason } }) =>
    decide(shop, c, "fail_withdrawal", { withdrawal: id, reason }),
  );

  serve(operations.readWithdrawalRules, () => readRules(shop));

  serve(operations.changeWithdrawalRules, async (c, { body }) => {
    const { seen, ...after } = body;
    const intent = { ...rulesIn(after), ...(seen && { seen: rulesIn(seen) }) };
    await perform(shop, c, { type: "change_withdrawal_rules", intent, body });
    return readRules(shop);
  });
}

async function request(shop: Shop, c: Context<Env>, body: { amount: Pesewas; fee: Pesewas }) {
  const { user } = c.get("principal");
  const key = keyOfRequest(c) ?? randomUUID();
  const standing = await standingOf(shop, user);
  // A retry gets its answer, whatever has changed since.
  if (!(await isRetry(shop, c))) {
    await countAttempt(shop, c, "withdrawal", user);
    const { rules, obstacle } = standing;
    if (rules.isOn && obstacle !== null)
      throw new ApiError(obstacle, obstacleText(obstacle, standing), { transient: standing.until !== null });
  }
  const first = !(await hasPaidTo(shop.db, user, standing.phone));
  const done = await perform(shop, c, {
    type: "request_withdrawal",
    intent: { ...body, first, earned: standing.earned },
    body,
    fallbackKey: key,
    sideWrites: [payoutWrite(commandId(user, key), user, standing.phone)],
  });
  return answerTo(shop, c, commandId(user, key), done);
}

interface Standing {
  rules: WithdrawalRules;
  phone: string;
  obstacle: WithdrawalOffer["obstacle"];
  until: string | null;
  earned: Pesewas;
}

/** What the shop allows the user, and what is in their way. */
async function standingOf({ db }: Shop, user: string): Promise<Standing> {
  const [rules, row, earned] = await Promise.all([
    readWithdrawalRules(db),
    db
      .selectFrom("shop.user")
      .select(["phone", "phone_proved_at", "sign_in_changed_at"])
      .where("id", "=", user)
      .where("deleted", "=", false)
      .executeTakeFirst(),
    earnedBy(db, user),
  ]);
  if (!row) throw refused({ code: "user_unknown" });
  const { phone, phone_proved_at, sign_in_changed_at: changed_at } = row;
  const until = changed_at === null ? null : hoursBefore(changed_at, -withdrawalLimits.cool_down_h);
  const isCooling = until !== null && until > new Date().toISOString();
  const obstacle =
    phone_proved_at === null
      ? "phone_not_proved"
      : carrierOf(phone) === undefined
        ? "phone_not_promptable"
        : isCooling
          ? "withdrawal_too_soon"
          : null;
  return { rules, phone, obstacle, until: isCooling ? until : null, earned };
}

async function offerTo(shop: Shop, { user, level }: Principal): Promise<WithdrawalOffer> {
  const [{ rules, earned, ...standing }, withdrawn, wallet] = await Promise.all([
    standingOf(shop, user),
    withdrawnBy(shop.db, user),
    shop.db.selectFrom("ledger.wallet").select("balance").where("user_id", "=", user).executeTakeFirst(),
  ]);
  const bounds = [
    { bound: "wallet", max: wallet?.balance ?? 0 },
    { bound: "day", max: Math.max(0, rules.day_max - withdrawn.today) },
    ...(rules.what === "earnings"
      ? [{ bound: "earnings", max: Math.max(0, earned - withdrawn.total) } as const]
      : []),
  ] as const;
  const { bound, max } = bounds.reduce((least, one) => (one.max < least.max ? one : least), bounds[0]);
  return {
    isOn: rules.isOn && mayWithdraw(rules, level),
    phone: standing.phone,
    obstacle: standing.obstacle,
    until: standing.until,
    what: rules.what,
    min: toCedis(rules.min),
    fee: toCedis(rules.fee),
    max: toCedis(max),
    bound,
  };
}

function seenBy(principal: Principal, view: WithdrawalView): WithdrawalRecord {
  return asSeen(withdrawalList, principal, withdrawalRecord(view));
}

type Decision = "send_withdrawal" | "pay_withdrawal" | "fail_withdrawal" | "reject_withdrawal";

async function decide<T extends Decision>(shop: Shop, c: Context<Env>, type: T, intent: Intents[T]) {
  const done = await perform(shop, c, { type, intent, body: intent });
  return answerTo(shop, c, intent.withdrawal, done);
}

async function answerTo(
  shop: Shop,
  c: Context<Env>,
  id: string,
  done: AcceptedCommand,
): Promise<WithdrawalAnswer> {
  const isPending = await isAwaitingApproval(shop, done);
  const [view] = await withdrawalsById(shop.db, [id]);
  if (!view) throw new Error("a withdrawal that was just written was not found");
  const withdrawal = seenBy(c.get("principal"), view);
  const answer = { withdrawal, position: done.position };
  return isPending ? { ...answer, pending: true as const } : answer;
}

/** Rails that are set up and pay by themselves. */
function payingNow({ rails }: Shop) {
  return payingRails.filter((rail) => rails.some(({ payouts }) => payouts?.rail === rail));
}

async function readRules(shop: Shop): Promise<WithdrawalRulesAnswer> {
  const [rules, waiting] = await Promise.all([readWithdrawalRules(shop.db), waitingWithdrawals(shop.db)]);
  const { isOn, who, what, min, fee, day_max } = rules;
  return {
    rules: { isOn, who, what, min: toCedis(min), fee: toCedis(fee), dayMax: toCedis(day_max) },
    paying: payingNow(shop),
    waiting,
  };
}

function rulesIn({ dayMax, ...rules }: Omit<WithdrawalRulesBody, "seen">): WithdrawalRules {
  return { ...rules, day_max: dayMax };
}
