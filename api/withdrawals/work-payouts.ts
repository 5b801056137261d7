/**
 * Has a rail pay what admins have approved, and asks it what became of it. Each step is safe to repeat by any process: the
 * reference is the same, so the rail pays once, and the ledger only moves after the rail was asked.
 */
import { hoursBefore } from "#contract/terms/dates.ts";
import { payoutReference, withdrawalLimits } from "#contract/terms/withdrawals.ts";
import type { Intents } from "#ledger/decide/command.ts";
import type { RejectionCode } from "#contract/terms/rejections.ts";
import { actAsShop } from "../rails/as-shop.ts";
import type { Payouts, Transfer } from "../rails/rail.ts";
import { workOnDue } from "../rails/work-due.ts";
import type { Shop } from "../shop.ts";
import {
  type DuePayout,
  type PayoutNews,
  keepRecipient,
  newsWrite,
  notePaidAfterAll,
  setPayout,
  takeDuePayouts,
} from "./payout-rows.ts";

const soon_s = 5;
/** After an answer that nobody understands, or none. */
const unknown_s = 20;
/** Between two questions about one that stays open. */
const open_s_max = 10 * 60;
/** What has ended is asked about once more: paid may come back, and failed be paid after all, and its webhook may be lost. */
const again_s = 24 * 3600;
const again_h = 20;
const onceMore: PayoutNews = { ask_s: again_s, isAskedAgain: true };
const over: PayoutNews = { ask_s: 0, isOver: true };

/** A request to pay is answered, or given up, within this time: three minutes. */
const request_h = 0.05;

/** Somebody else has done it, or decided otherwise. */
const expected: readonly RejectionCode[] = ["withdrawal_decided", "changed_meanwhile"];

export function workPayouts(shop: Shop, payouts: Payouts, signal?: AbortSignal): Promise<void> {
  return workOnDue(
    shop,
    {
      take: (limit) => takeDuePayouts(shop.db, payouts.rail, limit),
      work: (row) => workOn(shop, payouts, row),
      max: 10,
      failure: "what became of a withdrawal could not be noted",
    },
    signal,
  );
}

async function workOn(shop: Shop, payouts: Payouts, row: DuePayout): Promise<void> {
  const found = await payouts.find(payoutReference(row.id));
  if (found === undefined) return setPayout(shop.db, row, { ask_s: unknown_s });
  if (found !== null) return settleFound(shop, payouts, row, found);
  if (row.status !== "sent") return setPayout(shop.db, row, { ask_s: 0, isOver: true });
  if (!mayStillSend(row)) return refuse(shop, row, "Paystack knows nothing of this payment: it was not made");
  return send(shop, payouts, row);
}

/** Afterwards it is only asked about: an admin may decide about it then. `more_h`: also so many hours later. */
function mayStillSend({ sent_at }: DuePayout, more_h = 0): boolean {
  const hours = withdrawalLimits.sending_h - more_h;
  return sent_at !== null && sent_at > hoursBefore(new Date().toISOString(), hours);
}

async function send(shop: Shop, payouts: Payouts, row: DuePayout): Promise<void> {
  const { phone, username: name, amount } = row;
  const payee =
    row.recipient === null
      ? await payouts.register({ phone, name })
      : ({ step: "taken", said: row.recipient } as const);
  if (payee === undefined) return setPayout(shop.db, row, { ask_s: unknown_s });
  if (payee.step === "refused") return refuse(shop, row, payee.said);
  if (row.recipient === null) await keepRecipient(shop.db, row.id, payee.said);
  // This process may have stood still, and others may have concluded since that nothing was paid.
  if (!mayStillSend(row, request_h)) return setPayout(shop.db, row, { ask_s: unknown_s });
  const reference = payoutReference(row.id);
  const answer = await payouts.pay({ recipient: payee.said, amount, reference });
  const found = await payouts.find(reference);
  if (found) return settleFound(shop, payouts, row, found);
  // It said no, and has nothing under the reference: nothing was paid, and nothing will be.
  if (found === null && answer?.step === "refused") return refuse(shop, row, answer.said);
  return setPayout(shop.db, row, { ask_s: answer === undefined ? unknown_s : soon_s });
}

