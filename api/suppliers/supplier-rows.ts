/** What the shop knows of each supplier: whether it works, its rate, and what it holds for the shop. All processes share it. */
import type { Pool } from "pg";
import type { SideWrite } from "#ledger/log/writer.ts";
import type { SupplierName } from "#contract/terms/fulfilment.ts";
import type { Answer, Balance, Price } from "./supplier.ts";

/** This share of a minute's orders may leave at once after a pause: ten at DataMart, and none at a slow supplier. */
const burst_share = 1 / 14;

/** A place is promised no further ahead, so that few are lost when a supplier rests. */
const ahead_s = { order: 10, ask: 3600 };

/** Whoever comes later than this has lost its place, so that many which are late do not leave all at once. */
const late_s = 2;

interface Place {
  order: number;
  per_minute: number;
}

interface Slot {
  /** Nobody else has put the order off meanwhile. Otherwise it gets no place. */
  isMine: boolean;
  wait_ms: number;
  /** How many orders are due or wait, this one too: each kind is counted up to `bulk_min`. */
  due: number;
}

/** Fewer orders than this go to a supplier one by one: an answer about one order is easier to trust. */
export const bulk_min = 10;

/**
 * How long until this order may leave; undefined if the supplier takes none now: it is paused, it rests, it has enough to
 * do, it holds too little for this package, or an older order waits for it. An order that has to wait for its place keeps it.
 */
export function takeSlot(
  pool: Pool,
  name: SupplierName,
  { code, due_at, ...place }: Place & { code: string; due_at: string | null },
): Promise<Slot | undefined> {
  return takePlace(pool, name, place, {
    statement: "take_order_slot",
    column: "next_slot_at",
    ahead_s: ahead_s.order,
    isMine: "next_at is not distinct from $8",
    // They are counted for each attempt.
    sets: "asks = 0,",
    counts: `(select count(*) from (
      (select from shop.fulfilment where waits limit ${bulk_min}) union all
      (select from shop.fulfilment where next_at <= now() limit ${bulk_min})) as due)::float8`,
    open: `select s.name from shop.supplier s left join shop.supplier_price p on p.supplier = s.name and p.code = $7
      where s.name = $1 and not s.is_paused and coalesce(s.rests_until < now(), true) and coalesce(s.balance >= p.cost, true)
        and not exists (select from shop.fulfilment f where f.waits and f.order_id < $4 and ${canTake})`,
    values: [code, due_at],
  });
}

/** SQL: the supplier `s` can deliver the order of the row `f`, has not refused it, and holds enough for it. */
export const canTake = `exists (
  select from ledger."order" o cross join ledger.settings t
  cross join jsonb_to_recordset(t.package_routes -> o.package_id) as r (supplier text, code text)
  left join shop.supplier_price q on q.supplier = s.name and q.code = r.code
  where o.id = f.order_id and r.supplier = s.name and coalesce(s.balance >= q.cost, true)
    and not exists (select from ledger.fulfilment a where a.order_id = f.order_id and a.supplier = s.name))`;

/** Milliseconds until the supplier may be asked about this order; undefined if there are too many questions. */
export async function takeAskSlot(pool: Pool, name: SupplierName, place: Place): Promise<number | undefined> {
  const slot = await takePlace(pool, name, place, {
    statement: "take_ask_slot",
    column: "next_ask_at",
    ahead_s: ahead_s.ask,
    isMine: "true",
    sets: "",
    counts: "0",
    open: "select s.name from shop.supplier s where s.name = $1",
    values: [],
  });
  return slot?.wait_ms;
}

interface Bucket {
  statement: string;
  column: "next_slot_at" | "next_ask_at";
  ahead_s: number;
  /** SQL: whether its row is as it was. */
  isMine: string;
  /** SQL: what else changes in the order's row. */
  sets: string;
  /** SQL: how many orders are due. */
  counts: string;
  /** The supplier, if it takes something now. Its parameters begin with $7. */
  open: string;
  values: unknown[];
}

async function takePlace(
  pool: Pool,
  name: SupplierName,
  { order, per_minute }: Place,
  { statement, column, ahead_s: most_s, isMine, sets, counts, open, values }: Bucket,
): Promise<Slot | undefined> {
  const { rows } = await pool.query<Slot>({
    name: statement,
    text: `
      with own as (select slot_at from shop.fulfilment where order_id = $4 and ${isMine} for update),
      open as (${open}),
      held as (select own.slot_at from own cross join open where own.slot_at > now() - make_interval(secs => $6)),
      taken as (
        update shop.supplier s set ${column} = greatest(s.${column}, now() - make_interval(secs => $2 * $3)) + make_interval(secs => $2)
        from open cross join own
        where s.name = open.name and not exists (select from held) and s.${column} < now() + make_interval(secs => $5)
        returning s.${column} - make_interval(secs => $2) as slot_at
      ),
      place as (select slot_at from held union all select slot_at from taken),
      kept as (
        update shop.fulfilment f set ${sets} slot_at = case when place.slot_at > now() then place.slot_at end from place where f.order_id = $4
      )
      select true as "isMine", greatest(0, extract(epoch from slot_at - now()) * 1000)::float8 as wait_ms, ${counts} as due from place
      union all select false, 0, 0 where not exists (select from own)`,
    values: [name, 60 / per_minute, Math.floor(per_minute * burst_share), order, most_s, late_s, ...values],
  });
  return rows[0];
}

