/** Compares the shop's books with what the double of Paystack knows that each customer really paid. */
import type { PaymentRecord, Rails } from "#api/contract/payments.ts";
import type { Page } from "#api/contract/lists.ts";
import type { Pesewas } from "#ledger/terms/money.ts";
import type { PaystackDouble } from "../../doubles/paystack/double.ts";
import type { StormedShop } from "./stormed-shop.ts";

type Truth = PaystackDouble["payments"] extends ReadonlyMap<string, infer Payment> ? Payment : never;

/** Nothing: no cedis of this shop were paid. Asked: what was asked for was paid. Other: another amount. */
export function outcomeOf({ paid, fate }: Truth): "nothing" | "asked" | "other" {
  if (!paid || paid.currency !== "GHS" || fate.domain === "other") return "nothing";
  return fate.pays === "asked" || fate.pays === "fee on top" ? "asked" : "other";
}

interface Booked {
  transaction: string;
  user: string | null;
  amount: Pesewas;
  fee: Pesewas | null;
  status: string;
  disputed: boolean;
}

/** @param prompts how many requests were answered @returns what is wrong, each by its reference or user */
export async function paystackFaults(
  shop: StormedShop,
  paystack: PaystackDouble,
  prompts: number,
): Promise<string[]> {
  const rows = await shop.query<Booked>(
    `select transaction, user_id as "user", amount, fee, status, disputed from ledger.payment where rail = 'paystack'`,
  );
  const booked = new Map(rows.map((row) => [row.transaction, row]));
  const faults = [...paystack.payments.values()].flatMap((truth) => {
    const fault = faultOf(truth, booked.get(String(truth.id)));
    return fault === undefined ? [] : [`${truth.reference}: ${fault}`];
  });
  const real = new Set([...paystack.payments.values()].map(({ id }) => String(id)));
  const invented = rows.filter(({ transaction }) => !real.has(transaction));
  return [
    ...faults,
    ...invented.map(({ transaction, amount }) => `doubled: nobody paid ${transaction} (${amount})`),
    ...(await promptFaults(shop, paystack, prompts)),
    ...(await walletFaults(shop, paystack, booked)),
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

/** What was reversed stays in the wallet that had got it, until an admin decides. */
async function walletFaults(
  shop: StormedShop,
  paystack: PaystackDouble,
  booked: ReadonlyMap<string, Booked>,
): Promise<string[]> {
  const due = new Map<string, Pesewas>();
  for (const truth of paystack.payments.values()) {
    const isCredited = truth.stage !== "reversed" || (booked.get(String(truth.id))?.user ?? null) !== null;
    const user = truth.email.split("@")[0] ?? "";
    if (outcomeOf(truth) === "asked" && isCredited) due.set(user, (due.get(user) ?? 0) + truth.asked);
  }
  const wallets = await shop.query<{ user: string; balance: Pesewas }>(
    `select user_id as "user", balance from ledger.wallet`,
  );
  return wallets.flatMap(({ user, balance }) => {
    const expected = due.get(user) ?? 0;
    if (balance === expected) return [];
    return [`${balance < expected ? "lost" : "doubled"}: ${user} paid ${expected} and has ${balance}`];
  });
}

/** An admin sees every payment that belongs to nobody, with its amount, and a light that is right. */
async function openFaults(shop: StormedShop, paystack: PaystackDouble): Promise<string[]> {
  const token = await shop.signInAdmin();
  const listed = new Map<string, number>();
  let cursor: number | null = 0;
  while (cursor !== null) {
    const path = `/payment?status=open&rail=paystack&limit=100&cursor=${cursor}`;
    const page: Page<PaymentRecord> = await shop.ask(token, { method: "GET", path });
    for (const { transaction, amount } of page.items) listed.set(transaction, Math.round(amount * 100));
    cursor = page.next;
  }
  const open = [...paystack.payments.values()].filter(
    (truth) => outcomeOf(truth) === "other" && truth.stage !== "reversed",
  );
  const missing = open.filter(({ id, paid }) => listed.get(String(id)) !== paid?.amount);
  const surplus = listed.size - (open.length - missing.length);
  const own = paystack.balance() / 100;
  const light = await railOf(shop, token);
  return [
    ...missing.map(({ reference }) => `${reference}: lost: it is not listed among the unmatched payments`),
    ...(surplus > 0 ? [`doubled: ${surplus} payments are listed as unmatched that are not`] : []),
    ...(light.agrees === true && light.own === own
      ? []
      : [
          `the light is wrong: Paystack has ${own}, the shop reads ${light.own}, and its books say ${light.books}`,
        ]),
  ];
}

/** Paystack's balance is asked for until it has been answered. */
async function railOf(shop: StormedShop, token: string): Promise<Rails["rails"][number]> {
  for (let attempt = 1; ; attempt += 1) {
    const { rails } = await shop.ask<Rails>(token, { method: "GET", path: "/payment/rails" }, attempt);
    const found = rails.find(({ rail }) => rail === "paystack");
    if (found && (found.own !== null || attempt === 20)) return found;
  }
}
