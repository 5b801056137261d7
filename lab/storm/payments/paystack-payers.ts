/** Customers who pay by prompt. Each sends a request until it has an answer, and enters the code that the phone shows. */
import { randomUUID } from "node:crypto";
import type { PromptState } from "../../../contract/payments.ts";
import type { TopupRecord } from "../../../contract/topups.ts";
import type { PaystackDouble } from "../../../tools/doubles/paystack/double.ts";
import { randomOf } from "../../../tools/doubles/fate.ts";
import type { Shopper } from "../../shoppers.ts";
import type { StormedShop } from "./stormed-shop.ts";

interface Prompted extends PromptState {
  recharge: TopupRecord;
}

const payers_at_once = 32;
const amount_pesewas = { min: 50_00, max: 2_000_00 } as const;
const wrong_code_chance = 0.1;

/** Every seventh number is one of Telecel, which needs a code. */
export function paystackPhoneOf(n: number): string {
  return `${n % 7 === 0 ? "020" : "024"}${String(1_000_000 + n)}`;
}

/** The payments with these numbers, several at once. */
export async function payByPrompt(
  shop: StormedShop,
  paystack: PaystackDouble,
  shoppers: readonly Shopper[],
  { seed, from, to }: { seed: number; from: number; to: number },
): Promise<void> {
  let next = from;
  const lane = async () => {
    while (next < to) await payOnce(shop, paystack, shoppers, { seed, number: next++ });
  };
  await Promise.all(Array.from({ length: payers_at_once }, lane));
}

async function payOnce(
  shop: StormedShop,
  paystack: PaystackDouble,
  shoppers: readonly Shopper[],
  { seed, number }: { seed: number; number: number },
): Promise<void> {
  const random = randomOf(seed + 2, number);
  const shopper = shoppers[number % shoppers.length];
  if (!shopper) throw new Error("a storm without customers");
  const send = <T>(path: string, body: object) =>
    shop.ask<T>(shopper.token, { method: "POST", path, body, key: randomUUID() }, number);
  const amount = random.whole(amount_pesewas.min, amount_pesewas.max) / 100;
  const { recharge, state } = await send<Prompted>("/payment/prompt", { amount });
  if (state !== "otp") return;
  const [row] = await shop.query<{ reference: string }>(
    "select reference from shop.charge where topup = $1",
    [recharge._id],
  );
  const otp = random.chance(wrong_code_chance) ? "0000" : paystack.voucherOf(row?.reference ?? "");
  await send<PromptState>(`/payment/prompt/${recharge._id}/otp`, { otp });
}
