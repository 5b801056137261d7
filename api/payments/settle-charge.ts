/** What became of a charge, as its rail's verification says, and what the ledger does about it. */
import { paymentStatus } from "#ledger/payments/reads.ts";
import type { Intents } from "#ledger/decide/command.ts";
import { topupsById } from "#ledger/topups/reads.ts";
import type { Shop } from "../shop.ts";
import { railNames } from "#contract/rails.ts";
import { limits } from "#contract/terms/limits.ts";
import { formatCedis, type Pesewas } from "#contract/terms/money.ts";
import type { RailName } from "#contract/terms/rails.ts";
import type { ChargeState } from "#contract/terms/payments.ts";
import { actAsShop, paymentId, receivePayment, type SeenPayment } from "../rails/as-shop.ts";
import { type ChargeRow, checkNow, forgetFailedRefund, readBooked } from "./charge-rows.ts";
import { dispute } from "./hear-report.ts";
import { bookAfterAll, noteNotBooked, noteRefundFailed } from "./odd-payments.ts";
import { settleGuestOrder } from "./guest-charges.ts";
import { holdTest } from "./test-payment.ts";
import type { Transaction } from "../rails/rail.ts";

/** A prompt that the customer has not approved by then is over. The money may still come later. */
const prompt_s_max = 15 * 60;
/** Nothing is asked any more about a charge this old. */
const asked_s_max = 72 * 3600;
/** A charge that the rail does not know by then never reached it. */
const unknown_s_max = 120;

export interface Settled {
  state: ChargeState;
  /** Seconds until the next question; null: never again. */
  check_s: number | null;
  /** Its id in the books, once it is received. */
  payment?: string;
}

interface Answer<Found> {
  found: Found;
  /** The log's position when the question was asked. */
  seen: number;
}

/** `found`: null if the rail has no such charge. Safe to repeat. */
export async function settleCharge(
  shop: Shop,
  row: ChargeRow,
  { found, seen }: Answer<Transaction | null>,
  domain: string,
): Promise<Settled> {
  if (found?.status === "success" || found?.status === "reversed") {
    const settled = await settlePaid(shop, row, { found, seen }, domain);
    const { hasFee, ...news } = settled;
    const awaited = hasFee ? awaitedSince(row, found) : (row.heard_at ?? row.created_at);
    return { ...news, check_s: awaited === null ? null : pause_s(row, awaited) };
  }
  const check_s = pause_s(row, row.heard_at ?? row.created_at);
  const state = found !== null && row.state === "asking" ? "waiting" : row.state;
  // What is booked stays, and what the rail has reported as paid is on its way: verification can lag behind the report.
  if (state === "paid" || state === "strange" || row.heard_at !== null) return { state, check_s };
  const age_s = ageOf_s(row.created_at);
  if (found === null && row.state === "asking" && age_s < unknown_s_max)
    return { state: "asking", check_s: 20 };
  if (found !== null && found.status !== "failed" && age_s <= prompt_s_max)
    // The next check is right after its end at the latest, so that the customer hears in time that it is over.
    return { state, check_s: Math.min(check_s ?? Infinity, prompt_s_max - age_s + 1) };
  await declineTopup(shop, row);
  return { state: "failed", check_s: found === null ? null : check_s };
}

/** Verification can lag behind the report of a reversal, and of a refund that failed. Null: behind none. */
function awaitedSince(row: ChargeRow, { status }: Transaction): string | null {
  if (status === "success") return row.reversal_heard_at;
  return row.failed_refund === null ? null : row.refund_failed_at;
}

/** 10 s at first, an hour in the end, and never again when what it is about began too long ago. */
function pause_s({ checks }: ChargeRow, began: string): number | null {
  if (ageOf_s(began) > asked_s_max) return null;
  return Math.min(3600, 10 * 1.3 ** Math.max(0, checks - 3));
}

function ageOf_s(time: string): number {
  return (Date.now() - Date.parse(time)) / 1000;
}

