import type { BulkAnswer, LineAnswer } from "#contract/bulk-orders.ts";
import type { OrderRecord } from "#contract/order-list.ts";
import { limits } from "#contract/terms/limits.ts";
import { errorText, isUnknown } from "../../lib/api-error.ts";
import { call } from "../../lib/api.ts";
import { isAnswer, isDecision, sentCommand, sentNow, whileRunning } from "../../lib/command.ts";
import { queryClient } from "../../lib/query-client.ts";
import { getSession } from "../../lib/session.ts";
import { forgetCommands, rememberCommands, unansweredCommands } from "../../lib/unanswered.ts";
import { applyAccount } from "../../live/apply.ts";
import { keepOrder, purchaseCommand } from "../buy/purchase.ts";
import { basketItems, type BasketItem } from "./basket.ts";
import { removeFromBasket, renewKeys } from "./change-basket.ts";

export type Result =
  | { state: "sending" }
  | { state: "done"; order: OrderRecord }
  /** Refused. Nothing was charged. */
  | { state: "refused"; message: string }
  /** No answer. It may have been charged; sent again under the same key it is charged only once. */
  | { state: "unknown"; message: string };

export type Results = ReadonlyMap<BasketItem, Result>;

/** Pauses before the same call is sent again. Its lines have their keys, so nothing is paid twice. */
const retries_ms = [1000, 3000];

/**
 * Pays the items, each as its own order, and reports their results call by call. Paid items leave the basket at once, so
 * after an interruption the rest can be paid later and nothing is paid twice. Stops if there is no answer.
 * @returns the results of all items that were sent
 */
export async function payItems(
  items: readonly { item: BasketItem; price: number }[],
  onResults: (results: Results) => void,
): Promise<Result[]> {
  const all: Result[] = [];
  for (let at = 0; at < items.length; at += limits.bulk_lines_max) {
    const part = items
      .slice(at, at + limits.bulk_lines_max)
      .map(({ item, price }) => ({ item: current(item), price }));
    onResults(new Map(part.map(({ item }) => [item, { state: "sending" }])));
    const results = await pay(part);
    onResults(results);
    all.push(...results.values());
    if (all.some(({ state }) => state === "unknown")) break;
  }
  return all;
}

/** Another tab may have changed the item's key in the meantime. */
function current(item: BasketItem): BasketItem {
  return basketItems().find(({ id }) => id === item.id) ?? item;
}

async function pay(part: readonly { item: BasketItem; price: number }[]): Promise<Results> {
  const items = part.map(({ item }) => item);
  const wasSent = new Set(unansweredCommands().map(({ key }) => key));
  const commands = part.map(({ item: { key, network, packageId, offer, receiver }, price }) =>
    // An item that was sent is sent as it was, even if its price has changed.
    sentCommand(purchaseCommand({ network, packageId, offer, receiver, totalAmount: price }), key),
  );
  const keys = commands.map(({ key }) => key);
  const send = () => {
    rememberCommands(commands.map(sentNow));
    const lines = commands.map(({ key, body }) => ({ key, ...body }));
    return call<BulkAnswer>("POST", "/order/bulk", { body: { lines } });
  };
  try {
    const { data } = await whileRunning(keys, () =>
      withRetries(send, () => keys.forEach((key) => wasSent.add(key))),
    );
    applyAccount(queryClient, data.account);
    return applyAnswers(items, data.lines, wasSent);
  } catch (error) {
    const message = errorText(error);
    // A call that is refused as a whole was refused before any line was decided.
    const refused = keys.filter((key) => isAnswer(error, wasSent.has(key)));
    forgetCommands(refused);
    const resultOf = ({ key }: BasketItem): Result =>
      refused.includes(key) ? { state: "refused", message } : { state: "unknown", message };
    return new Map(items.map((item) => [item, resultOf(item)]));
  }
}

/** `onUnknown` is called when an attempt had no answer: its lines may have been decided. */
async function withRetries<T>(send: () => Promise<T>, onUnknown: () => void): Promise<T> {
  const user = getSession()?._id;
  for (const pause_ms of retries_ms) {
    try {
      return await send();
    } catch (error) {
      if (!isUnknown(error)) throw error;
      onUnknown();
    }
    await new Promise((resolve) => setTimeout(resolve, pause_ms));
    if (getSession()?._id !== user) break;
  }
  return send();
}

/** Keeps what the answers say. `wasSent`: keys of items that had been sent before this call. */
function applyAnswers(
  items: readonly BasketItem[],
  answers: readonly LineAnswer[],
  wasSent: ReadonlySet<string>,
): Results {
  const results = new Map<BasketItem, Result>();
  const answerOf = new Map(answers.map((answer) => [answer.key, answer]));
  for (const item of items) {
    const answer = answerOf.get(item.key);
    if (answer === undefined) results.set(item, { state: "unknown", message: "There was no answer." });
    else if (answer.outcome === "accepted") {
      keepOrder(answer.order);
      results.set(item, { state: "done", order: answer.order });
    } else {
      const { message, code } = answer.error;
      const state = isDecision(code) || !wasSent.has(item.key) ? "refused" : "unknown";
      results.set(item, { state, message });
    }
  }
  const inState = (state: Result["state"]) => items.filter((item) => results.get(item)?.state === state);
  forgetCommands([...inState("done"), ...inState("refused")].map(({ key }) => key));
  removeFromBasket(...inState("done").map(({ id }) => id));
  renewKeys(inState("refused").map(({ id }) => id));
  return results;
}
