/** Removing orders and requests from the lists. The log keeps them; open ones stay where they are. */
import { countOrders, orderIds } from "#ledger/store/reads/orders.ts";
import { countRecharges, rechargeIds } from "#ledger/store/reads/recharges.ts";
import { orderStatuses, orderTransitions, rechargeStatuses } from "#ledger/terms/statuses.ts";
import { perform, performUnder } from "../command.ts";
import type { Shop } from "../context.ts";
import type { RemovalAnswer } from "../contract/lists.ts";
import { operations } from "../contract/operations.ts";
import { ApiError } from "../errors.ts";
import { beginRemoval } from "../removal.ts";
import type { Serve } from "../serve.ts";

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
    const { upTo, also, done, end } = await beginRemoval(shop, c, actor, "order");
    if (done) return removalAnswer(done, "order");
    let removed = 0;
    for (const status of orderStatuses) {
      if (orderTransitions[status].length > 0) continue;
      removed += await removeEach(
        (after) => orderIds(shop.db, { status, after, upTo, limit: portion }),
        (order) =>
          performUnder(shop, undefined, {
            type: "remove_order",
            intent: { order },
            actor,
            body: { order },
            also,
          }),
      );
    }
    const { pending, processing } = await countOrders(shop.db, undefined);
    return removalAnswer(await end({ removed, kept: pending + processing }), "order");
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
    const { upTo, also, done, end } = await beginRemoval(shop, c, actor, "recharge");
    if (done) return removalAnswer(done, "recharge request");
    let removed = 0;
    for (const status of rechargeStatuses) {
      if (status === "pending") continue;
      removed += await removeEach(
        (after) => rechargeIds(shop.db, { status, after, upTo, limit: portion }),
        (recharge) =>
          performUnder(shop, undefined, {
            type: "remove_topup",
            intent: { recharge },
            actor,
            body: { recharge },
            also,
          }),
      );
    }
    const kept = await countRecharges(shop.db, { status: "pending" });
    return removalAnswer(await end({ removed, kept }), "recharge request");
  });
}

/** Each portion is one batch of the writer. A retry goes on where the last one was cut off: there is nothing to undo. */
async function removeEach(
  find: (after: number) => Promise<number[]>,
  remove: (id: number) => Promise<unknown>,
): Promise<number> {
  let removed = 0;
  let after = 0;
  for (;;) {
    const ids = await find(after);
    const done = await Promise.all(ids.map((id) => remove(id).then(() => true, isGone)));
    removed += done.filter(Boolean).length;
    after = ids.at(-1) ?? after;
    if (ids.length < portion) return removed;
  }
}

/** Another admin was quicker. */
function isGone(error: unknown): false {
  const gone = ["order_unknown", "recharge_unknown"];
  if (error instanceof ApiError && gone.includes(error.answer.code)) return false;
  throw error;
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
