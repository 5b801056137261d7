/** An admin tests the setup with a payment of ¢1.00. */
import { carrierOf } from "#contract/terms/networks.ts";
import { countAttempt } from "../serve/attempts.ts";
import { readProofs } from "../auth/proofs.ts";
import { requireStepUp } from "../serve/step-up.ts";
import type { Shop } from "../shop.ts";
import { operations } from "#contract/operations.ts";
import type { TestPaymentAnswer } from "#contract/test-payments.ts";
import { ApiError, refused } from "../serve/errors.ts";
import type { Serve } from "../serve/serve.ts";
import { askCustomer, newReference, sendOtp } from "./prompt.ts";
import { askingOf, requireCharges } from "./rails.ts";
import { lastTest, newTestCharge, test_amount, testRecord } from "./test-payment.ts";

export function testPaymentRoutes(shop: Shop, serve: Serve): void {
  serve(operations.readTestPayment, (c) => stateFor(shop, c.get("principal").user));

  serve(operations.startTestPayment, async (c, { body: { phone } }) => {
    const charges = requireCharges(shop);
    const { user } = c.get("principal");
    // It prompts whatever phone is typed, so a stolen session is not enough, whatever the shop has chosen.
    await requireStepUp(shop, c, "always");
    if (carrierOf(phone) === undefined)
      throw new ApiError("phone_not_promptable", "A number of this network cannot be prompted");
    await countAttempt(shop, c, "test payment", user);
    await countAttempt(shop, c, "test payment number", phone);
    const own = await stateFor(shop, user);
    const detail = phone === own.phone ? "to their own number" : "to another number";
    shop.security.note(c, { kind: "test payment", detail });
    const key = await charges.keyState();
    const charge = { rail: charges.rail, reference: newReference() };
    if (key === "accepted" && (await newTestCharge(shop.db, charge, user)))
      await askCustomer(shop, charges, { ...charge, user, amount: test_amount }, phone);
    return { key: key ?? ("no answer" as const), ...(await stateFor(shop, user)) };
  });

  serve(operations.sendTestOtp, async (c, { body: { otp } }) => {
    requireCharges(shop);
    const row = await lastTest(shop.db);
    if (row) {
      await countAttempt(shop, c, "payment code", row.reference);
      await sendOtp(shop, row, otp);
    }
    return stateFor(shop, c.get("principal").user);
  });
}

async function stateFor(shop: Shop, user: string): Promise<TestPaymentAnswer> {
  const [proofs, last] = await Promise.all([readProofs(shop.db, user), lastTest(shop.db)]);
  if (!proofs) throw refused({ code: "user_unknown" });
  return {
    ...askingOf(shop),
    phone: proofs.phone.address,
    last: last ? testRecord(last) : null,
  };
}