async function refuse(shop: Shop, row: DuePayout, reason: string): Promise<void> {
  const { id: withdrawal, attempt } = row;
  const said = reason.slice(0, 200);
  await actAsShop(shop, "refuse_withdrawal", { withdrawal, attempt, reason: said }, expected);
  await setPayout(shop.db, row, { ask_s: 0, said, isOver: true });
}

/** An answer must be about its question. If it is not, nobody knows anything. */
async function settleFound(shop: Shop, payouts: Payouts, row: DuePayout, found: Transfer): Promise<void> {
  const fee = found.fee ?? 0;
  const isOurs =
    found.reference === payoutReference(row.id) &&
    found.amount === row.amount &&
    found.currency === "GHS" &&
    found.domain === payouts.domain;
  if (!isOurs || fee > found.amount) {
    shop.log.warn({ withdrawal: row.id }, "a payment out is not what was asked for");
    const said = "The rail's answer is about another payment. Please look at it there.";
    return setPayout(shop.db, row, { ask_s: open_s_max, said });
  }
  if (found.status === "open") return waitFor(shop, row, found.said);
  if (found.status === "paid") return settlePaid(shop, payouts, row, found);
  const reason = found.status === "failed" ? "The payment failed" : "The payment came back";
  const intent = { withdrawal: row.id, reason };
  if (row.status === "sent" && (await end(shop, row, "fail_withdrawal", intent, found))) return;
  if (row.status === "paid") await actAsShop(shop, "reverse_withdrawal", intent, expected);
  const next = row.status === "sent" ? onceMore : row.status === "failed" ? unlessLate(row) : over;
  await setPayout(shop.db, row, { ...next, said: found.said });
}

async function settlePaid(shop: Shop, payouts: Payouts, row: DuePayout, found: Transfer): Promise<void> {
  const { id: transaction, fee } = found;
  if (row.status === "sent") {
    const intent = { withdrawal: row.id, transaction, fee };
    if (await end(shop, row, "pay_withdrawal", intent, found)) return;
    return setPayout(shop.db, row, { ...onceMore, said: found.said });
  }
  if (row.status !== "paid" || row.rail !== payouts.rail) {
    shop.log.warn({ withdrawal: row.id }, "a withdrawal that is in the wallet was paid after all");
    await notePaidAfterAll(shop.db, payouts.rail, row, found);
  }
  await setPayout(shop.db, row, row.status === "paid" ? unlessLate(row) : over);
}

/** Ends it, and stores the question of tomorrow in the same commit. False if somebody else has ended it. */
function end<T extends "pay_withdrawal" | "fail_withdrawal">(
  shop: Shop,
  row: DuePayout,
  type: T,
  intent: Intents[T],
  { said }: Transfer,
): Promise<boolean> {
  const sideWrites = [newsWrite(row, { ...onceMore, said })];
  return actAsShop<T>(shop, type, intent, expected, { sideWrites });
}

/** A report that came at once does not replace the question of tomorrow. */
function unlessLate({ action_at }: DuePayout): PayoutNews {
  const isLate = action_at === null || action_at <= hoursBefore(new Date().toISOString(), again_h);
  return isLate ? over : onceMore;
}

/** Soon at first: mobile money is mostly there at once. Nothing is asked for ever about one that has ended. */
function waitFor(shop: Shop, row: DuePayout, said: string): Promise<void> {
  const isOver = row.status !== "sent" && row.status !== "paid";
  return setPayout(shop.db, row, { ask_s: Math.min(open_s_max, soon_s * row.asks), said, isOver });
}
