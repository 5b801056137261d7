/** Paying by a prompt on one's own phone, and what Paystack reports about it. */
import type { Context } from "hono";
import { freshTopup } from "#ledger/store/read/topups.ts";
import { type Pesewas, toCedis } from "#ledger/terms/money.ts";
import { topupReference } from "#ledger/terms/references.ts";
import { countAttempt } from "../auth/attempts.ts";
import { readProofs } from "../auth/proofs.ts";
import type { Env, Shop } from "../context.ts";
import { operations } from "../contract/operations.ts";
import type { PromptOffer } from "../contract/payments.ts";
import { isRetry, perform } from "../http/command.ts";
import { ApiError, refused } from "../http/errors.ts";
import type { Serve } from "../http/serve.ts";
import {
  chargeFor,
  chargeOfTopup,
  type ChargeRow,
  promptedWithin,
  releaseCharge,
  reserveCharge,
  topupsByPrompt,
} from "../payments/charge-rows.ts";
import { checkDue } from "../payments/check-charges.ts";
import { newReference, paystackOf, providerOf, sendOtp, sendPrompt } from "../payments/prompt.ts";
import { hearPaystack } from "../payments/webhook.ts";
import { readTopup, topupOf } from "./topups.ts";

const day_h = 24;

export function promptRoutes(shop: Shop, serve: Serve): void {
  serve(operations.readPromptOffer, (c) => offerTo(shop, c.get("principal").user));

  serve(operations.sendPrompt, async (c, { body: { amount } }) => {
    const paystack = paystackOf(shop);
    const { user } = c.get("principal");
    const offer = await offerTo(shop, user);
    const reference = newReference();
    // A retry gets its answer, although it has used up the day's limit itself.
    if (!(await isRetry(shop, c))) await reserve(shop, offer, { reference, user, amount });
    const topup = await freshTopup(shop.db);
    const { events, position } = await perform(shop, c, {
      type: "request_topup",
      intent: { topup, amount, purpose: "topup", momo_transaction_id: null },
      actor: user,
      body: { prompt: amount },
      exceptFor: ["reference_taken", "too_many_topups"],
      sideWrites: [chargeFor(reference, topup)],
    }).catch(async (error: unknown) => {
      if (error instanceof ApiError) await releaseCharge(shop.db, reference);
      throw error;
    });
    const id = topupOf(events);
    const row = await chargeOfTopup(shop.db, id);
    if (!row) throw new Error("a prompt without its row");
    const isFirst = row.reference === reference;
    if (!isFirst) await releaseCharge(shop.db, reference);
    // A retry is told what became of the first one, and prompts nobody again.
    const { state, said } = isFirst
      ? await sendPrompt(shop, paystack, { reference, user, amount, phone: offer.phone })
      : row;
    const recharge = await readTopup(shop, id, "pending", events[0]?.position ?? position);
    return { recharge, position, state, said };
  });

  serve(operations.readPrompt, async (c, { params: { id } }) => {
    const { state, said } = await ownCharge(shop, c, id);
    return { state, said };
  });

  serve(operations.listPrompts, async () => (await topupsByPrompt(shop.db)).map(topupReference));

  serve(operations.sendOtp, async (c, { params: { id }, body: { otp } }) => {
    const paystack = paystackOf(shop);
    const row = await ownCharge(shop, c, id);
    await countAttempt(shop, c, "payment code", row.reference);
    return sendOtp(shop, paystack, row, otp);
  });

  serve(operations.hearPaystack, async (c) => {
    const paystack = paystackOf(shop);
    // The signature is of these bytes. Reading and writing the JSON again would change them.
    const body = new Uint8Array(await c.req.arrayBuffer());
    if (!paystack.hasSigned(body, c.req.header("x-paystack-signature")))
      throw new ApiError("signature_wrong", "The signature is wrong");
    await hearPaystack(shop, new TextDecoder().decode(body));
    shop.backgroundTasks.start("asking Paystack about a payment", () => checkDue(shop, paystack));
    return {};
  });
}

async function offerTo(shop: Shop, user: string): Promise<PromptOffer> {
  const { db, paystack, paymentLimits, messages, isPlayMoney } = shop;
  const [proofs, prompted] = await Promise.all([readProofs(db, user), promptedWithin(db, user, day_h)]);
  if (!proofs) throw refused({ code: "user_unknown" });
  const { address: phone, provedAt } = proofs.phone;
  const mustProve = messages.configured.sms && provedAt === null;
  const left = Math.max(0, Math.min(paymentLimits.amount_max, paymentLimits.day_max - prompted));
  return {
    isOn: paystack !== undefined,
    isPlayMoney,
    phone,
    obstacle: providerOf(phone) === undefined ? "no network" : mustProve ? "not proved" : null,
    min: toCedis(paymentLimits.amount_min),
    max: toCedis(paymentLimits.amount_max),
    left: toCedis(left),
  };
}

interface Asked {
  reference: string;
  user: string;
  amount: Pesewas;
}

/** @throws ApiError with what the user can do about it */
async function reserve(shop: Shop, offer: PromptOffer, asked: Asked): Promise<void> {
  requirePromptable(offer, asked.amount);
  const { day_max } = shop.paymentLimits;
  if (await reserveCharge(shop.db, asked, { max: day_max, hours: day_h })) return;
  // Another prompt of theirs was at the same moment.
  requirePromptable(await offerTo(shop, asked.user), asked.amount);
  throw new ApiError("busy", "Please try again", { transient: true });
}

/** @throws ApiError with what the user can do about it */
function requirePromptable({ obstacle, min, left }: PromptOffer, amount: Pesewas): void {
  if (obstacle === "not proved")
    throw new ApiError("phone_not_proved", "Please prove on your profile that this number is yours first");
  if (obstacle === "no network")
    throw new ApiError("phone_not_promptable", "A number of this network cannot be prompted");
  if (toCedis(amount) < min)
    throw new ApiError("payment_too_small", `A payment by prompt is at least ¢${min.toFixed(2)}`);
  if (toCedis(amount) > left)
    throw new ApiError("payment_too_large", `You can pay ¢${left.toFixed(2)} more by prompt today`);
}

/** @throws ApiError for somebody else's, as if there were none */
async function ownCharge(shop: Shop, c: Context<Env>, topup: number): Promise<ChargeRow> {
  const row = await chargeOfTopup(shop.db, topup);
  if (!row || row.user !== c.get("principal").user) throw refused({ code: "recharge_unknown" });
  return row;
}
