/**
 * The job of one order: has it delivered by the first supplier that does. Every step is in the log before the next one begins,
 * so it is safe to repeat, and to go on with where another process died.
 */
import type { Pool } from "pg";
import type { Intents } from "#ledger/decide/command.ts";
import { isRefunded } from "#ledger/suppliers/fulfilments.ts";
import { system } from "#ledger/core/rows/users.ts";
import type {
  FulfilmentRules,
  FulfilmentState,
  RefusalKind,
  Route,
  SupplierName,
} from "#contract/terms/fulfilment.ts";
import { limits } from "#contract/terms/limits.ts";
import type { Pesewas } from "#contract/terms/money.ts";
import type { RejectionCode } from "#contract/terms/rejections.ts";
import type { OrderStatus } from "#contract/terms/statuses.ts";
import { commandId, type Envelope, performUnder } from "../serve/command.ts";
import type { Door } from "../serve/door.ts";
import { ApiError } from "../serve/errors.ts";
import { sealedVoucherWrite } from "../serve/sealed.ts";
import { unknown } from "./call-supplier.ts";
import { type InWork, orderIsOver, workLater } from "./order-rows.ts";
import { releaseVoucher, reserveVoucher } from "./stock.ts";
import { reportAddress } from "./report-address.ts";
import { noteAnswer, takeAskSlot, takeSlot } from "./supplier-rows.ts";
import type { Answer, Attempt, Supplier } from "./supplier.ts";

export interface Work {
  shop: Door & { publicUrl: string };
  pool: Pool;
  /** Those that are set up. The stock of vouchers always is. */
  suppliers: readonly Supplier[];
  /** Times as fast as usual, for tests. */
  hurry: number;
  /** Times what suppliers usually take in a minute, for tests. */
  rate: number;
  /** Whether a supplier tells by itself what becomes of orders. */
  isReporting: (name: SupplierName) => boolean;
}

interface Tried {
  attempt: number;
  supplier: SupplierName;
  reference: string;
  code: string;
  state: FulfilmentState;
  cost: number | null;
  refusal: RefusalKind | null;
  sent_at: string;
}

interface OrderRow extends InWork {
  status: OrderStatus;
  hidden: boolean;
  package: string;
  receiver: string;
  asks: number;
  their_reference: string | null;
  their_attempt: number | null;
  /** Of earlier attempts. */
  earlier: { attempt: number; reference: string }[];
  routes: Route[];
  rules: FulfilmentRules;
  /** Suppliers whose last answer was a failure. */
  failing: SupplierName[];
  tried: Tried[];
}

