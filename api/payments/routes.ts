/** What rails report, and the office's payments: received, matched, unmatched, and what each rail holds. */
import { formatMoment } from "#contract/terms/dates.ts";
import type { Intents } from "#ledger/decide/command.ts";
import {
  openPayments,
  paymentById,
  payments,
  type PaymentView,
  railBalances,
} from "#ledger/payments/reads.ts";
import { rails } from "#contract/terms/rails.ts";
import { onTheirWay } from "#ledger/withdrawals/reads.ts";
import { formatCedis, type Pesewas, toCedis } from "#contract/terms/money.ts";
import { topupReference } from "#contract/terms/references.ts";
import type { Context } from "hono";
import type { Env } from "../serve/env.ts";
import type { Shop } from "../shop.ts";
import { filterOf } from "#contract/list.ts";
import { operations } from "#contract/operations.ts";
import type { PaymentRecord, Rails } from "#contract/payments.ts";
import { perform } from "../serve/command.ts";
import { ApiError, refused } from "../serve/errors.ts";
import { answerPage } from "../serve/list-answer.ts";
import type { Serve } from "../serve/serve.ts";
import { handleOdd, listOdd, oddRecord } from "./odd-payments.ts";
import { lastStatements, noteStatement } from "./rail-statements.ts";
import { type Rail, railOf } from "../rails/rail.ts";
import { isAwaitingApproval } from "../approvals/records.ts";

export function paymentRoutes(shop: Shop, serve: Serve): void {
  for (const rail of shop.rails) serve(rail.webhook, (c) => hearRail(shop, c, rail));

  serve(operations.listPayments, (_, { query }) =>
    answerPage({ ...payments(shop.db, filterOf(query)), toRecord: paymentRecord }, query),
  );

  serve(operations.readRails, () => readRails(shop));

  serve(operations.matchPayment, (c, { params: { id: payment }, body }) => {
    const { user, recharge: topup, userLevel: level } = body;
    return decide(shop, c, "match_payment", { payment, user, topup, ...(level && { level }) });
  });

  serve(operations.coverPayment, (c, { params: { id: payment }, body }) =>
    decide(shop, c, "cover_payment", { payment, topup: body.recharge }),
  );

  serve(operations.holdPayment, (c, { params: { id: payment }, body: { reason } }) =>
    decide(shop, c, "hold_payment", { payment, reason }),
  );

  serve(operations.returnPayment, (c, { params: { id: payment }, body: { reason } }) =>
    decide(shop, c, "return_payment", { payment, reason }),
  );

  serve(operations.listOddPayments, async (_, { query: { status } }) =>
    (await listOdd(shop.db, status)).map(oddRecord),
  );

  serve(operations.handleOddPayment, async (c, { params: { id }, body: { note } }) => {
    const row = await handleOdd(shop.db, { id, note, admin: c.get("principal").user });
    if (!row) throw refused({ code: "payment_unknown" });
    return oddRecord(row);
  });

  serve(operations.transferFromRail, async (c, { params: { rail }, body: { amount, reason } }) => {
    const intent = { rail, amount, reason };
    await perform(shop, c, {
      type: "transfer_from_rail",
      intent,
      body: intent,
    });
    return readRails(shop);
  });

  serve(operations.noteRailStatement, async (c, { params: { rail }, body: { at, balance } }) => {
    const by = c.get("principal").user;
    if (!(await noteStatement(shop.db, { rail, at, balance, by }))) throw inFuture();
    const detail = `${rail} ${formatCedis(balance)}, before ${formatMoment(at.replace("Z", ""))}`;
    shop.security.note(c, { kind: "statement noted", user: null, detail });
    const noted = (await lastStatements(shop.db, { until: at })).get(rail);
    if (!noted) throw new Error("a noted statement without its row");
    return noted;
  });
}

async function hearRail(shop: Shop, c: Context<Env>, rail: Rail): Promise<object> {
  if (!rail.isOn) throw new ApiError(...rail.whyOff);
  // The signature is of these bytes. Reading and writing the JSON again would change them.
  const body = new Uint8Array(await c.req.arrayBuffer());
  if (!rail.hasSigned(body, (name) => c.req.header(name))) {
    shop.security.note(c, { kind: "wrong signature", result: "refused", detail: rail.name });
    throw new ApiError("signature_wrong", "The signature is wrong");
  }
  const follow = await rail.hear(new TextDecoder().decode(body));
  if (follow) shop.backgroundTasks.start(`following ${rail.name}`, follow);
  return {};
}

function inFuture(): ApiError {
  const text = "That moment has not come yet";
  return new ApiError("input_invalid", text, { fields: { at: text } });
}

type Decision = "match_payment" | "cover_payment" | "hold_payment" | "return_payment";

async function decide<T extends Decision>(shop: Shop, c: Context<Env>, type: T, intent: Intents[T]) {
  const done = await perform(shop, c, { type, intent, body: intent });
  const isPending = await isAwaitingApproval(shop, done);
  const view = await paymentById(shop.db, intent.payment);
  if (!view) throw refused({ code: "payment_unknown" });
  const answer = { payment: paymentRecord(view), position: done.position };
  return isPending ? { ...answer, pending: true as const } : answer;
}

async function readRails({ db, rails: all, isPlayMoney }: Shop): Promise<Rails> {
  const [balances, leaving, open, own, statements] = await Promise.all([
    railBalances(db),
    onTheirWay(db),
    openPayments(db),
    Promise.all(rails.map((rail) => railOf(all, rail).balance(rail))),
    lastStatements(db, {}),
  ]);
  return {
    rails: rails.map((rail, index) => {
      const said = own[index] ?? null;
      return {
        rail,
        books: toCedis(balances[rail]),
        own: said === null ? null : toCedis(said),
        onTheirWay: { count: leaving[rail].count, value: toCedis(leaving[rail].value) },
        agrees: agreesWith(balances[rail], said, leaving[rail]),
        statement: statements.get(rail) ?? null,
      };
    }),
    isPlayMoney,
    suspense: { count: open.count, value: toCedis(open.value) },
  };
}

/** More than a rail takes for one payment to mobile money. */
const payout_fee_max = 10_00;

/** What is on its way has left the rail, or not yet: nobody knows. */
function agreesWith(
  books: Pesewas,
  said: Pesewas | null,
  { count, value }: { count: number; value: Pesewas },
): boolean | null {
  if (said === null) return null;
  if (said === books || said === books - value) return true;
  const least = books - value - count * payout_fee_max;
  return count > 0 && said < books && said >= least ? null : false;
}

function paymentRecord(view: PaymentView): PaymentRecord {
  const { user_id, username, topup_id, fee } = view;
  return {
    _id: view.id,
    rail: view.rail,
    transaction: view.transaction,
    amount: toCedis(view.amount),
    fee: fee === null ? null : toCedis(fee),
    status: view.status,
    disputed: view.disputed,
    reason: view.reason,
    by: view.by,
    user: user_id === null ? null : { _id: user_id, username: username ?? "" },
    rechargeId: topup_id === null ? null : topupReference(topup_id),
    receivedAt: view.received_at,
    decidedAt: view.action_at,
    position: view.position,
  };
}
