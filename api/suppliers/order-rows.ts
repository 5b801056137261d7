/** Orders that suppliers deliver: what is to be done next, and when. Each change makes its job in the same statement. */
import type { Pool } from "pg";
import type { SupplierName } from "#contract/terms/fulfilment.ts";
import type { SideWrite } from "#ledger/log/writer.ts";
import { addJobs } from "../messages/jobs.ts";
import { canTake } from "./supplier-rows.ts";

/**
 * SQL: a job for each of these rows, the oldest order first. A new job takes the place of the order's present one. Without rows,
 * the queue is not touched: that alone would wake every process.
 */
function jobsFor(rows: string, delay_s = "0"): string {
  return `select case when exists (select from ${rows}) then (select count(*) from jobs.add_jobs(array(
    select ('fulfil_order', json_build_object('order', order_id), null, now() + make_interval(secs => ${delay_s}), null,
      'order ' || order_id, null, null)::jobs.job_spec from ${rows} order by order_id))) end as jobs`;
}

/**
 * Those of the new orders whose package a supplier has. An order that an admin has moved already is not sent. In a shop
 * without suppliers, no order is read.
 * @returns false if no package has a supplier
 */
export async function beginOrders(pool: Pool): Promise<boolean> {
  const { rows } = await pool.query<{ isWanted: boolean }>({
    name: "begin_fulfilment",
    text: `
      with at as (select position from shop.fulfilment_follower for update skip locked),
      span as (select coalesce(at.position, h.position) as low, h.position as high from at cross join ledger.head h),
      begun as (
        insert into shop.fulfilment (order_id, next_at)
        select o.id, now() from ledger.settings s
        join ledger."order" o on o.position > (select low from span) and o.position <= (select high from span)
          and o.status = 'pending' and jsonb_array_length(s.package_routes -> o.package_id) > 0
        where s.package_routes <> '{}'
        on conflict do nothing returning order_id
      ),
      moved as (update shop.fulfilment_follower f set position = span.high from span where f.position is distinct from span.high)
      ${jobsFor("begun")}, exists (select from ledger.settings where package_routes <> '{}') as "isWanted"`,
  });
  return rows[0]?.isWanted ?? false;
}

export interface Later {
  /** Null: not by itself. */
  delay_s: number | null;
  /** The same job goes on with it at once. Another one would send it at the same time. */
  goesOn?: boolean;
  /** 0: the questions begin anew, also if somebody has made it due meanwhile. */
  asks?: number;
  /** What is left out stays as it is. */
  theirs?: { reference: string; attempt: number } | undefined;
  said?: string | null;
  /** It is worked on earlier if a supplier can take it. */
  waits?: boolean;
}

/** An order that is being worked on, and when it was due as that began: whoever makes it due meanwhile is not overtaken. */
export interface InWork {
  id: number;
  due_at: string | null;
}

/** An order that is due makes its own job if it is to wait for less. Later, `findLostOrders` makes it, up to a minute late. */
const soon_s = 60;

/** @returns false if somebody else has made it due, or ended its questions, meanwhile */
export async function workLater(
  pool: Pool,
  { id, due_at }: InWork,
  { delay_s, asks, goesOn = false, theirs, said, waits = false }: Later,
): Promise<boolean> {
  const { rows } = await pool.query<{ isMine: boolean }>({
    name: "fulfil_later",
    text: `with later as (
        update shop.fulfilment set asks = case when next_at is not distinct from $9 or $3 = 0 then coalesce($3, asks) else asks end,
          next_at = case when next_at is not distinct from $9 then now() + make_interval(secs => $2::float8) else next_at end,
          their_reference = coalesce($4, their_reference), their_attempt = case when $4 is null then their_attempt else $5 end,
          earlier = case when $5 <> their_attempt then earlier || jsonb_build_object('attempt', their_attempt, 'reference', their_reference) else earlier end,
          said = case when $6 then $7 else said end, waits = $8
        where order_id = $1 returning order_id, old.next_at is not distinct from $9 as is_mine
      ) select (${jobsFor(`later where is_mine and $2 < ${soon_s} and not $10`, "$2")}) as jobs,
        exists (select from later where is_mine) as "isMine"`,
    values: [
      id,
      delay_s,
      asks ?? null,
      theirs?.reference ?? null,
      theirs?.attempt ?? null,
      said !== undefined,
      said ?? null,
      waits,
      due_at,
      goesOn,
    ],
  });
  return rows[0]?.isMine ?? false;
}

