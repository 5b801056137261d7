/** Ordering in an agent's shop without an account, and seeing what became of it. */
import { randomBytes } from "node:crypto";
import canonicalize from "canonicalize";
import type { Context } from "hono";
import { formatCedis, type Pesewas } from "#contract/terms/money.ts";
import { carrierOf } from "#contract/terms/networks.ts";
import { serverLimits } from "#contract/terms/server-limits.ts";
import { orderReference } from "#contract/terms/references.ts";
import { paymentStream } from "#contract/terms/streams.ts";
import { operations } from "#contract/operations.ts";
import { cutPhone, oneLine } from "#contract/receipts.ts";
import type { GuestOrderStarted, NewGuestOrder } from "#contract/guest-orders.ts";
import { type FeeBearer, guestOrderRoute } from "#contract/terms/shops.ts";
import { guestOrderByRequest, guestOrderByToken, type GuestOrderView } from "#ledger/orders/guest-reads.ts";
import { positionOf } from "#ledger/books/receipts.ts";
import { shopByName } from "#ledger/shops/reads.ts";
import { type ChargeKey, chargeOfGuest, taken_s } from "../payments/charge-rows.ts";
import { askCustomer, newReference, sendOtp } from "../payments/prompt.ts";
import { requireCharges } from "../payments/rails.ts";
import { receiptOf, type ReceiptSubject, unready } from "../receipts/sign-receipt.ts";
import { countAttempt } from "../serve/attempts.ts";
import { keyOfRequest } from "../serve/command.ts";
import type { Env } from "../serve/env.ts";
import { ApiError, refused } from "../serve/errors.ts";
import { hashToken, mac, openText, sealText } from "../serve/secrets.ts";
import type { Serve } from "../serve/serve.ts";
import type { Shop } from "../shop.ts";
import { guestOrderRecord, guestStatusOf, nextStep } from "./records.ts";
import { sql } from "kysely";
import type { Database } from "#ledger/tables/open-reads.ts";

export function guestOrderRoutes(shop: Shop, serve: Serve): void {
  serve(operations.startGuestOrder, (c, { params: { name }, body }) => start(shop, c, name, body));

  serve(operations.sendGuestOtp, async (c, { params: { token }, body: { otp } }) => {
    const row = await chargeOfGuest(shop.db, (await openGuestOrder(shop, c, token)).id);
    if (row) {
      await countAttempt(shop, c, "payment code", row.reference);
      await sendOtp(shop, row, otp);
    }
    return guestOrderRecord(shop, await openGuestOrder(shop, c, token));
  });

  serve(operations.readGuestOrder, async (c, { params: { token } }) =>
    guestOrderRecord(shop, await openGuestOrder(shop, c, token)),
  );

  serve(operations.readGuestReceipt, async (c, { params: { token } }) => {
    const view = await openGuestOrder(shop, c, token);
    await countAttempt(shop, c, "receipt", token);
    return receiptOf(shop, await subjectOf(shop, view));
  });
}

/** Of the payment, which is all that the guest paid, and not of what the agent pays for the order. */
async function subjectOf({ db }: Shop, view: GuestOrderView): Promise<ReceiptSubject> {
  const status = guestStatusOf(view);
  if (view.payment === null || (status !== "completed" && status !== "refunded"))
    throw unready("It has a receipt when it is delivered or refunded.");
  const isRefund = status === "refunded";
  const back = view.payment_status === "reversed" ? "payment_reversed" : "payment_returned";
  return {
    kind: isRefund ? "refund" : "order",
    what: oneLine(`${view.offer} ${view.network}`),
    reference: view.order === null ? "" : orderReference(view.order),
    to: cutPhone(isRefund ? view.payer : view.receiver),
    position: await positionOf(db, paymentStream(view.payment), isRefund ? back : "payment_received"),
  };
}

