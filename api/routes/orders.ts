/** Buying, and what becomes of an order. */
import type { Context } from "hono";
import * as v from "valibot";
import type { EventOf } from "#ledger/decide/events.ts";
import { ordersById } from "#ledger/store/read/orders.ts";
import { orderSteps } from "#ledger/store/read/statement.ts";
import type { Owner } from "#ledger/store/write/batch.ts";
import { formatDateTime } from "#ledger/terms/dates.ts";
import { toCedis } from "#ledger/terms/money.ts";
import { numberOfStream } from "#ledger/terms/streams.ts";
import { needsAfaForm } from "#ledger/terms/networks.ts";
import { scopeOf } from "../auth/guard.ts";
import type { Principal } from "../auth/principals.ts";
import { sealText } from "../auth/secrets.ts";
import type { Env, Shop } from "../context.ts";
import { operations } from "../contract/operations.ts";
import {
  type AfaForm,
  afaForm,
  type NewOrder,
  type OrderAnswer,
  orderStatusBody,
  type PurchaseAnswer,
} from "../contract/orders.ts";
import { perform } from "../http/command.ts";
import { ApiError, refused } from "../http/errors.ts";
import { check } from "../http/input.ts";
import type { Serve } from "../http/serve.ts";
import { orderRecord, userRecord } from "../records/records.ts";
import { unsealDetails } from "../records/sealed.ts";
import { type Placed, placedView, readUser, userView } from "../records/views.ts";
import { voucherWrite } from "../records/sealed.ts";

export function orderRoutes(shop: Shop, serve: Serve): void {
  serve(operations.createOrder, async (c, { body }) => {
    const principal = c.get("principal");
    const form = readForm(body);
    const { receiver, reference } = body;
    const { events, position, owner } = await perform(shop, c, {
      type: "place_order",
      intent: {
        package: chosenPackage(body),
        expected_price: body.totalAmount ?? null,
        receiver,
        form: form && sealText(shop.secrets.seal, JSON.stringify(form)),
      },
      actor: principal.user,
      body: { ...body, items: form },
      // An empty reference does not identify a purchase.
      fallbackKey: reference === undefined || reference === "" ? undefined : `reference ${reference}`,
    });
    const [event] = events;
    if (event?.type !== "order_placed") throw new Error("a purchase without its event");
    const view = placedView(orderPlaced(event), principal, { receiver, form: null });
    const placed = orderRecord(view, { items: form, voucher: null });
    const answer: PurchaseAnswer = {
      ...placed,
      order: { _id: placed._id },
      balance: toCedis(event.balance_after ?? 0),
      account: await buyerAfter(shop, principal, owner),
      position,
    };
    return answer;
  });

  serve(operations.changeOrderStatus, async (c, { params, body }) => {
    const { id: order } = params;
    const actor = c.get("principal").user;
    const { events, position } = await moveOrder(shop, c, order, body, actor);
    const [view] = await ordersById(shop.db, [order]);
    if (!view || !events[0]) throw new Error("an order that was just changed was not found");
    // The result of this command, even if this is a retry and the order has changed again.
    const then = { status: body.status, action_at: events[0].recorded_at, position };
    const moved = { ...view, ...(body.status === "processing" && undecided), ...then };
    const answer: OrderAnswer = {
      order: orderRecord(moved, unsealDetails(shop.secrets, moved)),
      ...(events[0].wallet !== null && { account: await readUser(shop, events[0].wallet) }),
      position,
    };
    return answer;
  });

  serve(operations.readOrderHistory, async (c, { params: { id } }) => {
    const [order] = await ordersById(shop.db, [id]);
    const user = scopeOf(c.get("principal"));
    // Somebody else's order gets the same answer as one that does not exist.
    if (!order || order.hidden || (user !== undefined && order.user_id !== user))
      throw refused({ code: "order_unknown" });
    const steps = await orderSteps(shop.db, id);
    return steps.map(({ status, recorded_at, position }) => ({
      status,
      date: formatDateTime(recorded_at),
      createdAt: recorded_at,
      position,
    }));
  });
}

/**
 * The buyer after the purchase. Names from before a change of the account must not be sent with the purchase's position,
 * which is higher than the position of that change: clients would keep the old names permanently.
 */
async function buyerAfter(
  shop: Shop,
  principal: Principal,
  owner: Owner | undefined,
): Promise<PurchaseAnswer["account"]> {
  if (owner === undefined || owner.account.position !== principal.position)
    return readUser(shop, principal.user);
  return userRecord(userView(principal, owner));
}

/** The fields that an order has only after it is completed or rejected. */
const undecided = { reason: null, refunded_at: null, refunded: null, voucher: null };

function chosenPackage({ packageId, network, offer }: NewOrder) {
  if (packageId !== undefined) return { id: packageId, network, offer };
  if (network !== undefined && offer !== undefined) return { network, offer };
  throw new ApiError("input_invalid", "Please choose a package", {
    fields: { offer: "Please choose a package" },
  });
}

/** The validated AFA form, if the order may be for AFA. The ledger refuses an AFA order without one. */
function readForm({ network, items }: NewOrder): AfaForm | null {
  const asked = network === undefined ? items !== undefined : needsAfaForm(network);
  return asked ? check(v.object({ items: afaForm }), { items }).items : null;
}

function moveOrder(
  shop: Shop,
  c: Context<Env>,
  order: number,
  body: v.InferOutput<typeof orderStatusBody>,
  actor: string,
) {
  const given = body.voucher ?? undefined;
  if (given && body.status !== "completed") {
    const message = "A voucher can only be added when its order is completed";
    throw new ApiError("input_invalid", message, { fields: { voucher: message } });
  }
  const of = { actor, body: { order, ...body } };
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

/** The answer to a purchase is made only from its event, so a retry gets the same answer. */
function orderPlaced(event: EventOf<"order_placed">): Placed {
  const { data, position, recorded_at } = event;
  const { user, network, offer, amount } = data;
  const id = numberOfStream(event.stream);
  return { id, user, package: data.package, network, offer, amount, created_at: recorded_at, position };
}
