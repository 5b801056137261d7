/** What the shop's books say about payments, what its admin sees of them, and the checks that need no rail. */
import type { Page } from "../../../contract/lists.ts";
import type { PaymentRecord, Rails } from "../../../contract/payments.ts";
import { verifyFindings } from "../../scenario/check-ledger.ts";
import type { Pesewas } from "../../../contract/terms/money.ts";
import type { PaymentStatus } from "../../../contract/terms/payments.ts";
import type { RailName } from "../../../contract/terms/rails.ts";
import type { StormedShop } from "../stormed-shop.ts";

const asked_max = 20;

export interface Booked {
  transaction: string;
  user: string | null;
  amount: Pesewas;
  fee: Pesewas | null;
  status: PaymentStatus;
  disputed: boolean;
}

/** By the rail's own id. */
export async function bookedOn(shop: StormedShop, rail: RailName): Promise<Map<string, Booked>> {
  const rows = await shop.query<Booked>(
    `select transaction, user_id as "user", amount, fee, status, disputed from ledger.payment where rail = $1`,
    [rail],
  );
  return new Map(rows.map((row) => [row.transaction, row]));
}

/** @param due what each user has paid */
export async function walletFaults(shop: StormedShop, due: ReadonlyMap<string, Pesewas>): Promise<string[]> {
  const wallets = await shop.query<{ user: string; balance: Pesewas }>(
    `select user_id as "user", balance from ledger.wallet`,
  );
  return wallets.flatMap(({ user, balance }) => {
    const expected = due.get(user) ?? 0;
    if (balance === expected) return [];
    return [`${balance < expected ? "lost" : "doubled"}: ${user} paid ${expected} and has ${balance}`];
  });
}

/** The whole log, every projection and the sum of all accounts, and processes that ended by themselves. */
export async function bookFaults(shop: StormedShop): Promise<string[]> {
  return [...(await shop.use(verifyFindings)), ...shop.apps.flatMap(({ crashes }) => crashes)];
}

/** @param due what belongs to nobody, by the rail's own id */
export async function listFaults(
  shop: StormedShop,
  token: string,
  rail: RailName,
  due: ReadonlyMap<string, Pesewas>,
): Promise<string[]> {
  const listed = new Map<string, Pesewas>();
  for (let cursor: number | null = 0; cursor !== null;) {
    const path = `/payment?status=open&rail=${rail}&limit=100&cursor=${cursor}`;
    const page: Page<PaymentRecord> = await shop.ask(token, { method: "GET", path });
    for (const { transaction, amount } of page.items) listed.set(transaction, Math.round(amount * 100));
    cursor = page.next;
  }
  const missing = [...due].filter(([transaction, amount]) => listed.get(transaction) !== amount);
  const surplus = [...listed.keys()].filter((transaction) => !due.has(transaction));
  return [
    ...missing.map(([transaction]) => `lost: ${transaction} is not listed as unmatched with its amount`),
    ...surplus.map((transaction) => `${transaction} is listed as unmatched, and belongs to somebody`),
  ];
}

/** @param own what the rail really holds for the shop */
export async function lightFaults(
  shop: StormedShop,
  token: string,
  rail: RailName,
  own: Pesewas,
): Promise<string[]> {
  const light = await readLight(shop, token, rail);
  if (light?.agrees === true && light.own === own / 100) return [];
  return [`the light of ${rail} is wrong: it has ${own / 100}, the shop reads ${JSON.stringify(light)}`];
}

/** A hostile rail does not always answer. */
async function readLight(shop: StormedShop, token: string, rail: RailName) {
  for (let attempt = 1; ; attempt += 1) {
    const { rails } = await shop.ask<Rails>(token, { method: "GET", path: "/payment/rails" }, attempt);
    const light = rails.find((one) => one.rail === rail);
    if (typeof light?.own === "number" || attempt === asked_max) return light;
  }
}