interface Paid extends Omit<Settled, "check_s"> {
  /** False: the rail has not told a fee yet that can be booked. */
  hasFee: boolean;
}

async function settlePaid(
  shop: Shop,
  row: ChargeRow,
  { found, seen }: Answer<Transaction>,
  domain: string,
): Promise<Paid> {
  const { paid, fee } = paidIn(found);
  if (paid === 0) return { state: "strange", hasFee: true };
  // In another currency, or of the other domain, it is no money of this ledger.
  if (found.currency !== "GHS" || found.domain !== domain) {
    await noteNotBooked(shop.db, row, found);
    return { state: "strange", hasFee: true };
  }
  const payment = paymentId(row.rail, found.id);
  const settled = await bookPaid(shop, row, { found, seen }, { payment, paid, fee });
  return { state: settled ? "paid" : "strange", payment, hasFee: fee !== null };
}

/** Whether it became what was asked for. Otherwise an admin looks at it. */
async function bookPaid(
  shop: Shop,
  row: ChargeRow,
  { found, seen }: Answer<Transaction>,
  { payment, paid, fee }: { payment: string; paid: Pesewas; fee: Pesewas | null },
): Promise<boolean> {
  const { id: transaction } = found;
  const { rail } = row;
  const intent = { rail, transaction, amount: paid, fee, ...creditOf(row, found, { paid, fee }) };
  // The rail had said another amount before.
  if (!(await receivePayment(shop, intent))) return false;
  const booked = await readBooked(shop.db, row, payment);
  // What the rail says only now. What it said before may be in the books and not in the row: a process died between.
  if (fee !== null && fee > 0 && booked?.lacksFee)
    await actAsShop(shop, "charge_payment_fee", { payment, fee }, ["unchanged"]);
  const done = row.state === "strange" ? await bookAfterAll(shop.db, row, transaction) : null;
  if (booked?.isDisputed) await dispute(shop, payment);
  if (found.status === "reversed") {
    const all = fee === null ? {} : { fee: found.fees };
    await reverse(shop, row, { payment, seen, ...all });
    return false;
  }
  if (row.failed_refund !== null)
    await bookFailedRefund(shop, row, found, { payment, fee, refund: row.failed_refund });
  const status = row.failed_refund === null ? booked?.status : await paymentStatus(shop.db, payment);
  const doubt = fee === null ? feeReason(rail, found) : done === null ? null : doneReason(rail, done);
  if (doubt !== null) {
    if (status === "received") await hold(shop, { payment, seen }, doubt);
    return status === "matched";
  }
  if (row.guest_order !== null) return settleGuestOrder(shop, row, { payment, paid, status });
  if (row.test_by !== null) {
    // Told again, it keeps the reason that an admin has given it since.
    if (status === "received") await holdTest(shop, { payment, seen }, row.test_by);
    return row.amount === paid;
  }
  if (row.user === null || row.amount !== paid) {
    await declineTopup(shop, row, "Another amount was paid. An admin decides about it.");
    return false;
  }
  // Whatever it waits for, an admin decides.
  return status === "matched" || (status !== "held" && match(shop, row, { payment, seen }));
}

/** What was asked for was paid, and nothing about it is odd: it is received and credited by one command. */
function creditOf(
  { user, topup, amount, state, test_by, failed_refund }: ChargeRow,
  found: Transaction,
  { paid, fee }: { paid: Pesewas; fee: Pesewas | null },
): Pick<Intents["receive_payment"], "credit"> {
  const isOdd = state === "strange" || test_by !== null || failed_refund !== null || fee === null;
  if (isOdd || found.status === "reversed" || user === null || amount !== paid) return {};
  return { credit: { user, topup } };
}

/** The answer may be older than the report of a refund that failed, so the rail is asked again if the payment has changed. */
async function reverse(shop: Shop, row: ChargeRow, intent: Intents["reverse_payment"]): Promise<void> {
  const refusals = ["payment_decided", "changed_meanwhile"] as const;
  if (await actAsShop(shop, "reverse_payment", intent, refusals)) return;
  const status = await paymentStatus(shop.db, intent.payment);
  if (status !== "returned" && status !== "reversed") await checkNow(shop.db, row);
}

