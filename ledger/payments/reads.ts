/** Payments that rails reported: lists, one payment, and what the books say that each rail holds. */
import { sql } from "kysely";
import type { PaymentStatus } from "#contract/terms/payments.ts";
import { type RailName, rails } from "#contract/terms/rails.ts";
import type { Pesewas } from "#contract/terms/money.ts";
import type { Database } from "../tables/open-reads.ts";
import { userOrNull } from "../tables/stream-sql.ts";
import { railList } from "../tables/rail-list.ts";
import type { Sql } from "../tables/search.ts";
import type { Payment } from "#ledger/core/rows/payments.ts";

export interface PaymentView extends Omit<Payment, "user" | "topup" | "version"> {
  user_id: string | null;
  username: string | null;
  topup_id: number | null;
  /** Who acted last: an admin's username; null if it was the shop. */
  by: string | null;
}

export async function paymentById(db: Database, id: string): Promise<PaymentView | undefined> {
  const { rows } = await views(sql`r.id = ${id}`).execute(db);
  return rows[0];
}

/** Undefined if there is no such payment. */
export async function paymentStatus(db: Database, id: string): Promise<PaymentStatus | undefined> {
  const { rows } = await sql<{ status: PaymentStatus }>`
    select status from ledger.payment where id = ${id}`.execute(db);
  return rows[0]?.status;
}

/** What the books say that each rail holds for the shop, in pesewas: it owes what its account has lost. */
export async function railBalances(db: Database): Promise<Record<RailName, Pesewas>> {
  const rows = await db.selectFrom("ledger.house_account").select(["name", "balance"]).execute();
  const of = (rail: RailName) => 0 - (rows.find(({ name }) => name === rail)?.balance ?? 0);
  return Object.fromEntries(rails.map((rail) => [rail, of(rail)])) as Record<RailName, Pesewas>;
}

export async function openPayments(db: Database): Promise<{ count: number; value: Pesewas }> {
  const { rows } = await sql<{ count: number; value: number }>`
    select count(*) as count, coalesce(sum(amount), 0)::bigint as value
    from ledger.payment where status in ('received', 'held')`.execute(db);
  return rows[0] ?? { count: 0, value: 0 };
}

const from = sql`ledger.payment r left join shop."user" u on u.id = r.user_id`;

function views(conditions: Sql) {
  return sql<PaymentView>`
    select r.id, r.rail, r.transaction, r.amount, r.fee, r.status, r.disputed, r.reason, r.user_id, u.username, r.topup_id,
      r.received_at, r.action_at, r.position, r.received, a.username as by
    from ${from}
    left join ledger.event e on e.position = r.position
    left join shop."user" a on a.id = ${userOrNull(sql`e.actor`)}
    where ${conditions}`;
}

export const payments = railList<"received", PaymentView, PaymentStatus>({
  from,
  views,
  sort: "received",
  at: sql`r.received_at`,
  open: ["received", "held"],
});
