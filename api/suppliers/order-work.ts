/** An order in work: what is known of it, and of each attempt to have it delivered. */
import type { Pool } from "pg";
import type {
  FulfilmentRules,
  FulfilmentState,
  RefusalKind,
  Route,
  SupplierName,
} from "#contract/terms/fulfilment.ts";
import type { OrderStatus } from "#contract/terms/statuses.ts";
import { commandId } from "../serve/command.ts";
import type { Door } from "../serve/door.ts";
import type { InWork } from "./order-rows.ts";
import { reportAddress } from "./report-address.ts";
import type { Attempt, Supplier } from "./supplier.ts";

export interface Work {
  shop: Door & { publicUrl: string };
  pool: Pool;
  /** Those that are set up. The stock of vouchers always is. */
  suppliers: readonly Supplier[];
  /** Times as fast as usual, for tests. */
  hurry: number;
  /** Times what suppliers usually take in a minute, for tests. */
  rate: number;
  /** Whether a supplier tells by itself what becomes of orders. */
  isReporting: (name: SupplierName) => boolean;
}

export interface Tried {
  attempt: number;
  supplier: SupplierName;
  reference: string;
  code: string;
  state: FulfilmentState;
  cost: number | null;
  refusal: RefusalKind | null;
  sent_at: string;
}

export interface OrderRow extends InWork {
  /** Somebody has put it off. */
  is_early: boolean | null;
  status: OrderStatus;
  hidden: boolean;
  package: string;
  receiver: string;
  asks: number;
  their_reference: string | null;
  their_attempt: number | null;
  /** Of earlier attempts. */
  earlier: { attempt: number; reference: string }[];
  /** The request in which its first attempt was sent together with other orders. */
  bulk: string | null;
  routes: Route[];
  rules: FulfilmentRules;
  /** Suppliers whose last answer was a failure. */
  failing: SupplierName[];
  tried: Tried[];
}

/** Those of these orders that go to suppliers, the oldest first. */
export async function readOrders(pool: Pool, ids: readonly number[]): Promise<OrderRow[]> {
  const { rows } = await pool.query<OrderRow>({
    name: "orders_to_fulfil",
    text: `select o.id, f.next_at as due_at, f.next_at > now() as is_early, o.status, o.hidden, o.package_id as package, coalesce(d.receiver, '') as receiver, f.asks, f.their_reference, f.their_attempt, f.earlier, f.bulk,
        coalesce(s.package_routes -> o.package_id, '[]') as routes, s.fulfilment_rules as rules,
        array(select name from shop.supplier where failures > 0) as failing,
        coalesce((select json_agg(json_build_object('attempt', t.attempt, 'supplier', t.supplier, 'code', t.code, 'reference', t.reference,
          'state', t.state, 'cost', t.cost, 'refusal', t.refusal, 'sent_at', t.sent_at) order by t.attempt)
          from ledger.fulfilment t where t.order_id = o.id), '[]') as tried
      from shop.fulfilment f join ledger."order" o on o.id = f.order_id cross join ledger.settings s left join shop.order_detail d on d.order_id = o.id
      where f.order_id = any ($1) order by f.order_id`,
    values: [ids],
  });
  return rows;
}

export function isSendable({ status, hidden, tried }: OrderRow): boolean {
  if (hidden) return false;
  return tried.length === 0
    ? status === "pending"
    : status === "processing" && tried.every(({ state }) => state === "refused");
}

/** An attempt that begins now, after all earlier ones. */
export function newAttempt({ id, tried }: OrderRow, supplier: SupplierName, code: string): Tried {
  const attempt = tried.length + 1;
  return {
    attempt,
    supplier,
    code,
    reference: referenceOf(id, attempt),
    state: "sent",
    cost: null,
    refusal: null,
    sent_at: new Date().toISOString(),
  };
}

/** By it a supplier knows the attempt, however often it is told: 20 of [a-z0-9]. */
export function referenceOf(order: number, attempt: number): string {
  return commandId("fulfilment", `${order} ${attempt}`).replaceAll("-", "").slice(0, 20);
}

export function ageOf_ms({ sent_at }: Pick<Tried, "sent_at">): number {
  return Date.now() - Date.parse(sent_at);
}

export function questionOf(
  { shop }: Work,
  order: OrderRow,
  { attempt, reference, code, sent_at }: Tried,
): Attempt {
  const theirs =
    order.their_attempt === attempt
      ? order.their_reference
      : (order.earlier.find((one) => one.attempt === attempt)?.reference ?? null);
  return {
    reference,
    theirs,
    code,
    receiver: order.receiver,
    sent_at,
    reportTo: reportAddress(shop, order.id),
  };
}
