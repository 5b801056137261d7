/** Asks a customer for money: by a prompt on their phone, or on the rail's page. What becomes of it is asked later: check-charges.ts. */
import { randomBytes } from "node:crypto";
import type { Shop } from "../shop.ts";
import type { Pesewas } from "#contract/terms/money.ts";
import { type ChargeKey, type ChargeRow, setCharge } from "./charge-rows.ts";
import type { ChargeAnswer, Charges } from "../rails/rail.ts";
import { chargesOf } from "./rails.ts";

/** First soon: most customers approve at once. */
const first_check_s = 5;

export type Prompted = Pick<ChargeRow, "state" | "said">;

/** 20 of [a-z0-9], which every rail accepts. */
export function newReference(): string {
  const alphabet = "abcdefghijklmnopqrstuvwxyz012345";
  return Array.from(randomBytes(20), (byte) => alphabet[byte % alphabet.length]).join("");
}

export interface Reserved extends ChargeKey {
  user: string;
  amount: Pesewas;
}

/**
 * After its row is stored: by a prompt on this phone, or else on the rail's page, whose address is in `said` then. If the
 * answer is lost, the charge is checked like any other. `backTo`: where that page sends the customer.
 */
export async function askCustomer(
  shop: Shop,
  charges: Charges,
  { user, reference, amount }: Reserved,
  phone: string | undefined,
  backTo = "/home/topup",
): Promise<Prompted> {
  const [email, callback_url] = [emailOf(shop, user), shop.publicUrl + backTo];
  return note(shop, reference, await charges.charge({ reference, amount, email, phone, callback_url }));
}

export async function sendOtp(
  shop: Shop,
  { rail, reference, state, said }: ChargeRow,
  otp: string,
): Promise<Prompted> {
  const charges = chargesOf(shop, rail);
  if (state !== "otp" || !charges) return { state, said };
  const answer = await charges.submitOtp(reference, otp);
  if (answer?.step !== "refused") return note(shop, reference, answer);
  // A wrong code is refused; the charge still waits for the right one.
  await setCharge(shop.db, reference, { state, said: answer.said, check_s: first_check_s });
  return { state, said: answer.said };
}

/** The ledger moves only after verification, whatever the answer says. */
async function note(shop: Shop, reference: string, answer: ChargeAnswer | undefined): Promise<Prompted> {
  const { step, said = "" } = answer ?? {};
  const state = step === undefined ? "asking" : step === "otp" ? step : "waiting";
  const isAtOnce = step === "paid" || step === "failed" || step === "refused";
  await setCharge(shop.db, reference, { state, said, check_s: isAtOnce ? 0 : first_check_s });
  return { state, said };
}

function emailOf({ publicUrl }: Shop, user: string): string {
  const { hostname } = new URL(publicUrl);
  return `${user}@${hostname.includes(".") && !/^[\d.]+$/.test(hostname) ? hostname : "example.com"}`;
}
