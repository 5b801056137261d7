/**
 * The job of one order: has it delivered by the first supplier that does. Every step is in the log before the next one begins,
 * so it is safe to repeat, and to go on with where another process died.
 */
import { isRefunded } from "#ledger/suppliers/fulfilments.ts";
import type { Route } from "#contract/terms/fulfilment.ts";
import { sealedVoucherWrite } from "../serve/sealed.ts";
import {
  act,
  again_s,
  alone_ms,
  bookPrice,
  compare,
  follow,
  inDoubt,
  isAlone,
  nextAsk,
  type Step,
} from "./follow-answer.ts";
import { keepJob, orderIsOver, workLater } from "./order-rows.ts";
import {
  ageOf_ms,
  isSendable,
  newAttempt,
  type OrderRow,
  questionOf,
  readOrders,
  referenceOf,
  type Tried,
  type Work,
} from "./order-work.ts";
import { releaseVoucher, reserveVoucher } from "./stock.ts";
import { repeatBulk, sendBulk } from "./send-bulk.ts";
import { bulk_min, takeAskSlot, takeSlot } from "./supplier-rows.ts";
import type { Answer, Supplier } from "./supplier.ts";

export async function workOrder(work: Work, id: number): Promise<void> {
  const [order] = await readOrders(work.pool, [id]);
  if (order === undefined) return;
  if (order.is_early) return keepJob(work.pool, id);
  const open = order.tried.find(({ state }) => state === "sent" || state === "accepted");
  if (open) return askAbout(work, order, open);
  if (!isSendable(order)) {
    await releaseVoucher(work.pool, id);
    return lookAgain(work, order);
  }
  const untried = order.routes.filter(({ supplier }) =>
    order.tried.every((one) => one.supplier !== supplier),
  );
  for (const route of untried) {
    const step = route.supplier === "stock" ? await fromStock(work, order) : await send(work, order, route);
    if (step === "done") return;
    if (step === "again") return workOrder(work, id);
  }
  if (isRefunded(order.tried, { fulfilment_rules: order.rules }))
    await act(work, "refund_refused_order", { order: id });
  // An admin has it delivered, unless a supplier that rests or is busy now comes back before.
  await lookAgain(work, order, untried.length > 0);
}

async function fromStock(work: Work, order: OrderRow): Promise<Step> {
  const { id, package: package_, tried } = order;
  const voucher = await reserveVoucher(work.pool, id, package_);
  if (!voucher) return "next";
  const intent = { order: id, reference: referenceOf(id, tried.length + 1), cost: voucher.cost };
  const done = await act(work, "deliver_from_stock", intent, [sealedVoucherWrite(id, voucher.sealed)]);
  if (!done) return "again";
  await orderIsOver(work.pool, order);
  return "done";
}

async function send(work: Work, order: OrderRow, { supplier: name, code }: Route): Promise<Step> {
  const supplier = work.suppliers.find((one) => one.name === name);
  if (!supplier) return "next";
  const slot = await takeSlot(work.pool, name, {
    order: order.id,
    due_at: order.due_at,
    code,
    per_minute: supplier.per_minute * work.rate,
  });
  if (slot === undefined) return "next";
  if (!slot.isMine) {
    await keepJob(work.pool, order.id);
    return "done";
  }
  if (slot.wait_ms > 0) {
    await workLater(work.pool, order, { delay_s: slot.wait_ms / 1000 });
    return "done";
  }
  const step = slot.due < bulk_min ? undefined : await sendBulk(work, order, supplier);
  if (step !== undefined) return step;
  const sent = newAttempt(order, name, code);
  const { reference } = sent;
  if (!(await act(work, "send_fulfilment", { order: order.id, supplier: name, code, reference })))
    return "again";
  // This process stood still. Others may have asked about the attempt since, and an admin may have ended it.
  if (!isAlone(work, sent)) return "again";
  const answer = await supplier.order(questionOf(work, order, sent));
  // The questions before were about another attempt.
  const final = isAlone(work, sent) ? answer : inDoubt(answer, "refused late");
  return follow(work, { ...order, asks: 0 }, sent, final);
}

/** How often it is asked about meanwhile. */
const underWay_s = 30;

/**
 * If other suppliers have refused it before, each fourth question is about one of those attempts: it may be delivered too, or
 * its price be given back, while the last one stays open for days.
 */
