/** Removing orders and requests from the lists. The log keeps them; open ones stay where they are. */
import type { Context } from "hono";
import { countCleared } from "#ledger/store/read/audit-acts.ts";
import { countOrders, orderIds } from "#ledger/store/read/orders.ts";
import { countRecharges, rechargeIds } from "#ledger/store/read/recharges.ts";
import {
  type ClearedList,
  orderStatuses,
  orderTransitions,
  rechargeStatuses,
} from "#ledger/terms/statuses.ts";
import { perform, performUnder } from "../http/command.ts";
import type { Env, Shop } from "../context.ts";
import type { RemovalAnswer } from "../contract/removals.ts";
import { operations } from "../contract/operations.ts";
import { ApiError } from "../http/errors.ts";
import type { Serve } from "../http/serve.ts";

/** Commands that are submitted together: what the writer takes into one batch, and no more in memory at a time. */
const portion = 500;

export function removalRoutes(shop: Shop, serve: Serve): void {
  serve(operations.removeOrder, async (c, { params }) => {
    const { id: order } = params;
    const actor = c.get("principal").user;
    const { position } = await perform(shop, c, {
      type: "remove_order",
      intent: { order },
      actor,
      body: { order },
    });
    return { message: "Order removed", position };
  });

  serve(operations.removeAllOrders, async (c) => {
    const actor = c.get("principal").user;
    const clearing = await beginClearing(shop, c, "order");
    for (const status of orderStatuses) {
      if (orderTransitions[status].length > 0) continue;
      await removeEach(
        (after) => orderIds(shop.db, { status, after, upTo: clearing, limit: portion }),
        (order) => {
          const intent = { order, clearing };
          return performUnder(shop, undefined, { type: "remove_order", intent, actor, body: intent });
        },
      );
    }
    const { pending, processing } = await countOrders(shop.db, undefined);
    const removed = await countCleared(shop.db, clearing);
    return removalAnswer({ removed, kept: pending + processing }, "order");
  });

  serve(operations.removeRecharge, async (c, { params }) => {
    const { id: recharge } = params;
    const actor = c.get("principal").user;
    const { position } = await perform(shop, c, {
      type: "remove_topup",
      intent: { recharge },
      actor,
      body: { recharge },
    });
    return { message: "Recharge request removed", position };
  });

  serve(operations.removeAllRecharges, async (c) => {
    const actor = c.get("principal").user;
    const clearing = await beginClearing(shop, c, "recharge");
    for (const status of rechargeStatuses) {
      if (status === "pending") continue;
      await removeEach(
        (after) => rechargeIds(shop.db, { status, after, upTo: clearing, limit: portion }),
        (recharge) => {
          const intent = { recharge, clearing };
          return performUnder(shop, undefined, { type: "remove_topup", intent, actor, body: intent });
        },
      );
    }
    const kept = await countRecharges(shop.db, { status: "pending" });
    const removed = await countCleared(shop.db, clearing);
    return removalAnswer({ removed, kept }, "recharge request");
  });
}

/**
 * The position of a removal of all: one act, which each row's removal names. What is decided later stays. Under its
 * Idempotency-Key it is the same one for good, so a retry goes on where the last one was cut off.
 */
async function beginClearing(shop: Shop, c: Context<Env>, list: ClearedList): Promise<number> {
  const actor = c.get("principal").user;
  const { position } = await perform(shop, c, {
    type: "clear_list",
    intent: { list },
    actor,
    body: { list },
  });
  return position;
}

/** Each portion is one batch of the writer. */
async function removeEach(
  find: (after: number) => Promise<number[]>,
  remove: (id: number) => Promise<unknown>,
): Promise<void> {
  let after = 0;
  for (;;) {
    const ids = await find(after);
    await Promise.all(ids.map((id) => remove(id).catch(passGone)));
    after = ids.at(-1) ?? after;
    if (ids.length < portion) return;
  }
}

/** Another admin, or another request under the same key, was quicker. */
function passGone(error: unknown): void {
  const gone = ["order_unknown", "recharge_unknown"];
  if (!(error instanceof ApiError && gone.includes(error.answer.code))) throw error;
}

function removalAnswer(
  { removed, kept }: Pick<RemovalAnswer, "removed" | "kept">,
  what: string,
): RemovalAnswer {
  const counted = (count: number) => `${count} ${what}${count === 1 ? "" : "s"}`;
  const message =
    kept === 0
      ? `${counted(removed)} removed`
      : `${counted(removed)} removed; ${counted(kept)} still open ${kept === 1 ? "stays" : "stay"}`;
  return { message, removed, kept };
}