async function start(
  shop: Shop,
  c: Context<Env>,
  name: string,
  body: NewGuestOrder,
): Promise<GuestOrderStarted> {
  const request = requestOf(shop, c, name, body);
  const before = request && (await guestOrderByRequest(shop.db, request));
  if (before) return startedBefore(shop, before);
  const charges = requireCharges(shop);
  await countAttempt(shop, c, "guest order", body.payer);
  if (body.rail === "prompt" && carrierOf(body.payer) === undefined)
    throw new ApiError("phone_not_promptable", "A number of this network cannot be prompted");
  const sold = await offerOf(shop, name, body);
  await countAttempt(shop, c, "guest orders of a shop", sold.user);
  const token = randomBytes(16).toString("base64url");
  const reference = newReference();
  const { receiver, payer } = body;
  const id = await insertGuestOrder(shop.db, {
    ...sold,
    token_hash: hashToken(token),
    token: sealText(shop.secrets.sealing.guest, token),
    request,
    receiver,
    payer,
    rail: charges.rail,
    reference,
  });
  // The same request at the same moment was faster.
  if (id === undefined) return start(shop, c, name, body);
  const asked = { rail: charges.rail, reference, user: `guest-${reference}`, amount: sold.price };
  const phone = body.rail === "prompt" ? payer : undefined;
  const prompted = await askCustomer(shop, charges, asked, phone, `${guestOrderRoute}/${token}`);
  return { token, ...nextStep(shop, { rail: charges.rail, ...prompted }) };
}

/** The same order again: the payer is not asked once more. */
function startedBefore(shop: Shop, view: GuestOrderView): GuestOrderStarted {
  return { token: openText(shop.secrets.sealing.guest, view.token), ...nextStep(shop, view) };
}

/** Of a request that may be sent again. Whoever does not know all of it does not find its order. */
function requestOf(shop: Shop, c: Context<Env>, name: string, body: NewGuestOrder): Buffer | null {
  const key = keyOfRequest(c);
  if (key === undefined) return null;
  return mac(shop.secrets.fingerprint, `guest order\n${canonicalize({ key, name, body }) ?? ""}`);
}

/** What the guest has seen. @throws ApiError if it is not sold, or at another price */
async function offerOf(shop: Shop, name: string, { packageId, price: seen }: NewGuestOrder) {
  const sold = await shopByName(shop.db, name);
  if (!sold) throw refused({ code: "shop_unknown" });
  if (!sold.face.isOpen) throw refused({ code: "shop_closed" });
  const item = sold.packages.find(({ id }) => id === packageId);
  if (!item) throw refused({ code: "package_unknown" });
  const { id, network, offer, price, surcharge } = item;
  if (seen !== price) throw refused({ code: "price_changed", price });
  const { amount_max } = shop.paymentLimits;
  if (price > amount_max)
    throw new ApiError("payment_too_large", `A payment this way is at most ${formatCedis(amount_max)}`);
  return { user: sold.user, package: id, network, offer, price, surcharge, fee_by: sold.fee_by };
}

async function openGuestOrder(shop: Shop, c: Context<Env>, token: string): Promise<GuestOrderView> {
  const view = await guestOrderByToken(shop.db, hashToken(token), serverLimits.guest_link_ms);
  if (view) return view;
  await countAttempt(shop, c, "guest link", token);
  throw refused({ code: "order_unknown" });
}

/** Of shop.guest_order, stored together with the charge that it is paid by. */
interface NewRow extends ChargeKey {
  token_hash: Buffer;
  /** Sealed. */
  token: string;
  /** Null: the request had no key. */
  request: Buffer | null;
  /** The agent. */
  user: string;
  price: Pesewas;
  surcharge: Pesewas;
  fee_by: FeeBearer;
  package: string;
  network: string;
  offer: string;
  receiver: string;
  payer: string;
}

/**
 * Before the rail is asked: if nobody hears of it again, its charge is checked, and the rail does not know it. Undefined if there
 * is an order of the same request.
 */
async function insertGuestOrder(db: Database, row: NewRow): Promise<number | undefined> {
  const { token_hash, token, request, user, price, surcharge, fee_by } = row;
  const { package: id, network, offer, receiver, payer, rail, reference } = row;
  const { rows } = await sql<{ id: number }>`
    with made as (
      insert into shop.guest_order (token_hash, token, request, user_id, price, surcharge, fee_by, package_id, network, offer,
        receiver, payer)
      values (${token_hash}, ${token}, ${request}, ${user}, ${price}, ${surcharge}, ${fee_by}, ${id}, ${network}, ${offer},
        ${receiver}, ${payer})
      on conflict (request) do nothing returning id
    )
    insert into shop.charge (rail, reference, amount, state, guest_order, next_check_at)
    select ${rail}, ${reference}, ${price}, 'asking', id, now() + ${taken_s} * interval '1 second' from made
    returning guest_order as id`.execute(db);
  return rows[0]?.id;
}
