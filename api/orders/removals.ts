/** Removing decided orders and top-up requests from the lists. The log keeps them. */
import type { Context } from "hono";
import { countCleared } from "#ledger/books/audit-acts.ts";
import { countOrders, orderIds } from "#ledger/orders/reads.ts";
import { countTopups, topupIds } from "#ledger/topups/reads.ts";
import {
  type ClearedList,
  orderStatuses,
  orderTransitions,
  topupStatuses,
} from "#contract/terms/statuses.ts";
import { perform, performUnder } from "../serve/command.ts";
import type { Env } from "../serve/env.ts";
import type { Shop } from "../shop.ts";
import type { RemovalAnswer } from "#contract/removals.ts";
import { operations } from "#contract/operations.ts";
import { ApiError } from "../serve/errors.ts";
import type { Serve } from "../serve/serve.ts";

/** How many commands are submitted together: about one batch of the writer, which also limits memory. */
const portion = 500;

export function removalRoutes(shop: Shop, serve: Serve): void {
  serve(operations.removeOrder, async (c, { params }) => {
    const { id: order } = params;
    const { position } = await perform(shop, c, { type: "remove_order", intent: { order }, body: { order } });
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

  serve(operations.removeTopup, async (c, { params }) => {
    const { id: topup } = params;
    const { position } = await perform(shop, c, { type: "remove_topup", intent: { topup }, body: { topup } });
    return { message: "Recharge request removed", position };
  });

  serve(operations.removeAllTopups, async (c) => {
    const actor = c.get("principal").user;
    const clearing = await beginClearing(shop, c, "topup");
    for (const status of topupStatuses) {
      if (status === "pending") continue;
      await removeEach(
        (after) => topupIds(shop.db, { status, after, upTo: clearing, limit: portion }),
        (topup) => {
          const intent = { topup, clearing };
          return performUnder(shop, undefined, { type: "remove_topup", intent, actor, body: intent });
        },
      );
    }
    const kept = await countTopups(shop.db, { status: "pending" });
    const removed = await countCleared(shop.db, clearing);
    return removalAnswer({ removed, kept }, "recharge request");
  });
}

/**
 * The position of a removal of all rows. It is one act, and each row's removal refers to it. Rows that are decided later
 * stay. Under the same Idempotency-Key the position is the same, so a retry continues where the last call stopped.
 */
async function beginClearing(shop: Shop, c: Context<Env>, list: ClearedList): Promise<number> {
  const { position } = await perform(shop, c, { type: "clear_list", intent: { list }, body: { list } });
  return position;
}

/** Removes the rows in portions. */
async function removeEach(
  find: (after: number) => Promise<number[]>,
  remove: (id: number) => Promise<unknown>,
): Promise<void> {
  let after = 0;
  for (;;) {
    const ids = await find(after);
    await Promise.all(ids.map((id) => remove(id).catch(ignoreRemoved)));
    after = ids.at(-1) ?? after;
    if (ids.length < portion) return;
  }
}

/** Another admin, or another request under the same key, has already removed the row. */
function ignoreRemoved(error: unknown): void {
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
