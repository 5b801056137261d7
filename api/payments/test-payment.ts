/** A payment of ¢1.00 from an admin's phone, to see that the whole way works. It credits nobody. */
import { sql } from "kysely";
import type { Database } from "#ledger/tables/open-reads.ts";
import type { Pesewas } from "#contract/terms/money.ts";
import type { PaymentStatus } from "#contract/terms/payments.ts";
import type { Shop } from "../shop.ts";
import type { TestPayment } from "#contract/test-payments.ts";
import { actAsShop, type SeenPayment } from "../rails/as-shop.ts";
import { chargeColumns, type ChargeKey, type ChargeRow, taken_s } from "./charge-rows.ts";

export const test_amount: Pesewas = 100;

/** False if another test is open, which is then the one to look at. */
export async function newTestCharge(db: Database, charge: ChargeKey, by: string): Promise<boolean> {
  const { numAffectedRows } = await sql`
    insert into shop.charge (rail, reference, amount, state, test_by, next_check_at)
    values (${charge.rail}, ${charge.reference}, ${test_amount}, 'asking', ${by}, now() + ${taken_s} * interval '1 second')
    on conflict do nothing`.execute(db);
  return numAffectedRows === 1n;
}

interface TestRow extends ChargeRow {
  by: string;
  status: PaymentStatus | null;
}

export async function lastTest(db: Database): Promise<TestRow | undefined> {
  const { rows } = await sql<TestRow>`
    select ${chargeColumns}, coalesce(u.username, '') as by, p.status
    from shop.charge c
    left join shop."user" u on u.id = c.test_by
    left join ledger.payment p on p.id = c.payment
    where c.test_by is not null order by c.created_at desc limit 1`.execute(db);
  return rows[0];
}

export function testRecord({ created_at, by, state, said, heard_at, status }: TestRow): TestPayment {
  return { startedAt: created_at, by, state, said, heardAt: heard_at, status };
}

/** The admin's own act. If they may not act any more, it waits without a reason. */
export async function holdTest(shop: Shop, payment: SeenPayment, by: string): Promise<void> {
  const intent = { ...payment, reason: "Test payment" };
  const lost = ["actor_unknown", "actor_deleted", "actor_banned", "admin_only"] as const;
  const decided = ["payment_decided", "changed_meanwhile", "unchanged"] as const;
  await actAsShop(shop, "hold_payment", intent, [...decided, ...lost], { actor: by });
}
