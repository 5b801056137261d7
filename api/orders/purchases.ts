/** Buying: one package, or several in one call. */
import type { Context } from "hono";
import * as v from "valibot";
import { placedOrder } from "#ledger/core/events/orders.ts";
import type { Owner } from "#ledger/log/batch.ts";
import type { Series } from "#ledger/log/writer.ts";
import { dayOf } from "#contract/terms/dates.ts";
import { toCedis } from "#contract/terms/money.ts";
import { type OrderForm, productForms, productTypeOf } from "#contract/terms/product-types.ts";
import type { Principal } from "../serve/principals.ts";
import { sealText } from "../serve/secrets.ts";
import type { Env } from "../serve/env.ts";
import type { Shop } from "../shop.ts";
import type { BulkAnswer, LineAnswer, OrderLine } from "#contract/bulk-orders.ts";
import { operations } from "#contract/operations.ts";
import type { OrderRecord } from "#contract/order-list.ts";
import { newForm, type NewOrder, newOrder, type PurchaseAnswer } from "#contract/orders.ts";
import type { UserRecord } from "#contract/user-list.ts";
import { answerText } from "../serve/compression.ts";
import { type AcceptedCommand, type Envelope, perform, performUnder } from "../serve/command.ts";
import { ApiError } from "../serve/errors.ts";
import { check } from "../serve/input.ts";
import { json, piecesOf } from "../serve/list-answer.ts";
import type { Serve } from "../serve/serve.ts";
import { orderRecord, placedView } from "./records.ts";
import { readUser, userRecord, userView } from "../users/records.ts";

export function purchaseRoutes(shop: Shop, serve: Serve): void {
  serve(operations.createOrder, async (c, { body }) => {
    const principal = c.get("principal");
    const form = readForm(body);
    const done = await perform(shop, c, purchaseOf(shop, principal, body, form));
    const { order, balance } = purchased(done, principal, body, form);
    const answer: PurchaseAnswer = {
      ...order,
      order: { _id: order._id },
      balance,
      account: await buyerAfter(shop, principal, done.owner),
      position: done.position,
    };
    return answer;
  });

  serve(operations.createOrders, async (c, { body }) => {
    const principal = c.get("principal");
    await countLines(shop, c, body.lines.length);
    const series: Series = { isBroken: false };
    const decided = await Promise.all(body.lines.map((line) => performLine(shop, principal, line, series)));
    const accepted = decided.flatMap(({ done }) => done ?? []);
    const [newest] = accepted.toSorted((a, b) => b.position - a.position);
    const account = await buyerAfter(shop, principal, newest?.owner);
    const about: Omit<BulkAnswer, "lines"> = {
      balance: account.balance,
      account,
      position: Math.max(account.position, newest?.position ?? 0),
    };
    const lines = { toRecord: (line: DecidedLine): LineAnswer => line.answer, isSecret: hasForm };
    return answerText(c, json, piecesOf(lines, '{"lines":[', decided, `],${JSON.stringify(about).slice(1)}`));
  });
}

/** A single purchase counts as one request of an API key, so each line does too. The call has counted as the first. */
async function countLines(shop: Shop, c: Context<Env>, lines: number): Promise<void> {
  const keyCounter = c.get("keyCounter");
  if (keyCounter === undefined || lines < 2) return;
  await shop.keyRequests.count(shop, c, { user: c.get("principal").user, keyCounter, added: lines - 1 });
}

/** A form has a card number. */
function hasForm({ answer }: DecidedLine): boolean {
  return answer.outcome === "accepted" && answer.order.items !== null;
}

interface DecidedLine {
  answer: LineAnswer;
  /** If it was accepted. */
  done?: AcceptedCommand;
}

/** There is no await before the submission, so lines that are performed one after the other are decided in this order. */
async function performLine(
  shop: Shop,
  principal: Principal,
  line: OrderLine,
  series: Series,
): Promise<DecidedLine> {
  const { key } = line;
  try {
    const body = "order" in line ? line.order : check(newOrder, line.given);
    const form = readForm(body);
    const done = await performUnder(shop, key, { ...purchaseOf(shop, principal, body, form), series });
    return { answer: { outcome: "accepted", key, ...purchased(done, principal, body, form) }, done };
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return { answer: { outcome: "refused", key, error: error.answer } };
  }
}

function purchaseOf(
  shop: Shop,
  { user }: Principal,
  body: NewOrder,
  form: OrderForm | null,
): Envelope<"place_order"> {
  const { receiver, reference } = body;
  return {
    type: "place_order",
    intent: {
      package: chosenPackage(body),
      expected_price: body.totalAmount ?? null,
      receiver,
      form: form && sealText(shop.secrets.sealing.form, JSON.stringify(form)),
      form_title: neededForm(body)?.title,
    },
    actor: user,
    body: { ...body, items: form },
    // An empty reference does not identify a purchase.
    fallbackKey: reference === undefined || reference === "" ? undefined : `reference ${reference}`,
  };
}

/** The order, and the wallet's balance after it, in cedis. Made only from the event, so a retry gets the same answer. */
function purchased(
  { events: [event] }: AcceptedCommand,
  principal: Principal,
  { receiver }: NewOrder,
  form: OrderForm | null,
): { order: OrderRecord; balance: number } {
  if (event?.type !== "order_placed") throw new Error("a purchase without its event");
  const view = placedView(placedOrder(event), principal, { receiver, form: null });
  const order = orderRecord(view, { items: form, voucher: null });
  return { order, balance: toCedis(event.balance_after ?? 0) };
}

/**
 * The buyer after the purchase. Names from before a change of the account must not be sent with the purchase's position,
 * which is higher than the position of that change: clients would keep the old names permanently.
 */
async function buyerAfter(shop: Shop, principal: Principal, owner: Owner | undefined): Promise<UserRecord> {
  if (owner === undefined || owner.account.position !== principal.position)
    return readUser(shop, principal.user);
  return userRecord(userView(principal, owner));
}

function chosenPackage({ packageId, network, offer }: NewOrder) {
  if (packageId !== undefined) return { id: packageId, network, offer };
  if (network !== undefined && offer !== undefined) return { network, offer };
  throw new ApiError("input_invalid", "Please choose a package", {
    fields: { offer: "Please choose a package" },
  });
}

/** The validated form, if the order may need one. The ledger refuses an order that needs a form and has none. */
function readForm(order: NewOrder): OrderForm | null {
  const form = neededForm(order);
  if (form === undefined) return null;
  const { items } = order;
  return check(v.object({ items: newForm(form.fields, dayOf(new Date().toISOString())) }), { items }).items;
}

function neededForm({ network, items }: NewOrder) {
  return network === undefined ? formFor(items) : productTypeOf(network).form;
}

/** The form that fits these fields best: an order by package does not name its product. */
function formFor(items: unknown) {
  if (items === undefined) return undefined;
  const given = Object.keys(Object(items) as object);
  const fit = ({ fields }: (typeof productForms)[number]) => {
    const known = fields.filter(({ name }) => given.includes(name)).length;
    return known - (fields.length - known);
  };
  return productForms.toSorted((a, b) => fit(b) - fit(a))[0];
}