/** Nothing is to be done by itself any more. `waits`: until a supplier can take it. */
export async function orderIsOver(pool: Pool, { id, due_at }: InWork, waits = false): Promise<void> {
  await pool.query({
    name: "fulfilment_over",
    text: "update shop.fulfilment set next_at = null, asks = 0, waits = $2 where order_id = $1 and next_at is not distinct from $3",
    values: [id, waits, due_at],
  });
}

/** A report may come before the answer that names its reference is stored. It is then heard again after this time. */
const early_s = 5;

/**
 * A supplier has reported something about the order that it knows by this reference. The questions about it begin anew.
 * `isLate`: the report is heard again.
 */
export async function workOnHint(
  pool: Pool,
  theirs: string,
  { isLate = false, hurry = 1 } = {},
): Promise<void> {
  const found = await makeDue(pool, {
    name: "fulfilment_hint",
    text: `${dueNow} their_reference = $1 or (earlier <> '[]' and earlier @> jsonb_build_array(jsonb_build_object('reference', $1::text))) returning order_id`,
    values: [theirs],
  });
  if (found || isLate) return;
  const job = {
    task: "hear_report",
    key: `report ${theirs}`,
    payload: { theirs },
    delay_s: early_s / hurry,
  } as const;
  await addJobs(pool, [job]);
}

/** With the end that an admin gives it: its supplier is asked what it took for it, or gives back. */
export function askedAgainWrite(order: number): SideWrite {
  return {
    text: `with due as (${dueNow} order_id = $1 returning order_id) ${jobsFor("due")}`,
    values: [order],
  };
}

const dueNow = "update shop.fulfilment set next_at = now(), asks = 0 where";

/** A supplier has reported something about this order, or about the one that has this reference of ours. */
export async function workOnReport(pool: Pool, about: { order: number } | { ours: string }): Promise<void> {
  const isOurs = "ours" in about;
  const order = isOurs ? "(select order_id from ledger.fulfilment where reference = $1)" : "$1";
  await makeDue(pool, {
    name: isOurs ? "fulfilment_report_ours" : "fulfilment_report",
    text: `${dueNow} order_id = ${order} returning order_id`,
    values: [isOurs ? about.ours : about.order],
  });
}

/** Of one look. It is written into the statements: a plan for any number would read the whole table. */
const found_max = 500;

/** The oldest orders that wait for vouchers which are there now. */
export async function workOnStock(pool: Pool): Promise<void> {
  await makeDue(pool, {
    name: "stock_fulfilments",
    text: `update shop.fulfilment set next_at = now(), waits = false where order_id in (
        select f.order_id from shop.fulfilment f join ledger."order" o on o.id = f.order_id
        where f.waits and exists (select from shop.voucher_stock v where v.package_id = o.package_id and v.order_id is null)
          and not exists (select from shop.supplier where name = 'stock' and is_paused)
        order by f.order_id limit ${found_max}) returning order_id`,
    values: [],
  });
}

/**
 * The oldest orders that wait for this supplier, as far as it may take some again.
 * @param together how many leave in one request if more wait: one of so many then takes the others along
 */
export async function workOnWaiting(
  pool: Pool,
  supplier: SupplierName,
  max: number,
  together = 1,
): Promise<void> {
  await makeDue(pool, {
    name: "waiting_fulfilments",
    text: `update shop.fulfilment set next_at = now(), waits = false where order_id in (
        select f.order_id from shop.supplier s join shop.fulfilment f on f.waits
        where s.name = $1 and not s.is_paused and coalesce(s.rests_until < now(), true) and ${canTake}
        order by f.order_id limit (
          select case when count(*) > $3 then ceil($2::float8 / $3) else $2 end
          from (select from shop.fulfilment where waits limit $3::integer + 1) as waiting)) returning order_id`,
    values: [supplier, max, together],
  });
}

/** Of each kind, those that wait and those that are due: the oldest. The others may all go to another supplier. */
const claimed_of_max = 200;
/** More than any supplier takes between two answers about its balance. Without a limit, the whole table would be read. */
const sent_since_max = 10_000;

interface Claim {
  /** How many others there must be, and how many there may be. */
  min: number;
  max: number;
  lease_s: number;
}

interface Claimed {
  /** Nobody else has claimed the first order. */
  isMine: boolean;
  /** The first one too. */
  orders: number[];
}

