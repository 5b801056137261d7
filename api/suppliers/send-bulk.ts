/**
 * Many orders in one request, at a supplier that takes so many: when a backlog leaves. Each has its own attempt in the log
 * before the request is sent. Its key is stored with the attempts, so the same request can be sent again, by any process.
 */
import { randomUUID } from "node:crypto";
import type { SideWrite } from "#ledger/log/writer.ts";
import { unknown } from "./call-supplier.ts";
import { act, follow, inDoubt, isAlone, type Step } from "./follow-answer.ts";
import { claimForBulk, keepJob, ordersOfBulk, workOnWaiting } from "./order-rows.ts";
import { newAttempt, type OrderRow, questionOf, readOrders, type Tried, type Work } from "./order-work.ts";
import { bulk_min } from "./supplier-rows.ts";
import type { Answer, Supplier } from "./supplier.ts";

/** If the process dies, others work on its orders after this time. */
const lease_s = 30;

interface Sent {
  order: OrderRow;
  attempt: Tried;
}

/**
 * Sends this order and the oldest others that go to this supplier too, as far as its money lasts. Undefined if they are too few;
 * "done" if somebody else does that.
 */
export async function sendBulk(work: Work, order: OrderRow, supplier: Supplier): Promise<Step | undefined> {
  const { bulk, name } = supplier;
  if (!bulk || order.tried.length > 0) return undefined;
  const { isMine, orders: ids } = await claimForBulk(work.pool, name, order, {
    min: bulk_min - 1,
    max: bulk.max - 1,
    lease_s: lease_s / work.hurry,
  });
  if (!isMine) {
    await keepJob(work.pool, order.id);
    return "done";
  }
  if (ids.length === 0) return undefined;
  const orders = await readOrders(work.pool, ids);
  const key = randomUUID();
  const begun = await Promise.all(orders.map((one) => begin(work, one, supplier, key)));
  const sent = begun.filter((one) => one !== undefined);
  const isOwn = () => sent.every(({ attempt }) => isAlone(work, attempt));
  if (sent.length === 0 || !isOwn()) return "again";
  const answers = await bulk.order(
    key,
    sent.map((one) => questionOf(work, one.order, one.attempt)),
  );
  const final = isOwn() ? answers : answers.map((answer) => inDoubt(answer, "refused late"));
  const step = await followAll(work, order, sent, final);
  // The next ones follow at once.
  if (final.some(({ state }) => state === "accepted")) await workOnWaiting(work.pool, name, 1);
  return step;
}

/** Sends the request of this order once more, and notes what its answer says of all orders of it. */
export async function repeatBulk(work: Work, order: OrderRow, supplier: Supplier): Promise<Step> {
  const { bulk } = supplier;
  if (!bulk || order.bulk === null) throw new Error(`order ${order.id} was not sent together with others`);
  const orders = await readOrders(work.pool, await ordersOfBulk(work.pool, order.bulk));
  const sent = orders.flatMap((one) => {
    const attempt = one.tried.find((tried) => tried.attempt === 1);
    return attempt ? [{ order: one, attempt }] : [];
  });
  // One that an admin has settled as refused must not be bought by it, and without an erased number it is another request.
  const isWhole = sent.every(({ order: one, attempt }) => one.receiver !== "" && attempt.state !== "refused");
  const answers = isWhole
    ? await bulk.order(
        order.bulk,
        sent.map((one) => questionOf(work, one.order, one.attempt)),
      )
    : sent.map(() => unknown("it cannot be sent once more together with an order that has ended", false));
  const repeated = answers.map((answer) => inDoubt(answer, "sent once more, and refused"));
  const open = sent.map((one) => one.attempt.state === "sent" || one.order.id === order.id);
  return followAll(
    work,
    order,
    sent.filter((_, at) => open[at]),
    repeated.filter((_, at) => open[at]),
  );
}

/** Undefined if somebody else has decided the order meanwhile, or it does not go to this supplier any more. */
async function begin(
  work: Work,
  order: OrderRow,
  { name }: Supplier,
  bulk: string,
): Promise<Sent | undefined> {
  const [route] = order.routes;
  if (route?.supplier !== name || order.tried.length > 0) return undefined;
  const attempt = newAttempt(order, name, route.code);
  const { code, reference } = attempt;
  const intent = { order: order.id, supplier: name, code, reference };
  const isBegun = await act(work, "send_fulfilment", intent, [bulkWrite(order.id, bulk, reference)]);
  return isBegun ? { order: { ...order, asks: 0 }, attempt } : undefined;
}

/** The supplier may know the order by our own reference, which is safe to ask by: unlike sending it once more alone. */
function bulkWrite(order: number, bulk: string, reference: string): SideWrite {
  return {
    text: "update shop.fulfilment set bulk = $2, their_reference = $3, their_attempt = 1 where order_id = $1",
    values: [order, bulk, reference],
  };
}

/** What the caller does next with its own order. */
async function followAll(
  work: Work,
  own: OrderRow,
  sent: readonly Sent[],
  answers: readonly Answer[],
): Promise<Step> {
  const steps = await Promise.all(
    sent.map(({ order, attempt }, at) => {
      const answer = answers[at] ?? unknown("no answer about it", false);
      return follow(work, order, attempt, answer, order.id === own.id);
    }),
  );
  return steps[sent.findIndex(({ order }) => order.id === own.id)] ?? "again";
}
