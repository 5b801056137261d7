/** Compares the shop's books with what the double of Paystack knows that each customer really paid. */
import type { Pesewas } from "../../../contract/terms/money.ts";
import type { PaystackDouble } from "../../../tools/doubles/paystack/double.ts";
import { type Booked, bookedOn, lightFaults, listFaults, walletFaults } from "./books.ts";
import type { StormedShop } from "../stormed-shop.ts";

export type Truth = PaystackDouble["payments"] extends ReadonlyMap<string, infer Payment> ? Payment : never;

/**
 * Nothing: no cedis of this shop were paid. Asked: what was asked for was paid. Doubted: that too, and its fee could not be
 * true when the shop asked soon. Other: another amount.
 */
export function outcomeOf({ paid, fate }: Truth): "nothing" | "asked" | "doubted" | "other" {
  if (!paid || paid.currency !== "GHS" || fate.domain === "other") return "nothing";
  if (fate.pays === "asked" && fate.fee === "above") return "doubted";
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
    ...(await openFaults(shop, paystack, booked)),
  ];
}

function faultOf(truth: Truth, row: Booked | undefined): string | undefined {
  const outcome = outcomeOf(truth);
  const { paid, asked, stage, email, fate } = truth;
  if (outcome === "nothing" || !paid)
    return row && `doubled: nothing was paid, and ${row.amount} are in the books`;
  const amount = outcome === "other" ? paid.amount : asked;
  if (!row) return `lost: ${amount} were paid, and are not in the books`;
  if (row.amount !== amount) return `wrong: ${amount} were paid, and ${row.amount} are in the books`;
  // What the customer paid on top is a part of the fee, as long as the rail does not take it back.
  const fee = stage === "reversed" ? paid.fee : paid.fee - (paid.amount - amount);
  if ((row.fee ?? 0) !== fee) return `wrong: its fee is ${fee}, and ${row.fee} in the books`;
  const statuses = stage === "reversed" ? ["reversed"] : statusesAfter[outcome];
  if (!statuses.includes(row.status))
    return `wrong: it is ${row.status} and should be ${statuses.join(" or ")}`;
  if (row.status === "matched" && `${row.user}@example.com` !== email)
    return `wrong: the money of ${email} is in the wallet of ${row.user}`;
  if (row.disputed && fate.dispute !== "lost") return "wrong: it is disputed, and the dispute is over";
  return undefined;
}

const statusesAfter = { asked: ["matched"], doubted: ["held", "matched"], other: ["received"] };

/** Each request has prompted at most once, for what it asked, and none waits for an answer that cannot come any more. */
async function promptFaults(shop: StormedShop, paystack: PaystackDouble, prompts: number): Promise<string[]> {
  const rows = await shop.query<{ reference: string; user: string; amount: Pesewas; status: string }>(
    `select c.reference, c.user_id as "user", c.amount, t.status
     from shop.charge c join ledger.topup t on t.id = c.topup`,
  );
  const known = new Map(rows.map((row) => [row.reference, row]));
  const unasked = [...paystack.payments.values()].flatMap(({ reference, email, asked }) => {
    const row = known.get(reference);
    const isAsked = row?.amount === asked && `${row.user}@example.com` === email;
    return isAsked ? [] : [`${reference}: doubled: ${email} was prompted for ${asked} without a request`];
  });
  const waiting = rows.filter(({ reference, status }) => {
    const truth = paystack.payments.get(reference);
    return status === "pending" && (truth?.paid === undefined || !waitsForAdmin.has(outcomeOf(truth)));
  });
  return [
    ...(rows.length === prompts ? [] : [`${prompts} requests were answered, and ${rows.length} are stored`]),
    ...unasked,
    ...waiting.map(({ reference }) => `${reference}: its request still waits`),
  ];
}

/** Of these, the request stays open too. */
const waitsForAdmin = new Set(["nothing", "doubted"]);

/** By user. What was reversed stays in the wallet that had got it, until an admin decides. */
function creditedBy(paystack: PaystackDouble, booked: ReadonlyMap<string, Booked>): Map<string, Pesewas> {
  const due = new Map<string, Pesewas>();
  for (const truth of paystack.payments.values()) {
    const outcome = outcomeOf(truth);
    const hasUser = (booked.get(String(truth.id))?.user ?? null) !== null;
    const isCredited = hasUser || (outcome === "asked" && truth.stage !== "reversed");
    const user = truth.email.split("@")[0] ?? "";
    if ((outcome === "asked" || outcome === "doubted") && isCredited)
      due.set(user, (due.get(user) ?? 0) + truth.asked);
  }
  return due;
}

/** An admin sees every payment that belongs to nobody, with its amount, and a light that is right. */
async function openFaults(
  shop: StormedShop,
  paystack: PaystackDouble,
  booked: ReadonlyMap<string, Booked>,
): Promise<string[]> {
  const token = await shop.signInAdmin();
  const open = [...paystack.payments.values()].filter((truth) => {
    const outcome = outcomeOf(truth);
    const isHeld = outcome === "doubted" && booked.get(String(truth.id))?.status === "held";
    return (outcome === "other" || isHeld) && truth.stage !== "reversed";
  });
  const due = new Map(open.map(({ id, paid }) => [String(id), paid?.amount ?? 0]));
  return [
    ...(await listFaults(shop, token, "paystack", due)),
    ...(await notBookedFaults(shop, paystack)),
    ...(await lightFaults(shop, token, "paystack", paystack.balance())),
  ];
}

/** Each payment in another currency or of the other domain is listed as the rail tells it, and nothing else is. */
export async function notBookedFaults(shop: StormedShop, paystack: PaystackDouble): Promise<string[]> {
  const rows = await shop.query<{ transaction: string; told: string }>(
    `select transaction, concat_ws(' ', amount, currency, domain) as told from shop.odd_payment where kind = 'not booked'`,
  );
  const listed = new Map(rows.map(({ transaction, told }) => [transaction, told]));
  const due = [...paystack.payments.values()].flatMap((truth) => {
    if (!truth.paid || outcomeOf(truth) !== "nothing") return [];
    const { amount, currency } = truth.paid;
    return [[String(truth.id), `${amount} ${currency} ${truth.domain}`] as const];
  });
  const real = new Set(due.map(([id]) => id));
  return [
    ...due.filter(([id, told]) => listed.get(id) !== told).map(([id]) => `lost: ${id} is in no list`),
    ...[...listed.keys()].filter((id) => !real.has(id)).map((id) => `${id} is listed, and is booked`),
  ];
}
