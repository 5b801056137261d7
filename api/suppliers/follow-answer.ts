/** What follows from a supplier's answer about an order, and when it is asked again. */
import type { Pool } from "pg";
import type { Intents } from "#ledger/decide/command.ts";
import { system } from "#ledger/core/rows/users.ts";
import type { FulfilmentState } from "#contract/terms/fulfilment.ts";
import { limits } from "#contract/terms/limits.ts";
import type { Pesewas } from "#contract/terms/money.ts";
import type { RejectionCode } from "#contract/terms/rejections.ts";
import { type Envelope, performUnder } from "../serve/command.ts";
import { ApiError } from "../serve/errors.ts";
import { unknown } from "./call-supplier.ts";
import { orderIsOver, workLater, workOnReport } from "./order-rows.ts";
import { ageOf_ms, type OrderRow, type Tried, type Work } from "./order-work.ts";
import { noteAnswer } from "./supplier-rows.ts";
import type { Answer } from "./supplier.ts";

/** "next": this supplier does not have it, or cannot take it now; "again": the order has changed. */
export type Step = "done" | "next" | "again";

/**
 * An order is not sent once more while the answer to the first time may still come: if that refused it and the second time
 * were accepted, a refusal would be booked of an order that was bought. Later than this, a refusal says nothing, and whoever
 * sent it counts as dead.
 */
export const alone_ms = { answer: 120_000, repeat: 150_000 };

/** Whether nobody else has acted on an attempt that this process has just begun. */
export function isAlone({ hurry }: Work, attempt: Tried): boolean {
  return ageOf_ms(attempt) < alone_ms.answer / hurry;
}

/** A refusal of an order that may have been sent twice says nothing about the other time: that may have taken the money. */
export function inDoubt(answer: Answer, said: string): Answer {
  return answer.state === "refused" ? unknown(`${said}: ${answer.reason}`, false) : answer;
}

/** After a refusal, once more within the day: it may still be delivered, or its price be given back. */
export const again_s = [2 * 3600, 22 * 3600] as const;

/**
 * What follows from an answer. Only a clear refusal leads to the next supplier.
 * @param goesOn whether the caller's job is this order's, and goes on with it; otherwise its own job does
 */
export async function follow(
  work: Work,
  order: OrderRow,
  of: Tried,
  answer: Answer,
  goesOn = true,
): Promise<Step> {
  const isPlain = answer.state !== "unknown" && !(answer.state === "refused" && answer.isEmpty);
  if (!isPlain || order.failing.includes(of.supplier)) await noteAnswer(work.pool, of.supplier, answer);
  const about = { order: order.id, attempt: of.attempt };
  const { namesCosts } = work.suppliers.find(({ name }) => name === of.supplier) ?? { namesCosts: true };
  const theirs = answer.theirs === undefined ? undefined : { reference: answer.theirs, attempt: of.attempt };
  if (answer.state === "unknown") {
    await workLater(work.pool, order, {
      ...nextAsk(work, order, of, "unknown"),
      theirs,
      said: withoutNumbers(answer.said),
    });
    return "done";
  }
  if (answer.state === "refused") {
    const reason = withoutNumbers(answer.reason).slice(0, limits.reason_length_max) || "it gave no reason";
    const cost = answer.cost ?? (answer.isTaken ? await readPrice(work.pool, of) : null);
    if (cost !== null && of.cost === null) await act(work, "accept_fulfilment", { ...about, cost });
    await act(work, "refuse_fulfilment", {
      ...about,
      reason,
      ...(answer.refusal && { refusal: answer.refusal }),
    });
    if (answer.isReturned && of.cost !== null) await act(work, "return_fulfilment", about);
    await workLater(work.pool, order, { delay_s: 0, goesOn, theirs, said: null, asks: 0 });
    return "again";
  }
  const cost = answer.cost ?? (namesCosts ? null : await readPrice(work.pool, of));
  // If somebody else has ended it meanwhile, they knew nothing of this answer, so it is asked about once more.
  const isNews = of.state === "sent" || (of.cost === null && cost !== null);
  const isBooked = isNews && (await act(work, "accept_fulfilment", { ...about, cost }));
  if (answer.state === "accepted") {
    const later = { ...nextAsk(work, order, of, "accepted"), theirs, said: null };
    const isMine = await workLater(work.pool, order, later);
    if (isBooked && !isMine) await workOnReport(work.pool, { order: order.id });
    return "done";
  }
  const isDelivered = await act(work, "deliver_fulfilment", about);
  if (isBooked && !isDelivered) {
    await workOnReport(work.pool, { order: order.id });
    return "done";
  }
  // Those that have refused it may still deliver it too, or give its price back.
  if (order.tried.some(({ attempt }) => attempt !== of.attempt))
    await workLater(work.pool, order, { delay_s: again_s[0] / work.hurry, theirs, said: null, asks: 0 });
  else await orderIsOver(work.pool, order);
  return "done";
}