/**
 * This order and the oldest others that nobody has sent yet and that go to this supplier first, as far as its money lasts for
 * them at its listed prices. None if the others are too few. For `lease_s` seconds, nobody else works on them.
 */
export async function claimForBulk(
  pool: Pool,
  supplier: SupplierName,
  { id, due_at }: InWork,
  { min, max, lease_s }: Claim,
): Promise<Claimed> {
  const { rows } = await pool.query<Claimed>({
    name: "claim_for_bulk",
    text: `
      with own as (
        select order_id from shop.fulfilment where order_id = $2 and next_at is not distinct from $6 for update),
      held as (
        select s.balance - coalesce((select sum(coalesce(f.cost, p.cost)) from (
            select supplier, code, cost from ledger.fulfilment where supplier = s.name and sent_at >= s.balance_at
            order by sent_at desc limit ${sent_since_max}) as f
          left join shop.supplier_price p on p.supplier = f.supplier and p.code = f.code), 0) as amount
        from shop.supplier s where s.name = $1),
      oldest as (
        (select order_id from shop.fulfilment where waits order by order_id limit ${claimed_of_max})
        union (select order_id from shop.fulfilment where next_at <= now() order by order_id limit ${claimed_of_max})
        union select order_id from own),
      found as (
        select f.order_id, f.order_id = $2 as is_own, p.cost
        from oldest join shop.fulfilment f using (order_id) join ledger."order" o on o.id = f.order_id
          cross join ledger.settings t
          join shop.supplier_price p on p.supplier = $1 and p.code = t.package_routes -> o.package_id -> 0 ->> 'code'
        where (f.waits or f.next_at <= now()) and o.status = 'pending' and not o.hidden and exists (select from own)
          and t.package_routes -> o.package_id -> 0 ->> 'supplier' = $1
          and not exists (select from ledger.fulfilment a where a.order_id = f.order_id)
        order by is_own desc, f.order_id limit $4 + 1 for update of f skip locked),
      summed as (select order_id, is_own, sum(cost) over (order by is_own desc, order_id) as cost from found),
      paid as (select order_id from summed, held where summed.cost <= held.amount),
      claimed as (
        update shop.fulfilment f set next_at = now() + make_interval(secs => $5), waits = false, asks = 0, slot_at = null
        from paid where f.order_id = paid.order_id and (select count(*) from paid) > $3
          and $2 in (select order_id from paid) returning f.order_id)
      select exists (select from own) as "isMine", array(select order_id::float8 from claimed order by order_id) as orders,
        (${jobsFor("claimed", "$5")}) as jobs`,
    values: [supplier, id, min, max, lease_s, due_at],
  });
  return rows[0] ?? { isMine: false, orders: [] };
}

/**
 * Somebody else has put this order off while its job began. The queue then drops the job for the later time, so it is made once
 * more.
 */
export async function keepJob(pool: Pool, id: number): Promise<void> {
  await pool.query({
    name: "keep_job",
    text: jobsFor(
      "shop.fulfilment where order_id = $1 and next_at is not null",
      "extract(epoch from next_at - now())",
    ),
    values: [id],
  });
}

/** The orders of one request to a supplier, the oldest first. */
export async function ordersOfBulk(pool: Pool, bulk: string): Promise<number[]> {
  const { rows } = await pool.query<{ order_id: number }>({
    name: "orders_of_bulk",
    text: "select order_id from shop.fulfilment where bulk = $1 order by order_id",
    values: [bulk],
  });
  return rows.map(({ order_id }) => order_id);
}

const lost_s = 60;

/** Makes the jobs of orders that wait for long, and those that were lost with their process. */
export async function findLostOrders(pool: Pool): Promise<void> {
  await makeDue(pool, {
    name: "lost_fulfilments",
    text: `update shop.fulfilment set next_at = now() where order_id in (
        select order_id from shop.fulfilment where next_at < now() - make_interval(secs => ${lost_s})
        order by next_at limit ${found_max} for update skip locked) returning order_id`,
    values: [],
  });
}

/** Whether there were any. @param statement returns the orders that it makes due */
async function makeDue(pool: Pool, { name, text, values }: Statement): Promise<boolean> {
  const { rows } = await pool.query<{ jobs: number | null }>({
    name,
    text: `with due as (${text}) ${jobsFor("due")}`,
    values,
  });
  return (rows[0]?.jobs ?? null) !== null;
}

interface Statement {
  name: string;
  text: string;
  values: unknown[];
}