export async function workOrder(work: Work, id: number): Promise<void> {
  const order = await readOrder(work.pool, id);
  if (order === undefined) return;
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

/** "next": this supplier does not have it, or cannot take it now; "again": the order has changed. */
type Step = "done" | "next" | "again";

function isSendable({ status, hidden, tried }: OrderRow): boolean {
  if (hidden) return false;
  return tried.length === 0
    ? status === "pending"
    : status === "processing" && tried.every(({ state }) => state === "refused");
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
  const slot_ms = await takeSlot(work.pool, name, {
    order: order.id,
    code,
    per_minute: supplier.per_minute * work.rate,
  });
  if (slot_ms === undefined) return "next";
  if (slot_ms > 0) {
    await workLater(work.pool, order, { delay_s: slot_ms / 1000 });
    return "done";
  }
  const attempt = order.tried.length + 1;
  const reference = referenceOf(order.id, attempt);
  if (!(await act(work, "send_fulfilment", { order: order.id, supplier: name, code, reference })))
    return "again";
  const sent: Tried = {
    attempt,
    supplier: name,
    code,
    reference,
    state: "sent",
    cost: null,
    refusal: null,
    sent_at: new Date().toISOString(),
  };
  const answer = await supplier.order(questionOf(work, order, sent));
  const isAlone = ageOf_ms(sent) < alone_ms.answer / work.hurry;
  // The questions before were about another attempt.
  return follow(work, { ...order, asks: 0 }, sent, isAlone ? answer : inDoubt(answer, "refused late"));
}

/**
 * An order is not sent once more while the answer to the first time may still come: if that refused it and the second time
 * were accepted, a refusal would be booked of an order that was bought. Later than this, a refusal says nothing, and whoever
 * sent it counts as dead.
 */
const alone_ms = { answer: 120_000, repeat: 150_000 };
/** How often it is asked about meanwhile. */
const underWay_s = 30;

function ageOf_ms({ sent_at }: Tried): number {
  return Date.now() - Date.parse(sent_at);
}

/**
 * If other suppliers have refused it before, each fourth question is about one of those attempts: it may be delivered too, or
 * its price be given back, while the last one stays open for days.
 */
async function askAbout(work: Work, order: OrderRow, open: Tried): Promise<void> {
  const supplier = work.suppliers.find(({ name }) => name === open.supplier);
  // Its key was removed. An admin settles it.
  if (!supplier) return orderIsOver(work.pool, order);
  const ended = endedOf(work, order);
  const earlier = ended[Math.floor(order.asks / 4) % ended.length];
  if (earlier && order.asks % 4 === 3) {
    const answer = await askEnded(work, order, earlier);
    const next = nextAsk(work, order, open, open.state);
    return workLater(work.pool, order, typeof answer === "number" ? { delay_s: answer } : next);
  }
  const wait_s = await untilMayAsk(work, order, supplier);
  if (wait_s > 0) return workLater(work.pool, order, { delay_s: wait_s });
  const question = questionOf(work, order, open);
  const said = await supplier.ask(question);
  const isUnderWay =
    open.state === "sent" && order.asks === 0 && ageOf_ms(open) < alone_ms.repeat / work.hurry;
  // Whoever sends it will note what the answer says.
  if (isUnderWay && said.state === "unknown")
    return workLater(work.pool, order, { delay_s: underWay_s / work.hurry });
  const isSafe = ageOf_ms(open) < supplier.remembers_ms / work.hurry;
  const isRepeat = said.state === "unknown" && said.isMissing === true && isSafe;
  const answer = isRepeat ? inDoubt(await supplier.order(question), "sent once more, and refused") : said;
  if ((await follow(work, order, open, answer)) === "again") await workOrder(work, order.id);
}

/** A refusal of an order that may have been sent twice says nothing about the other time: that may have taken the money. */
function inDoubt(answer: Answer, said: string): Answer {
  return answer.state === "refused" ? unknown(`${said}: ${answer.reason}`, false) : answer;
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

function questionOf({ shop }: Work, order: OrderRow, { attempt, reference, code, sent_at }: Tried): Attempt {
  const theirs =
    order.their_attempt === attempt
      ? order.their_reference
      : (order.earlier.find((one) => one.attempt === attempt)?.reference ?? null);
  return {
    reference,
    theirs,
    code,
    receiver: order.receiver,
    sent_at,
    reportTo: reportAddress(shop, order.id),
  };
}

/** After a refusal, once more within the day: it may still be delivered, or its price be given back. */
const again_s = [2 * 3600, 22 * 3600] as const;
/** If there was no answer, sooner: somebody has a reason to ask. */
const unanswered_s = [60, 600, 3600, 22 * 3600];

/**
 * Asks about attempts that have ended, one at a time and the last one first. What is said now moves no order, and no money but
 * what the supplier gives back.
 */
async function lookAgain(work: Work, order: OrderRow, waits = false): Promise<void> {
  const ended = endedOf(work, order);
  const about = ended.at(-1 - (order.asks % ended.length));
  if (!about) return orderIsOver(work.pool, order, waits);
  const answer = await askEnded(work, order, about);
  if (typeof answer === "number") return workLater(work.pool, order, { delay_s: answer, waits });
  const asks = order.asks + 1;
  const isUnanswered = answer.state === "unknown" && answer.isMissing !== true;
  const again: readonly number[] = isUnanswered ? unanswered_s : about.state === "refused" ? again_s : [];
  const delay_s = asks % ended.length > 0 ? 0 : again[asks / ended.length - 1];
  if (delay_s === undefined) return orderIsOver(work.pool, order, waits);
  await workLater(work.pool, order, { delay_s: delay_s / work.hurry, asks, waits });
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

/** What is said of an attempt after its end. */
async function compare(
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

/** What follows from an answer. Only a clear refusal leads to the next supplier. */
async function follow(work: Work, order: OrderRow, of: Tried, answer: Answer): Promise<Step> {
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
    await workLater(work.pool, order, { delay_s: 0, goesOn: true, theirs, said: null, asks: 0 });
    return "again";
  }
  const cost = answer.cost ?? (namesCosts ? null : await readPrice(work.pool, of));
  if (of.state === "sent" || (of.cost === null && cost !== null))
    await act(work, "accept_fulfilment", { ...about, cost });
  if (answer.state === "accepted") {
    await workLater(work.pool, order, { ...nextAsk(work, order, of, "accepted"), theirs, said: null });
    return "done";
  }
  await act(work, "deliver_fulfilment", about);
  // Those that have refused it may still deliver it too, or give its price back.
  if (order.tried.some(({ attempt }) => attempt !== of.attempt))
    await workLater(work.pool, order, { delay_s: again_s[0] / work.hurry, theirs, said: null, asks: 0 });
  else await orderIsOver(work.pool, order);
  return "done";
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
function nextAsk(
  { hurry, isReporting }: Work,
  { asks }: OrderRow,
  of: Tried,
  state: FulfilmentState | "unknown",
): { delay_s: number | null; asks: number } {
  const isTold = state === "accepted" && isReporting(of.supplier);
  const { first_s, times } = isTold ? pace.reporting : pace.silent;
  const delay_s = ageOf_ms(of) > asked_ms_max ? null : Math.min(ask_s_max, first_s * times ** asks) / hurry;
  return { delay_s, asks: asks + 1 };
}

/** By it a supplier knows the attempt, however often it is told: 20 of [a-z0-9]. */
function referenceOf(order: number, attempt: number): string {
  return commandId("fulfilment", `${order} ${attempt}`).replaceAll("-", "").slice(0, 20);
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
async function act<T extends keyof Intents>(
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

async function readOrder(pool: Pool, id: number): Promise<OrderRow | undefined> {
  const { rows } = await pool.query<OrderRow>({
    name: "order_to_fulfil",
    text: `select o.id, f.next_at as due_at, o.status, o.hidden, o.package_id as package, coalesce(d.receiver, '') as receiver, f.asks, f.their_reference, f.their_attempt, f.earlier,
        coalesce(s.package_routes -> o.package_id, '[]') as routes, s.fulfilment_rules as rules,
        array(select name from shop.supplier where failures > 0) as failing,
        coalesce((select json_agg(json_build_object('attempt', t.attempt, 'supplier', t.supplier, 'code', t.code, 'reference', t.reference,
          'state', t.state, 'cost', t.cost, 'refusal', t.refusal, 'sent_at', t.sent_at) order by t.attempt)
          from ledger.fulfilment t where t.order_id = o.id), '[]') as tried
      from shop.fulfilment f join ledger."order" o on o.id = f.order_id cross join ledger.settings s left join shop.order_detail d on d.order_id = o.id
      where f.order_id = $1`,
    values: [id],
  });
  return rows[0];
}
