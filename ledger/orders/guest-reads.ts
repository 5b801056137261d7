/** What guests asked for in agents' shops, and what became of it. */
import { sql } from "kysely";
import type { Pesewas } from "#contract/terms/money.ts";
import type { ChargeState, PaymentStatus, RefundState } from "#contract/terms/payments.ts";
import type { FeeBearer } from "#contract/terms/shops.ts";
import type { RailName } from "#contract/terms/rails.ts";
import type { OrderStatus } from "#contract/terms/statuses.ts";
import type { Database } from "../tables/open-reads.ts";
import type { Sql } from "../tables/search.ts";

export interface GuestOrderView {
  id: number;
  /** Sealed. */
  token: string;
  /** The agent. */
  user: string;
  /** All that the guest is asked for. */
  price: Pesewas;
  surcharge: Pesewas;
  fee_by: FeeBearer;
  package: string;
  network: string;
  offer: string;
  receiver: string;
  payer: string;
  created_at: string;
  /** The name of the agent's shop; null if it has none any more. */
  shop: string | null;
  /** Of its charge. */
  rail: RailName;
  reference: string;
  state: ChargeState;
  said: string;
  /** The rest is null until it is paid, and of the order until that is placed. */
  payment: string | null;
  payment_status: PaymentStatus | null;
  refund: RefundState | null;
  paid_at: string | null;
  order: number | null;
  order_status: OrderStatus | null;
  ended_at: string | null;
  /** Sealed. */
  voucher: string | null;
  form: null;
}

export async function guestOrderById(db: Database, id: number): Promise<GuestOrderView | undefined> {
  return (await guestOrders(db, sql`g.id = ${id}`))[0];
}

/** `kept_ms`: for so long its token opens it. */
export async function guestOrderByToken(
  db: Database,
  hash: Buffer,
  kept_ms: number,
): Promise<GuestOrderView | undefined> {
  const which = sql`g.token_hash = ${hash} and g.created_at > now() - ${kept_ms} * interval '1 millisecond'`;
  return (await guestOrders(db, which))[0];
}

export async function guestOrderByRequest(
  db: Database,
  request: Buffer,
): Promise<GuestOrderView | undefined> {
  return (await guestOrders(db, sql`g.request = ${request}`))[0];
}

/** Those of these payments, in any order. */
export function guestOrdersOfPayments(db: Database, payments: string[]): Promise<GuestOrderView[]> {
  return payments.length === 0
    ? Promise.resolve([])
    : guestOrders(db, sql`c.payment = any(${payments}::uuid[])`);
}

async function guestOrders(db: Database, which: Sql): Promise<GuestOrderView[]> {
  const { rows } = await sql<GuestOrderView>`
    select g.id, g.token, g.user_id as "user", g.price, g.surcharge, g.fee_by, g.package_id as package, g.network, g.offer, g.receiver,
      g.payer, g.created_at, c.rail, c.reference, c.state, c.said, p.id as payment, p.status as payment_status, p.refund,
      s.name as shop, p.received_at as paid_at, o.id as "order", o.status as order_status, o.action_at as ended_at, d.voucher, null as form
    from shop.guest_order g
    join shop.charge c on c.guest_order = g.id
    left join shop.agent_shop s on s.user_id = g.user_id
    left join ledger.payment p on p.id = c.payment
    left join ledger."order" o on o.id = p.order_id
    left join shop.order_detail d on d.order_id = o.id
    where ${which}`.execute(db);
  return rows;
}
