/** Orders that suppliers deliver: what is to be done next, and when. Each change makes its job in the same transaction. */
import type { Pool, PoolClient, QueryConfig } from "pg";
import type { SupplierName } from "#contract/terms/fulfilment.ts";
import { canTake } from "./supplier-rows.ts";
import { inTransaction } from "../messages/in-transaction.ts";
import { addJobs, type Job } from "../messages/jobs.ts";

function jobOf(order: number, delay_s = 0): Job {
  return { task: "fulfil_order", key: `order ${order}`, payload: { order }, delay_s };
}

/**
 * Those of the new orders whose package a supplier has. An order that an admin has moved already is not sent. In a shop
 * without suppliers, no order is read.
 */
export async function beginOrders(client: PoolClient): Promise<void> {
  const { rows } = await client.query<{ order_id: number }>({
    name: "begin_fulfilment",
    text: `
      with at as (select position from shop.fulfilment_follower for update skip locked),
      span as (select coalesce(at.position, h.position) as low, h.position as high from at cross join ledger.head h),
      begun as (
        insert into shop.fulfilment (order_id, next_at)
        select o.id, now() from span
        join ledger.settings s on s.package_routes <> '{}' and span.low < span.high
        join ledger."order" o on o.position > span.low and o.position <= span.high and o.status = 'pending'
          and jsonb_array_length(s.package_routes -> o.package_id) > 0
        on conflict do nothing returning order_id
      ),
      moved as (update shop.fulfilment_follower f set position = span.high from span where f.position is distinct from span.high)
      select order_id from begun order by order_id`,
  });
  await addJobs(
    client,
    rows.map(({ order_id }) => jobOf(order_id)),
  );
}

export interface Later {
  /** Null: not by itself. */
  delay_s: number | null;
  asks?: number;
  /** What is left out stays as it is. */
  theirs?: { reference: string; attempt: number } | undefined;
  said?: string | null;
}

export async function workLater(
  pool: Pool,
  order: number,
  { delay_s, asks, theirs, said }: Later,
): Promise<void> {
  await inTransaction(pool, async (client) => {
    await client.query({
      name: "fulfil_later",
      text: `update shop.fulfilment set next_at = now() + make_interval(secs => $2), asks = coalesce($3, asks),
          their_reference = coalesce($4, their_reference), their_attempt = case when $4 is null then their_attempt else $5 end,
          said = case when $6 then $7 else said end
        where order_id = $1`,
      values: [
        order,
        delay_s,
        asks ?? null,
        theirs?.reference ?? null,
        theirs?.attempt ?? null,
        said !== undefined,
        said ?? null,
      ],
    });
    if (delay_s !== null) await addJobs(client, [jobOf(order, delay_s)]);
  });
}

/** Nothing is to be done by itself any more. */
export async function orderIsOver(pool: Pool, order: number): Promise<void> {
  await pool.query({
    name: "fulfilment_over",
    text: "update shop.fulfilment set next_at = null where order_id = $1",
    values: [order],
  });
}

/** Until a supplier can take it. */
export async function orderWaits(pool: Pool, order: number): Promise<void> {
  await pool.query({
    name: "fulfilment_waits",
    text: "update shop.fulfilment set waits = true where order_id = $1 and not waits",
    values: [order],
  });
}

/** A supplier has reported something about the order that it knows by this reference. */
export function workOnHint(pool: Pool, theirs: string): Promise<void> {
  return makeDue(pool, {
    name: "fulfilment_hint",
    text: "update shop.fulfilment set next_at = now() where their_reference = $1 returning order_id",
    values: [theirs],
  });
}

/** Orders of this package that no supplier could take: there are vouchers again. */
export function workOnPackage(pool: Pool, package_: string): Promise<void> {
  return makeDue(pool, {
    name: "package_fulfilments",
    text: `update shop.fulfilment f set next_at = now(), waits = false from ledger."order" o
      where o.id = f.order_id and f.waits and o.package_id = $1 returning f.order_id`,
    values: [package_],
  });
}

/** The oldest orders that wait for this supplier, as far as it may take some again. */
export function workOnWaiting(pool: Pool, supplier: SupplierName, max: number): Promise<void> {
  return makeDue(pool, {
    name: "waiting_fulfilments",
    text: `update shop.fulfilment set next_at = now(), waits = false where order_id in (
        select f.order_id from shop.supplier s join shop.fulfilment f on f.waits
        where s.name = $1 and not s.is_paused and coalesce(s.rests_until < now(), true) and ${canTake}
        order by f.order_id limit $2) returning order_id`,
    values: [supplier, max],
  });
}

const lost_s = 60;
const found_max = 500;

/** Makes the jobs again that were lost with their process. */
export function findLostOrders(pool: Pool): Promise<void> {
  return makeDue(pool, {
    name: "lost_fulfilments",
    text: `update shop.fulfilment set next_at = now() where order_id in (
        select order_id from shop.fulfilment where next_at < now() - make_interval(secs => $1)
        order by next_at limit $2 for update skip locked) returning order_id`,
    values: [lost_s, found_max],
  });
}

/** The rows that a statement makes due, each with its job, the oldest order first. */
function makeDue(pool: Pool, statement: QueryConfig): Promise<void> {
  return inTransaction(pool, async (client) => {
    const { rows } = await client.query<{ order_id: number }>(statement);
    const orders = rows.map(({ order_id }) => order_id).toSorted((a, b) => a - b);
    await addJobs(
      client,
      orders.map((order) => jobOf(order)),
    );
  });
}
