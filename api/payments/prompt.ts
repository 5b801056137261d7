/** Asks a customer for money: by a prompt on their phone, or on the rail's page. What becomes of it is asked later: check-charges.ts. */
import { randomBytes } from "node:crypto";
import type { Shop } from "../context.ts";
import type { ChargeState } from "#ledger/terms/payments.ts";
import type { RailName } from "#ledger/terms/rails.ts";
import type { Pesewas } from "#ledger/terms/money.ts";
import { carrierOf } from "#ledger/terms/networks.ts";
import { ApiError } from "../http/errors.ts";
import { type ChargeKey, type ChargeRow, setCharge } from "./charge-rows.ts";
import type { ChargeAnswer, Charges } from "./rails/rail.ts";

/** First soon: most customers approve at once. */
const first_check_s = 5;

export interface Prompted {
  state: ChargeState;
  said: string;
}

/** 20 of [a-z0-9], which every rail accepts. */
export function newReference(): string {
  const alphabet = "abcdefghijklmnopqrstuvwxyz012345";
  return Array.from(randomBytes(20), (byte) => alphabet[byte % alphabet.length]).join("");
}

export const promptsOff = [
  "prompts_off",
  "This shop does not take payments by prompt. Please top up with the payment notice.",
] as const;

/** How a rail asks customers: the given one, or the first that can. Undefined if it is off. */
export function chargesOf({ rails }: Shop, rail?: RailName): Charges | undefined {
  return rails.map(({ charges }) => charges).find((one) => one && (rail === undefined || one.rail === rail));
}

/** @throws ApiError if the shop asks nobody */
export function requireCharges(shop: Shop): Charges {
  const charges = chargesOf(shop);
  if (charges) return charges;
  throw new ApiError(...promptsOff);
}

export interface Reserved extends ChargeKey {
  user: string;
  amount: Pesewas;
}

/** After its row is stored. If the answer is lost, the charge is checked like any other. */
export async function sendPrompt(
  shop: Shop,
  charges: Charges,
  { phone, user, reference, amount }: Reserved & { phone: string },
): Promise<Prompted> {
  const carrier = carrierOf(phone);
  if (carrier === undefined) throw new Error("a prompt for a number of no network");
  const answer = await charges.charge({ reference, amount, email: emailOf(shop, user), phone, carrier });
  return note(shop, reference, answer.known ? answer.value : undefined);
}

/** Like a prompt, but the customer enters a number on the rail's page, whose address is in `said`. */
export async function openPage(
  shop: Shop,
  charges: Charges,
  { user, reference, amount }: Reserved,
): Promise<Prompted> {
  const callback_url = `${shop.publicUrl}/home/topup`;
  const answer = await charges.openPage({ reference, amount, email: emailOf(shop, user), callback_url });
  return note(shop, reference, answer.known ? answer.value : undefined);
}

export async function sendOtp(
  shop: Shop,
  { rail, reference, state, said }: ChargeRow,
  otp: string,
): Promise<Prompted> {
  const charges = chargesOf(shop, rail);
  if (state !== "otp" || !charges) return { state, said };
  const answer = await charges.submitOtp(reference, otp);
  // A wrong code is refused; the charge still waits for the right one.
  if (answer.known && answer.value.step === "refused") {
    await setCharge(shop.db, reference, { state, said: answer.value.said, check_s: first_check_s });
    return { state, said: answer.value.said };
  }
  return note(shop, reference, answer.known ? answer.value : undefined);
}

/** The ledger moves only after verification, whatever the answer says. */
async function note(shop: Shop, reference: string, answer: ChargeAnswer | undefined): Promise<Prompted> {
  const state = answer === undefined ? "asking" : stateAfter[answer.step];
  const said = answer?.said ?? "";
  const isAtOnce = answer?.step === "paid" || answer?.step === "failed" || answer?.step === "refused";
  await setCharge(shop.db, reference, { state, said, check_s: isAtOnce ? 0 : first_check_s });
  return { state, said };
}

const stateAfter: Record<ChargeAnswer["step"], ChargeState> = {
  otp: "otp",
  waiting: "waiting",
  paid: "waiting",
  failed: "waiting",
  refused: "waiting",
};

function emailOf({ publicUrl }: Shop, user: string): string {
  const { hostname } = new URL(publicUrl);
  return `${user}@${hostname.includes(".") && !/^[\d.]+$/.test(hostname) ? hostname : "example.com"}`;
}
