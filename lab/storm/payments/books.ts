/** What the shop's books say about payments, and the checks of them that need no rail. */
import { verify } from "../../../ledger/verify/verify.ts";
import type { Pesewas } from "../../../contract/terms/money.ts";
import type { PaymentStatus } from "../../../contract/terms/payments.ts";
import type { RailName } from "../../../contract/terms/rails.ts";
import type { StormedShop } from "./stormed-shop.ts";

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
  const { findings } = await shop.use((client) => verify(client));
  return [
    ...findings.map((finding) => `verify: ${JSON.stringify(finding)}`),
    ...shop.apps.flatMap(({ crashes }) => crashes),
  ];
}