/** It waits for an admin, unless it was decided before. */
async function hold(shop: Shop, seen: SeenPayment, reason: string): Promise<void> {
  const intent = { ...seen, reason: reason.slice(0, limits.reason_length_max) };
  await actAsShop(shop, "hold_payment", intent, ["payment_decided", "changed_meanwhile", "unchanged"]);
}

function feeReason(rail: RailName, { amount, fees }: Transaction): string {
  return `${railNames[rail]} says that its fee is ${formatCedis(fees)}, of a payment of ${formatCedis(amount)}`;
}

function doneReason(rail: RailName, note: string): string {
  return `${railNames[rail]} had told another currency or domain, and an admin has handled it: ${note}`;
}

/** Once for each refund, also if the rail reports it again. */
async function bookFailedRefund(
  shop: Shop,
  row: ChargeRow,
  found: Transaction,
  { payment, fee, refund }: { payment: string; fee: Pesewas | null; refund: string },
): Promise<void> {
  const of = row.failed_refund_amount === null ? "" : ` of ${formatCedis(row.failed_refund_amount)}`;
  const intent = { payment, reason: `${railNames[row.rail]} says that the refund${of} failed`, fee };
  const decided = ["payment_decided"] as const;
  const isBooked = await actAsShop(shop, "fail_payment_return", intent, decided, {
    key: `${row.rail} refund ${refund}`,
    body: { payment, refund },
    exceptFor: decided,
  });
  if (isBooked && (await paymentStatus(shop.db, payment)) === "matched")
    await noteRefundFailed(shop.db, row, found, refund);
  await forgetFailedRefund(shop.db, row.reference, refund);
}

/**
 * What belongs to the shop, and what the rail kept of it. If the customer paid the fee on top, the surplus is a part of the
 * fees. Any other difference is an amount that nobody asked for, so it is booked as it was paid. A fee larger than the
 * payment is not believed: null.
 */
function paidIn({ amount, requested, fees }: Transaction): { paid: Pesewas; fee: Pesewas | null } {
  const surplus = amount - requested;
  const isFeeOnTop = surplus > 0 && surplus <= fees && fees <= requested;
  if (isFeeOnTop) return { paid: requested, fee: fees - surplus };
  return { paid: amount, fee: fees > amount ? null : fees };
}

/**
 * The request, if it still waits. Otherwise the wallet: the reference proves whose the money is. False if an admin has
 * approved the request by hand meanwhile, because crediting it again could be once too often, or lets the payment wait.
 */
async function match(shop: Shop, { user, topup }: ChargeRow, seen: SeenPayment): Promise<boolean> {
  const intent = { ...seen, user: user ?? "" };
  const byRequest = ["payment_decided", "changed_meanwhile", "recharge_decided", "recharge_unknown"] as const;
  if (topup !== null && (await actAsShop(shop, "match_payment", { ...intent, topup }, byRequest)))
    return true;
  const [request] = topup === null ? [] : await topupsById(shop.db, [topup]);
  // A user who was deleted meanwhile: an admin decides.
  const byWallet = ["payment_decided", "changed_meanwhile", "user_unknown", "wallet_unknown"] as const;
  if (
    request?.status !== "approved" &&
    (await actAsShop(shop, "match_payment", { ...intent, topup: null }, byWallet))
  )
    return true;
  return (await paymentStatus(shop.db, seen.payment)) === "matched";
}

async function declineTopup(
  shop: Shop,
  { topup }: ChargeRow,
  reason = "The payment was not made. If it still comes, your wallet is credited.",
): Promise<void> {
  if (topup === null) return;
  await actAsShop(shop, "decline_topup", { topup, reason }, ["recharge_decided", "recharge_unknown"]);
}