/** What an admin has settled as delivered before its supplier named a price: the one that it names now, or else lists. */
export async function bookPrice(work: Work, order: number, of: Tried, answer: Answer): Promise<void> {
  if (of.state !== "delivered" || of.cost !== null || answer.state === "refused") return;
  const named = answer.state === "unknown" ? null : answer.cost;
  const cost = named ?? (await readPrice(work.pool, of));
  if (cost !== null) await act(work, "accept_fulfilment", { order, attempt: of.attempt, cost });
}

async function readPrice(pool: Pool, { supplier, code }: Tried): Promise<Pesewas | null> {
  const { rows } = await pool.query<{ cost: Pesewas }>(
    "select cost from shop.supplier_price where supplier = $1 and code = $2",
    [supplier, code],
  );
  return rows[0]?.cost ?? null;
}

/** A supplier's words may name the beneficiary, who must not be in the log. */
function withoutNumbers(text: string): string {
  return text.replace(/\+?\d[\d\s-]{5,}\d/g, "…");
}

/** Nothing is asked any more about an attempt this old. An admin settles it. */
const asked_ms_max = 72 * 3600_000;

/**
 * Seconds until the first question, and how many times longer until each next one. Suppliers answer few questions: too many
 * about orders that are on their way would keep the others waiting.
 */
const pace = { reporting: { first_s: 120, times: 2 }, silent: { first_s: 3, times: 1.4 } };
const ask_s_max = 600;

/** @param state what is known of the attempt */
export function nextAsk(
  { hurry, isReporting }: Pick<Work, "hurry" | "isReporting">,
  { asks }: Pick<OrderRow, "asks">,
  of: Pick<Tried, "supplier" | "sent_at">,
  state: FulfilmentState | "unknown",
): { delay_s: number | null; asks: number } {
  const isTold = state === "accepted" && isReporting(of.supplier);
  const { first_s, times } = isTold ? pace.reporting : pace.silent;
  const delay_s = ageOf_ms(of) > asked_ms_max ? null : Math.min(ask_s_max, first_s * times ** asks) / hurry;
  return { delay_s, asks: asks + 1 };
}

/** What is said of an attempt after its end. */
export async function compare(
  work: Work,
  about: { order: number; attempt: number },
  { state, cost }: Tried,
  answer: Answer,
): Promise<void> {
  if (answer.state === "refused" && answer.isReturned && (cost ?? 0) > 0)
    await act(work, "return_fulfilment", about);
  if ((answer.state === "refused" || answer.state === "delivered") && answer.state !== state) {
    const said = answer.state === "refused" ? withoutNumbers(answer.reason) : "it was delivered";
    await act(work, "contradict_fulfilment", { ...about, said });
  }
}

const overtaken: readonly RejectionCode[] = [
  "order_unknown",
  "order_decided",
  "fulfilment_open",
  "fulfilment_settled",
  "fulfilments_used_up",
  "refund_unwanted",
  "amount_invalid",
  "unchanged",
];

/** False if somebody else has decided otherwise meanwhile. */
export async function act<T extends keyof Intents>(
  { shop }: Work,
  type: T,
  intent: Intents[T],
  sideWrites: Envelope<T>["sideWrites"] = [],
): Promise<boolean> {
  try {
    await performUnder(shop, undefined, { type, intent, actor: system, body: intent, sideWrites });
    return true;
  } catch (error) {
    if (error instanceof ApiError && overtaken.some((code) => code === error.answer.code)) return false;
    throw error;
  }
}
