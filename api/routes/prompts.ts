/** Paying by a prompt on one's own phone, and what Paystack reports about it. */
import type { Context } from "hono";
import { freshTopup } from "#ledger/store/read/topups.ts";
import { type Pesewas, toCedis } from "#ledger/terms/money.ts";
import { countAttempt } from "../auth/attempts.ts";
import { readProofs } from "../auth/proofs.ts";
import type { Env, Shop } from "../context.ts";
import { operations } from "../contract/operations.ts";
import type { PromptOffer } from "../contract/payments.ts";
import { isRetry, perform } from "../http/command.ts";
import { ApiError, refused } from "../http/errors.ts";
import type { Serve } from "../http/serve.ts";
import { chargeOfTopup, type ChargeRow, newCharge, promptedWithin } from "../payments/charge-rows.ts";
import { checkDue } from "../payments/check-charges.ts";
import { newReference, paystackOf, providerOf, sendOtp, sendPrompt } from "../payments/prompt.ts";
import { hearPaystack } from "../payments/webhook.ts";
import { readTopup, topupOf } from "./topups.ts";

const day_h = 24;

export function promptRoutes(shop: Shop, serve: Serve): void {
  serve(operations.readPromptOffer, (c) => offerTo(shop, c.get("principal").user));

  serve(operations.sendPrompt, async (c, { body }) => {
    const paystack = paystackOf(shop);
    const { user } = c.get("principal");
    const offer = await offerTo(shop, user);
    // A retry gets its answer, although it has used up the day's limit itself.
    if (!(await isRetry(shop, c))) requirePromptable(offer, body.amount);
    const topup = await freshTopup(shop.db);
    const reference = newReference();
    const { events, position } = await perform(shop, c, {
      type: "request_topup",
      intent: { topup, amount: body.amount, purpose: "topup", momo_transaction_id: null },
      actor: user,
      body: { prompt: body.amount },
      exceptFor: ["reference_taken", "too_many_topups"],
      sideWrites: [newCharge({ reference, user, topup, amount: body.amount })],
    });
    const id = topupOf(events);
    const row = await chargeOfTopup(shop.db, id);
    if (!row) throw new Error("a prompt without its row");
    // A retry is told what became of the first one, and prompts nobody again.
    const prompted =
      row.reference === reference
        ? await sendPrompt(shop, paystack, { reference, user, amount: body.amount, phone: offer.phone })
        : row;
    const recharge = await readTopup(shop, id, "pending", events[0]?.position ?? position);
    return { recharge, position, state: prompted.state, said: prompted.said };
  });

  serve(operations.readPrompt, async (c, { params: { id } }) => {
    const { state, said } = await ownCharge(shop, c, id);
    return { state, said };
  });

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

async function offerTo({ db, paystack, paymentLimits, messages }: Shop, user: string): Promise<PromptOffer> {
  const [proofs, prompted] = await Promise.all([readProofs(db, user), promptedWithin(db, user, day_h)]);
  if (!proofs) throw refused({ code: "user_unknown" });
  const { address: phone, provedAt } = proofs.phone;
  const mustProve = messages.configured.sms && provedAt === null;
  const left = Math.max(0, Math.min(paymentLimits.amount_max, paymentLimits.day_max - prompted));
  return {
    isOn: paystack !== undefined,
    phone,
    obstacle: providerOf(phone) === undefined ? "no network" : mustProve ? "not proved" : null,
    max: toCedis(paymentLimits.amount_max),
    left: toCedis(left),
  };
}

/** @throws ApiError with what the user can do about it */
function requirePromptable({ obstacle, left }: PromptOffer, amount: Pesewas): void {
  if (obstacle === "not proved")
    throw new ApiError("phone_not_proved", "Please prove on your profile that this number is yours first");
  if (obstacle === "no network")
    throw new ApiError("phone_not_promptable", "A number of this network cannot be prompted");
  if (toCedis(amount) > left)
    throw new ApiError("payment_too_large", `You can pay ¢${left.toFixed(2)} more by prompt today`);
}

/** @throws ApiError for somebody else's, as if there were none */
async function ownCharge(shop: Shop, c: Context<Env>, topup: number): Promise<ChargeRow> {
  const row = await chargeOfTopup(shop.db, topup);
  if (!row || row.user !== c.get("principal").user) throw refused({ code: "recharge_unknown" });
  return row;
}
