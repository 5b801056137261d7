/** Paying by a prompt on one's own phone or on the rail's page. */
import type { Context } from "hono";
import { freshTopup } from "#ledger/topups/reads.ts";
import { type Pesewas, toCedis } from "#contract/terms/money.ts";
import { carrierOf } from "#contract/terms/networks.ts";
import { topupReference } from "#contract/terms/references.ts";
import { countAttempt } from "../serve/attempts.ts";
import { readProofs } from "../auth/proofs.ts";
import type { Env } from "../serve/env.ts";
import type { Shop } from "../shop.ts";
import { operations } from "#contract/operations.ts";
import type { PromptOffer, PromptState } from "#contract/payments.ts";
import { isRetry, perform } from "../serve/command.ts";
import { ApiError, refused } from "../serve/errors.ts";
import type { Serve } from "../serve/serve.ts";
import {
  chargeFor,
  chargeOfTopup,
  type ChargeRow,
  promptedWithin,
  releaseCharge,
  reserveCharge,
  topupsByPrompt,
} from "./charge-rows.ts";
import { askCustomer, newReference, type Prompted, type Reserved, sendOtp } from "./prompt.ts";
import type { Charges } from "../rails/rail.ts";
import { askingOf, chargesOf, requireCharges } from "./rails.ts";
import { readTopup, topupOf } from "../topups/routes.ts";

const day_h = 24;

export function promptRoutes(shop: Shop, serve: Serve): void {
  serve(operations.readPromptOffer, (c) => offerTo(shop, c.get("principal").user));

  serve(operations.sendPrompt, (c, { body: { amount } }) => ask(shop, c, amount, "prompt"));

  serve(operations.openPaymentPage, (c, { body: { amount } }) => ask(shop, c, amount, "page"));

  serve(operations.readPrompt, async (c, { params: { id } }) => {
    const row = await ownCharge(shop, c, id);
    return promptOf(chargesOf(shop, row.rail), row);
  });

  serve(operations.listPrompts, async () => (await topupsByPrompt(shop.db)).map(topupReference));

  serve(operations.sendOtp, async (c, { params: { id }, body: { otp } }) => {
    requireCharges(shop);
    const row = await ownCharge(shop, c, id);
    await countAttempt(shop, c, "payment code", row.reference);
    return promptOf(chargesOf(shop, row.rail), await sendOtp(shop, row, otp));
  });
}

/** Makes the request that the payment is for, and asks the customer for it. */
async function ask(shop: Shop, c: Context<Env>, amount: Pesewas, way: "prompt" | "page") {
  const charges = requireCharges(shop);
  const { user } = c.get("principal");
  const { phone, obstacle } = await phoneOf(shop, user);
  const asked = { rail: charges.rail, reference: newReference(), user, amount };
  // A retry gets its answer, although it has used up the day's limit itself.
  if (!(await isRetry(shop, c))) {
    if (way === "prompt") requirePromptable(obstacle);
    await reserve(shop, asked);
  }
  const topup = await freshTopup(shop.db);
  const { events, position } = await perform(shop, c, {
    type: "request_topup",
    intent: { topup, amount, purpose: "topup", momo_transaction_id: null },
    body: { [way]: amount },
    exceptFor: ["reference_taken", "too_many_topups"],
    sideWrites: [chargeFor(asked.reference, topup)],
  }).catch(async (error: unknown) => {
    if (error instanceof ApiError) await releaseCharge(shop.db, asked.reference);
    throw error;
  });
  const id = topupOf(events);
  const row = await chargeOfTopup(shop.db, id);
  if (!row) throw new Error("a prompt without its row");
  const isFirst = row.reference === asked.reference;
  if (!isFirst) await releaseCharge(shop.db, asked.reference);
  const send = () => askCustomer(shop, charges, asked, way === "prompt" ? phone : undefined);
  // A retry is told what became of the first one, and asks for nothing again.
  const prompt = promptOf(charges, isFirst ? await send() : row);
  const recharge = await readTopup(shop, id, "pending", events[0]?.position ?? position);
  return { recharge, position, ...prompt };
}

/** If the rail was asked for its page, `said` is the address. It is checked again before it is told. */
function promptOf(charges: Charges | undefined, { state, said }: Prompted): PromptState {
  const isPage = charges?.isPage(said) === true;
  return { state, said: isPage ? "" : said, page: isPage && state === "waiting" ? said : null };
}

async function offerTo(shop: Shop, user: string): Promise<PromptOffer> {
  const { db, paymentLimits, isPlayMoney } = shop;
  const [phone, prompted] = await Promise.all([phoneOf(shop, user), promptedWithin(db, user, day_h)]);
  const left = Math.max(0, Math.min(paymentLimits.amount_max, paymentLimits.day_max - prompted));
  return {
    ...askingOf(shop),
    isPlayMoney,
    ...phone,
    min: toCedis(paymentLimits.amount_min),
    max: toCedis(paymentLimits.amount_max),
    left: toCedis(left),
  };
}

/** The user's number, and why it cannot be prompted. */
async function phoneOf(
  { db, messages }: Shop,
  user: string,
): Promise<Pick<PromptOffer, "phone" | "obstacle">> {
  const proofs = await readProofs(db, user);
  if (!proofs) throw refused({ code: "user_unknown" });
  const { address: phone, provedAt } = proofs.phone;
  const mustProve = messages.configured.sms && provedAt === null;
  return { phone, obstacle: carrierOf(phone) === undefined ? "no network" : mustProve ? "not proved" : null };
}

/** @throws ApiError with what the user can do about it */
async function reserve(shop: Shop, asked: Reserved): Promise<void> {
  const { amount_min, amount_max, day_max } = shop.paymentLimits;
  const isOfOne = asked.amount >= amount_min && asked.amount <= amount_max;
  if (isOfOne && (await reserveCharge(shop.db, asked, { max: day_max, hours: day_h }))) return;
  requireWithin(await offerTo(shop, asked.user), asked.amount);
  // Another prompt of theirs was at the same moment.
  throw new ApiError("busy", "Please try again", { transient: true });
}

/** @throws ApiError with what the user can do about it */
function requirePromptable(obstacle: PromptOffer["obstacle"]): void {
  if (obstacle === "not proved")
    throw new ApiError("phone_not_proved", "Please prove on your profile that this number is yours first");
  if (obstacle === "no network")
    throw new ApiError("phone_not_promptable", "A number of this network cannot be prompted");
}

/** @throws ApiError with what the user can do about it */
function requireWithin({ min, left }: PromptOffer, amount: Pesewas): void {
  if (toCedis(amount) < min)
    throw new ApiError("payment_too_small", `A payment this way is at least ¢${min.toFixed(2)}`);
  if (toCedis(amount) > left)
    throw new ApiError("payment_too_large", `You can pay ¢${left.toFixed(2)} more this way today`);
}

/** @throws ApiError for somebody else's, as if there were none */
async function ownCharge(shop: Shop, c: Context<Env>, topup: number): Promise<ChargeRow> {
  const row = await chargeOfTopup(shop.db, topup);
  if (!row || row.user !== c.get("principal").user) throw refused({ code: "recharge_unknown" });
  return row;
}