async function askAbout(work: Work, order: OrderRow, open: Tried): Promise<void> {
  const supplier = work.suppliers.find(({ name }) => name === open.supplier);
  // Its key was removed, or is new and another process has it already.
  if (!supplier) return void (await workLater(work.pool, order, nextAsk(work, order, open, open.state)));
  const ended = endedOf(work, order);
  const earlier = ended[Math.floor(order.asks / 4) % ended.length];
  if (earlier && order.asks % 4 === 3) {
    const answer = await askEnded(work, order, earlier);
    const next = nextAsk(work, order, open, open.state);
    await workLater(work.pool, order, typeof answer === "number" ? { delay_s: answer } : next);
    return;
  }
  const wait_s = await untilMayAsk(work, order, supplier);
  const later = async (delay_s: number) => void (await workLater(work.pool, order, { delay_s }));
  if (wait_s > 0) return later(wait_s);
  const question = questionOf(work, order, open);
  const said = await supplier.ask(question);
  const isUnderWay =
    open.state === "sent" && order.asks === 0 && ageOf_ms(open) < alone_ms.repeat / work.hurry;
  // Whoever sends it will note what the answer says.
  if (isUnderWay && said.state === "unknown") return later(underWay_s / work.hurry);
  const isSafe = ageOf_ms(open) < supplier.remembers_ms / work.hurry;
  const step =
    isSafe && isUnsent(said, order, open)
      ? await sendAgain(work, order, open, supplier)
      : await follow(work, order, open, said);
  if (step === "again") await workOrder(work, order.id);
}

/** Whether the supplier may never have got it. It may know one that was sent with others only by its own reference. */
function isUnsent(said: Answer, order: OrderRow, open: Tried): boolean {
  if (said.state !== "unknown") return false;
  const isUnnamed = isOfBulk(order, open) && open.state === "sent" && !said.isFailure;
  return said.isMissing === true || isUnnamed;
}

/** The supplier tells by our key that it is the same order, or the same request of many. */
async function sendAgain(work: Work, order: OrderRow, open: Tried, supplier: Supplier): Promise<Step> {
  if (isOfBulk(order, open)) return repeatBulk(work, order, supplier);
  const answer = await supplier.order(questionOf(work, order, open));
  return follow(work, order, open, inDoubt(answer, "sent once more, and refused"));
}

function isOfBulk({ bulk }: OrderRow, { attempt }: Tried): boolean {
  return bulk !== null && attempt === 1;
}

/** If there are more questions than it answers in an hour. */
const busy_ms = 600_000;

/** Seconds until the supplier may be asked about this order. */
async function untilMayAsk(
  { pool, rate }: Work,
  { id: order }: OrderRow,
  supplier: Supplier,
): Promise<number> {
  const place = { order, per_minute: supplier.asks_per_minute * rate };
  return ((await takeAskSlot(pool, supplier.name, place)) ?? busy_ms) / 1000;
}

/** If there was no answer, the same look is tried again so much later: somebody has a reason to ask. */
const unanswered_s = [60, 600, 3600, 22 * 3600];
const tries_max = unanswered_s.length + 1;

/**
 * Asks about attempts that have ended, one at a time and the last one first. What is said now moves no order, and no money but
 * what the supplier gives back. `asks` counts the looks, times the tries that each may have, and the tries of this one.
 */
async function lookAgain(work: Work, order: OrderRow, waits = false): Promise<void> {
  const ended = endedOf(work, order);
  const [look, tried] = [Math.floor(order.asks / tries_max), order.asks % tries_max];
  const about = ended.at(-1 - (look % ended.length));
  if (!about) return orderIsOver(work.pool, order, waits);
  const answer = await askEnded(work, order, about);
  const later = async (delay_s: number, asks?: number) =>
    void (await workLater(work.pool, order, { delay_s, ...(asks !== undefined && { asks }), waits }));
  if (typeof answer === "number") return later(answer);
  const retry_s = unanswered_s[tried];
  if (isNoAnswer(answer) && retry_s !== undefined) return later(retry_s / work.hurry, order.asks + 1);
  await bookPrice(work, order.id, about, answer);
  const next = look + 1;
  const again: readonly number[] = about.state === "refused" ? again_s : [];
  const delay_s = next % ended.length > 0 ? 0 : again[next / ended.length - 1];
  if (delay_s === undefined) return orderIsOver(work.pool, order, waits);
  await later(delay_s / work.hurry, next * tries_max);
}

/** That it does not know the order is an answer; one about another order is none. */
function isNoAnswer(answer: Answer): boolean {
  return answer.state === "unknown" && (answer.isFailure || answer.isMissing !== true);
}

/** Those that can be asked about. */
function endedOf({ suppliers }: Work, { tried }: OrderRow): Tried[] {
  return tried.filter(
    ({ state, supplier }) =>
      (state === "refused" || state === "delivered") && suppliers.some(({ name }) => name === supplier),
  );
}

/** Seconds to wait, if its supplier may not be asked yet. */
async function askEnded(work: Work, order: OrderRow, about: Tried): Promise<Answer | number> {
  const supplier = work.suppliers.find(({ name }) => name === about.supplier);
  if (!supplier) throw new Error(`${about.supplier} is not set up`);
  const wait_s = await untilMayAsk(work, order, supplier);
  if (wait_s > 0) return wait_s;
  const answer = await supplier.ask(questionOf(work, order, about));
  await compare(work, { order: order.id, attempt: about.attempt }, about, answer);
  return answer;
}
