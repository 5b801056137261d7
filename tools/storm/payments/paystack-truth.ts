/** Compares the shop's books with what the double of Paystack knows that each customer really paid. */
import type { Pesewas } from "#ledger/terms/money.ts";
import type { PaystackDouble } from "../../doubles/paystack/double.ts";
import { type Booked, bookedOn, walletFaults } from "./books.ts";
import { lightFaults, listFaults } from "./office.ts";
import type { StormedShop } from "./stormed-shop.ts";

type Truth = PaystackDouble["payments"] extends ReadonlyMap<string, infer Payment> ? Payment : never;

/** Nothing: no cedis of this shop were paid. Asked: what was asked for was paid. Other: another amount. */
export function outcomeOf({ paid, fate }: Truth): "nothing" | "asked" | "other" {
  if (!paid || paid.currency !== "GHS" || fate.domain === "other") return "nothing";
  return fate.pays === "asked" || fate.pays === "fee on top" ? "asked" : "other";
}

/** @param prompts how many requests were answered @returns what is wrong, each by its reference or user */
export async function paystackFaults(
  shop: StormedShop,
  paystack: PaystackDouble,
  prompts: number,
): Promise<string[]> {
  const booked = await bookedOn(shop, "paystack");
  const faults = [...paystack.payments.values()].flatMap((truth) => {
    const fault = faultOf(truth, booked.get(String(truth.id)));
    return fault === undefined ? [] : [`${truth.reference}: ${fault}`];
  });
  const real = new Set([...paystack.payments.values()].map(({ id }) => String(id)));
  const invented = [...booked.values()].filter(({ transaction }) => !real.has(transaction));
  return [
    ...faults,
    ...invented.map(({ transaction, amount }) => `doubled: nobody paid ${transaction} (${amount})`),
    ...(await promptFaults(shop, paystack, prompts)),
    ...(await walletFaults(shop, creditedBy(paystack, booked))),
    ...(await openFaults(shop, paystack)),
  ];
}

function faultOf(truth: Truth, row: Booked | undefined): string | undefined {
  const outcome = outcomeOf(truth);
  const { paid, asked, stage, email, fate } = truth;
  if (outcome === "nothing" || !paid)
    return row && `doubled: nothing was paid, and ${row.amount} are in the books`;
  const amount = outcome === "asked" ? asked : paid.amount;
  if (!row) return `lost: ${amount} were paid, and are not in the books`;
  if (row.amount !== amount) return `wrong: ${amount} were paid, and ${row.amount} are in the books`;
  // What the customer paid on top is a part of the fee, as long as the rail does not take it back.
  const fee = stage === "reversed" ? paid.fee : paid.fee - (paid.amount - amount);
  if ((row.fee ?? 0) !== fee) return `wrong: its fee is ${fee}, and ${row.fee} in the books`;
  const status = stage === "reversed" ? "reversed" : outcome === "asked" ? "matched" : "received";
  if (row.status !== status) return `wrong: it is ${row.status} and should be ${status}`;
  if (status === "matched" && `${row.user}@example.com` !== email)
    return `wrong: the money of ${email} is in the wallet of ${row.user}`;
  if (row.disputed && fate.dispute !== "lost") return "wrong: it is disputed, and the dispute is over";
  return undefined;
}

/** Each request has prompted at most once, for what it asked, and none waits for an answer that cannot come any more. */
async function promptFaults(shop: StormedShop, paystack: PaystackDouble, prompts: number): Promise<string[]> {
  const rows = await shop.query<{ reference: string; user: string; amount: Pesewas; status: string }>(
    `select c.reference, c.user_id as "user", c.amount, t.status
     from shop.paystack_charge c join ledger.topup t on t.id = c.topup`,
  );
  const known = new Map(rows.map((row) => [row.reference, row]));
  const unasked = [...paystack.payments.values()].flatMap(({ reference, email, asked }) => {
    const row = known.get(reference);
    const isAsked = row?.amount === asked && `${row.user}@example.com` === email;
    return isAsked ? [] : [`${reference}: doubled: ${email} was prompted for ${asked} without a request`];
  });
  const waiting = rows.filter(({ reference, status }) => {
    const truth = paystack.payments.get(reference);
    return status === "pending" && (truth?.paid === undefined || outcomeOf(truth) !== "nothing");
  });
  return [
    ...(rows.length === prompts ? [] : [`${prompts} requests were answered, and ${rows.length} are stored`]),
    ...unasked,
    ...waiting.map(({ reference }) => `${reference}: its request still waits`),
  ];
}

/** By user. What was reversed stays in the wallet that had got it, until an admin decides. */
function creditedBy(paystack: PaystackDouble, booked: ReadonlyMap<string, Booked>): Map<string, Pesewas> {
  const due = new Map<string, Pesewas>();
  for (const truth of paystack.payments.values()) {
    const isCredited = truth.stage !== "reversed" || (booked.get(String(truth.id))?.user ?? null) !== null;
    const user = truth.email.split("@")[0] ?? "";
    if (outcomeOf(truth) === "asked" && isCredited) due.set(user, (due.get(user) ?? 0) + truth.asked);
  }
  return due;
}

/** An admin sees every payment that belongs to nobody, with its amount, and a light that is right. */
async function openFaults(shop: StormedShop, paystack: PaystackDouble): Promise<string[]> {
  const token = await shop.signInAdmin();
  const open = [...paystack.payments.values()].filter(
    (truth) => outcomeOf(truth) === "other" && truth.stage !== "reversed",
  );
  const due = new Map(open.map(({ id, paid }) => [String(id), paid?.amount ?? 0]));
  return [
    ...(await listFaults(shop, token, "paystack", due)),
    ...(await lightFaults(shop, token, "paystack", paystack.balance())),
  ];
}