/** After so many answers in a row that nobody understands, it gets no order for a while. */
const failures_max = 5;
const rest_s = { first: 30, last: 600 };

export async function noteAnswer(pool: Pool, name: SupplierName, answer: Answer): Promise<void> {
  if (answer.state === "unknown" && answer.isFailure) {
    await pool.query({
      name: "supplier_failed",
      text: `update shop.supplier set failures = failures + 1, failure = $2, rests_until = case when failures + 1 >= $3
          then now() + make_interval(secs => least($5, $4 * power(2, least(10, failures + 1 - $3)))) end
        where name = $1`,
      values: [name, answer.said, failures_max, rest_s.first, rest_s.last],
    });
    return;
  }
  // It works, but this says nothing.
  if (answer.state === "unknown") return;
  const isEmpty = answer.state === "refused" && answer.isEmpty === true;
  await pool.query({
    name: "supplier_answered",
    text: `update shop.supplier set failures = 0, failure = null, rests_until = null, balance = case when $2 then 0 else balance end
      where name = $1 and (failures > 0 or $2)`,
    values: [name, isEmpty],
  });
}

/** False if another process has asked for it a moment ago. */
export async function isTimeToAsk(pool: Pool, name: SupplierName, pause_s: number): Promise<boolean> {
  const { rowCount } = await pool.query(
    `update shop.supplier set balance_at = now()
     where name = $1 and coalesce(balance_at < now() - make_interval(secs => $2), true)`,
    [name, pause_s],
  );
  return rowCount === 1;
}

const silence = "it does not tell its balance: is the key right?";

/** A wrong key shows here before an order is sent. */
export async function noteSilence(pool: Pool, name: SupplierName): Promise<void> {
  await pool.query("update shop.supplier set failure = $2 where name = $1", [name, silence]);
}

/** The books of an account in another currency differ from it as its rate moves, so only more than this share counts. */
const converted_share_max = 0.02;

/** If it rests and did not even tell this, it gets an order again at once. */
export async function noteBalance(
  pool: Pool,
  name: SupplierName,
  { held, isConverted }: Balance,
): Promise<void> {
  await pool.query(
    `update shop.supplier s set balance = $2, failure = case when s.failures > 0 then nullif(s.failure, $4) end,
       rests_until = case when s.failure is distinct from $4 then s.rests_until end,
       differs_since = case when abs(h.balance + $2::bigint) > $3::float8 * $2::bigint then coalesce(s.differs_since, now()) end
     from ledger.house_account h where s.name = $1 and h.name = 'float:' || $1`,
    [name, held, isConverted ? converted_share_max : 0, silence],
  );
}

export async function notePrices(pool: Pool, name: SupplierName, prices: readonly Price[]): Promise<void> {
  const { text, values } = pricesWrite(name, prices, { isImported: false });
  await pool.query(text, values);
}

/** What it no longer sells is forgotten. `isImported`: by an admin, from a list; otherwise the supplier has told it. */
export function pricesWrite(
  name: SupplierName,
  prices: readonly Price[],
  { isImported }: { isImported: boolean },
): SideWrite {
  return {
    text: `with listed as (
       select distinct on (code) * from unnest($2::text[], $3::text[], $4::text[], $5::bigint[]) as p (code, name, network, cost)
     ), gone as (delete from shop.supplier_price where supplier = $1 and code <> all ($2::text[]))
     insert into shop.supplier_price as p (supplier, code, name, network, cost, is_imported)
     select $1, code, name, network, cost, $6 from listed
     on conflict (supplier, code) do update set name = excluded.name, network = excluded.network, cost = excluded.cost,
       is_imported = excluded.is_imported, seen_at = now(),
       old_cost = case when p.cost = excluded.cost then p.old_cost else p.cost end,
       changed_at = case when p.cost = excluded.cost then p.changed_at else now() end`,
    values: [
      name,
      prices.map(({ code }) => code),
      prices.map((price) => price.name),
      prices.map(({ network }) => network),
      prices.map(({ cost }) => cost),
      isImported,
    ],
  };
}
