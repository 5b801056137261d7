/** Customers who pay into the shop's mobile money wallets, forgers, and an owner who pays others. */
import { randomUUID } from "node:crypto";
import type { TopupRecord } from "../../../contract/topups.ts";
import type { Random } from "../../../tools/demo/random.ts";
import { randomOf } from "../../../tools/doubles/fate.ts";
import {
  injectedReference,
  type Movement,
  type Payment,
  type SmsPhone,
} from "../../../tools/doubles/sms-phone/phone.ts";
import type { Network } from "../../../tools/doubles/sms-phone/texts.ts";
import type { Shopper } from "../../shoppers.ts";
import { inLanes } from "../../waiting.ts";
import type { StormedShop } from "../stormed-shop.ts";

const payers_at_once = 32;
const amount_pesewas = { min: 50_00, max: 2_000_00 } as const;
const sent_pesewas = 40_00;
const mtnFee_pesewas = 50;
const chances = {
  telecel: 0.25,
  nameless: 0.03,
  otherAmount: 0.03,
  byTransaction: 0.3,
  forged: 0.01,
  sent: 0.02,
  reversed: 0.01,
  private: 0.02,
} as const;

/** Whose a payment is; null: nobody's, until an admin says so. */
type Claim = { user: string | null; because: string };
export type Forgery = "a person" | "the sender's name" | "no key";

/** What really happened, by the rail's own id. */
export interface PhoneTruth {
  claims: Map<string, Claim>;
  forgeries: Map<string, Forgery>;
}

export interface PhoneStage {
  shop: StormedShop;
  phone: SmsPhone;
  shoppers: readonly Shopper[];
  truth: PhoneTruth;
  seed: number;
}

/** The payments with these numbers, several at once, and what happens besides. */
export async function payByPhone(stage: PhoneStage, from: number, to: number): Promise<void> {
  const { phone, truth } = stage;
  // Reversals are of payments of the days before.
  const reversible = phone.movements.filter(({ kind }) => kind === "received");
  const numbers = Array.from({ length: to - from }, (_, n) => from + n);
  await inLanes(payers_at_once, numbers, (number) => happen(stage, number, reversible));
  // Only a later message shows that one is missing.
  for (const network of ["mtn", "telecel"] as const) {
    phone.forceNext({ delivery: "once" });
    claim(truth, phone.receive(paymentOf(network, 1_00, "")), { user: null, because: "has no reference" });
  }
}

async function happen(stage: PhoneStage, number: number, reversible: Movement[]): Promise<void> {
  const { phone, seed } = stage;
  const random = randomOf(seed + 3, number);
  const network: Network = random.chance(chances.telecel) ? "telecel" : "mtn";
  if (random.chance(chances.private)) phone.receivePrivate("+233201112233", "Please call me back.");
  if (random.chance(chances.sent))
    phone.send(paymentOf(network, sent_pesewas, ""), network === "mtn" ? mtnFee_pesewas : 0);
  if (random.chance(chances.reversed) && reversible.length > 0) {
    const [original] = reversible.splice(random.whole(0, reversible.length - 1), 1);
    const isReversed = phone.movements.some(({ reverses }) => reverses === original?.transactionId);
    if (original && !isReversed) phone.reverse(original);
  }
  if (random.chance(chances.forged)) await forge(stage, number, random);
  await payOnce(stage, number, random, network);
}

/** An attacker asks for money, and then tries to make the shop believe that it was paid. */
async function forge(stage: PhoneStage, number: number, random: Random): Promise<void> {
  const { phone, truth } = stage;
  const amount = random.whole(amount_pesewas.min, amount_pesewas.max);
  const { recharge } = await ask(stage, number + 1, amount, null);
  const payment = paymentOf("mtn", amount, recharge.rechargeId);
  const how = random.pick(["a person", "the sender's name", "no key"] as const);
  const movement =
    how === "no key"
      ? phone.postForged(payment)
      : phone.receiveForged(payment, how === "a person" ? "person" : "sender");
  truth.forgeries.set(movement.transactionId, how);
}

async function payOnce(stage: PhoneStage, number: number, random: Random, network: Network): Promise<void> {
  const { phone, truth } = stage;
  const amount = random.whole(amount_pesewas.min, amount_pesewas.max);
  if (random.chance(chances.nameless)) {
    const reference = random.pick(["", "for you", injectedReference]);
    claim(truth, phone.receive(paymentOf(network, amount, reference)), {
      user: null,
      because: "has no reference",
    });
    return;
  }
  const isOther = random.chance(chances.otherAmount);
  const paid = isOther ? amount + random.pick([-10_00, 10_00]) : amount;
  const claimOf = (user: string, because: string): Claim =>
    isOther ? { user: null, because: "is another amount" } : { user, because };
  // Telecel's messages have no reference.
  if (network === "telecel" || random.chance(chances.byTransaction)) {
    const movement = phone.receive(paymentOf(network, paid, ""));
    const { user } = await ask(stage, number, amount, movement.transactionId);
    claim(truth, movement, claimOf(user, "was found by its transaction ID"));
    return;
  }
  const { recharge, user } = await ask(stage, number, amount, null);
  const movement = phone.receive(paymentOf(network, paid, recharge.rechargeId));
  claim(truth, movement, claimOf(user, "was found by its reference"));
}

async function ask(
  { shop, shoppers }: PhoneStage,
  number: number,
  amount: number,
  momoTransactionId: string | null,
): Promise<{ recharge: TopupRecord; user: string }> {
  const shopper = shoppers[number % shoppers.length];
  if (!shopper) throw new Error("a storm without customers");
  const body = { amount: amount / 100, momoTransactionId };
  const request = { method: "POST", path: "/recharge", body, key: randomUUID() } as const;
  const { recharge } = await shop.ask<{ recharge: TopupRecord }>(shopper.token, request, number);
  return { recharge, user: shopper.user };
}

function claim({ claims }: PhoneTruth, { transactionId }: Movement, claimed: Claim): void {
  claims.set(transactionId, claimed);
}

function paymentOf(network: Network, amount: number, reference: string): Payment {
  return { network, amount, name: "O'Brien Tetteh-Quaye", payer: "233241000001", reference };
}
