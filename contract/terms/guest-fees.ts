/** Who bears what a rail keeps of a guest's payment. */
import type { Pesewas } from "./money.ts";
import type { FeeBearer } from "./shops.ts";

/** What Paystack keeps of a payment in Ghana: 1.95 %, in hundredths of a percent. */
const rail_fee = 195;
const whole = 100_00;

/**
 * What is added to the price if the guest bears the fee: so much that the price is left after the rail has kept its share of
 * all of it. Whole pesewas, rounded up.
 */
export function surchargeOf(price: Pesewas, fee_by: FeeBearer): Pesewas {
  return fee_by === "guest" ? Math.ceil((price * whole) / (whole - rail_fee)) - price : 0;
}
