/** What the shop knows of each supplier: whether it works, its rate, and what it holds for the shop. All processes share it. */
import type { Pool } from "pg";
import type { SupplierName } from "#contract/terms/fulfilment.ts";
import type { Pesewas } from "#contract/terms/money.ts";
import type { Answer, Price } from "./supplier.ts";

/** So many orders may leave at once after a pause. */
const burst = 10;

/** A place is promised no further ahead, so that few are lost when a supplier rests. */
const ahead_s = 10;

/**
 * Milliseconds until this order may leave; undefined if the supplier takes none now: it is paused, it rests, it has enough to
 * do, or it holds too little for this package. An order that has to wait for its place keeps it.
 */
export async function takeSlot(
  pool: Pool,
  name: SupplierName,
  { order, code, per_minute }: { order: number; code: string; per_minute: number },
): Promise<number | undefined> {
  const { rows } = await pool.query<{ wait_ms: number; has: boolean }>({
    name: "take_supplier_slot",
    text: `
      with waiting as (select slot_at from shop.fulfilment where order_id = $4),
      open as (
        select s.name from shop.supplier s left join shop.supplier_price p on p.supplier = s.name and p.code = $5
        where s.name = $1 and not s.is_paused and coalesce(s.rests_until < now(), true) and coalesce(s.balance >= p.cost, true)
      ),
      taken as (
        update shop.supplier s set next_slot_at = greatest(s.next_slot_at, now() - make_interval(secs => $2 * $3)) + make_interval(secs => $2)
        from open, waiting where s.name = open.name and coalesce(waiting.slot_at > now(), true) and s.next_slot_at < now() + make_interval(secs => $6)
        returning s.next_slot_at - make_interval(secs => $2) as slot_at
      ),
      kept as (
        update shop.fulfilment set slot_at = taken.slot_at from taken where order_id = $4
      )
      select greatest(0, extract(epoch from coalesce(taken.slot_at, waiting.slot_at) - now()) * 1000)::float8 as wait_ms, coalesce(taken.slot_at, waiting.slot_at) is not null as has
      from open cross join waiting left join taken on true`,
    values: [name, 60 / per_minute, burst, order, code, ahead_s],
  });
  return rows[0]?.has === true ? rows[0].wait_ms : undefined;
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

/** A wrong key shows here before an order is sent. */
export async function noteSilence(pool: Pool, name: SupplierName): Promise<void> {
  await pool.query(
    "update shop.supplier set failure = 'it does not tell its balance: is the key right?' where name = $1",
    [name],
  );
}

export async function noteBalance(pool: Pool, name: SupplierName, balance: Pesewas): Promise<void> {
  await pool.query(
    `update shop.supplier s set balance = $2, failure = case when s.failures > 0 then s.failure end, differs_since = case when h.balance <> -$2::bigint then coalesce(s.differs_since, now()) end
     from ledger.house_account h where s.name = $1 and h.name = 'float:' || $1`,
    [name, balance],
  );
}

/** What it no longer sells is forgotten. `isImported`: by an admin, from a list; otherwise the supplier has told it. */
export async function notePrices(
  pool: Pool,
  name: SupplierName,
  prices: readonly Price[],
  { isImported = false } = {},
): Promise<void> {
  await pool.query(
    `with listed as (
       select distinct on (code) * from unnest($2::text[], $3::text[], $4::text[], $5::bigint[]) as p (code, name, network, cost)
     ), gone as (delete from shop.supplier_price where supplier = $1 and code <> all ($2::text[]))
     insert into shop.supplier_price as p (supplier, code, name, network, cost, is_imported)
     select $1, code, name, network, cost, $6 from listed
     on conflict (supplier, code) do update set name = excluded.name, network = excluded.network, cost = excluded.cost,
       is_imported = excluded.is_imported, seen_at = now(),
       old_cost = case when p.cost = excluded.cost then p.old_cost else p.cost end,
       changed_at = case when p.cost = excluded.cost then p.changed_at else now() end`,
    [
      name,
      prices.map(({ code }) => code),
      prices.map((price) => price.name),
      prices.map(({ network }) => network),
      prices.map(({ cost }) => cost),
      isImported,
    ],
  );
}
