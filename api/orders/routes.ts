/** What becomes of an order, and what became of a caller's own command. */
import type { Context } from "hono";
import type * as v from "valibot";
import { lastActors } from "#ledger/orders/last-actors.ts";
import { ordersById } from "#ledger/orders/reads.ts";
import { orderSteps } from "#ledger/books/statement.ts";
import { formatDateTime } from "#contract/terms/dates.ts";
import { scopeOf } from "../serve/guard.ts";
import type { Env } from "../serve/env.ts";
import type { Shop } from "../shop.ts";
import { operations } from "#contract/operations.ts";
import type { OrderAnswer, orderStatusBody } from "#contract/orders.ts";
import { commandId, perform } from "../serve/command.ts";
import { ApiError, refused } from "../serve/errors.ts";
import type { Serve } from "../serve/serve.ts";
import { noteDetailsViewed } from "./list.ts";
import { orderRecord } from "./records.ts";
import { unsealDetails, voucherWrite } from "../serve/sealed.ts";
import { readUser } from "../users/records.ts";
import { commandById } from "#ledger/log/commands.ts";
import { numberOfStream, type Stream } from "#contract/terms/streams.ts";
import { byKey } from "../serve/principals.ts";
import type { CommandAnswer } from "#contract/service.ts";

export function orderRoutes(shop: Shop, serve: Serve): void {
  serve(operations.changeOrderStatus, async (c, { params, body }) => {
    const { id: order } = params;
    const { events, position } = await moveOrder(shop, c, order, body);
    const [view] = await ordersById(shop.db, [order]);
    if (!view || !events[0]) throw new Error("an order that was just changed was not found");
    // The result of this command, even if this is a retry and the order has changed again.
    const then = { status: body.status, action_at: events[0].recorded_at, position };
    noteDetailsViewed(shop, c, [view]);
    const movedBy = (await lastActors(shop.db, [then])).get(position);
    const moved = { ...view, ...(body.status === "processing" && undecided), ...then };
    const answer: OrderAnswer = {
      order: orderRecord(moved, unsealDetails(shop.secrets, moved), {
        forAdmin: movedBy === undefined ? {} : { movedBy },
      }),
      ...(events[0].wallet !== null && { account: await readUser(shop, events[0].wallet) }),
      position,
    };
    return answer;
  });

  serve(operations.readOrderHistory, async (c, { params: { id } }) => {
    const [order] = await ordersById(shop.db, [id]);
    const user = scopeOf(c.get("principal"));
    // Somebody else's order gets the same answer as one that does not exist.
    if (!order || order.hidden || (user !== undefined && order.user !== user))
      throw refused({ code: "order_unknown" });
    const steps = await orderSteps(shop.db, id);
    const isForAdmin = c.get("principal").level === "Admin";
    return steps.map(({ status, recorded_at, position, by, bySupplier }) => ({
      status,
      bySupplier,
      date: formatDateTime(recorded_at),
      createdAt: recorded_at,
      position,
      ...(isForAdmin && { by }),
    }));
  });
}

/** The fields that an order has only after it is completed or rejected. */
const undecided = { reason: null, refunded_at: null, refunded: null, voucher: null };

function moveOrder(shop: Shop, c: Context<Env>, order: number, body: v.InferOutput<typeof orderStatusBody>) {
  const given = body.voucher ?? undefined;
  if (given && body.status !== "completed") {
    const message = "A voucher can only be added when its order is completed";
    throw new ApiError("input_invalid", message, { fields: { voucher: message } });
  }
  const of = { body: { order, ...body } };
  switch (body.status) {
    case "processing":
      return perform(shop, c, { type: "process_order", intent: { order }, ...of });
    case "completed":
      return perform(shop, c, {
        type: "complete_order",
        intent: { order, voucher: given !== undefined },
        ...of,
        sideWrites: given ? [voucherWrite(shop.secrets, order, given)] : [],
      });
    case "rejected":
      return perform(shop, c, { type: "reject_order", intent: { order, reason: body.reason }, ...of });
  }
}

export function commandRoutes(shop: Shop, serve: Serve): void {
  serve(operations.readCommand, async (c, { params: { key } }): Promise<CommandAnswer> => {
    const { user, session } = c.get("principal");
    const command = await commandById(shop.db, commandId(user, key));
    if (!command) throw unknown();
    if (command.rejection) return { outcome: "refused", error: refused(command.rejection).answer };
    const { type, position, stream } = command;
    if (type !== "order_placed") {
      // An API key can only buy, so it learns nothing about its owner's other commands.
      if (session === byKey) throw unknown();
      return { outcome: "accepted", type, position };
    }
    const [order] = await ordersById(shop.db, [numberOfStream(stream as Stream<"order">)]);
    if (!order) throw new Error("a purchase without its order");
    return {
      outcome: "accepted",
      type,
      position,
      order: orderRecord(order, unsealDetails(shop.secrets, order)),
    };
  });
}

const unknown = () =>
  new ApiError("command_unknown", "Nothing has been decided under this idempotency key so far");
