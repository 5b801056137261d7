/** The shop's own stock of vouchers, of which a sale takes the oldest one. */
import type { Pool } from "pg";
import type { Voucher } from "#contract/order-list.ts";
import type { Pesewas } from "#contract/terms/money.ts";
import { mac, sealText, type Secrets } from "../serve/secrets.ts";

export interface Reserved {
  sealed: string;
  cost: Pesewas;
}

/** The voucher of this order: the one that it has, or the oldest that nobody has. Undefined if none is left. */
export async function reserveVoucher(
  pool: Pool,
  order: number,
  package_: string,
): Promise<Reserved | undefined> {
  const { rows } = await pool.query<Reserved>({
    name: "reserve_voucher",
    text: `with mine as (select id, sealed, cost from shop.voucher_stock where order_id = $1),
      oldest as (select id from shop.voucher_stock where package_id = $2 and order_id is null and not exists (select from mine)
          and not exists (select from shop.supplier where name = 'stock' and is_paused)
        order by id limit 1 for update skip locked),
      taken as (update shop.voucher_stock s set order_id = $1 from oldest where s.id = oldest.id returning s.sealed, s.cost)
      select sealed, cost from mine union all select sealed, cost from taken`,
    values: [order, package_],
  });
  return rows[0];
}

/** Somebody else decided the order, so another one may have its voucher. */
export async function releaseVoucher(pool: Pool, order: number): Promise<void> {
  await pool.query({
    name: "release_voucher",
    text: `update shop.voucher_stock set order_id = null where order_id = $1
      and not exists (select from ledger.fulfilment where order_id = $1 and supplier = 'stock' and state = 'delivered')`,
    values: [order],
  });
}

export interface Imported {
  added: number;
  /** Their PIN is in the stock already, or twice in the list. */
  known: number;
}

/** No PIN gets in twice, whoever imports it when. */
export async function importVouchers(
  { pool, secrets }: { pool: Pool; secrets: Secrets },
  { package_, cost, by }: { package_: string; cost: Pesewas; by: string },
  vouchers: readonly Voucher[],
): Promise<Imported> {
  const { rowCount } = await pool.query(
    `insert into shop.voucher_stock (package_id, cost, imported_by, digest, sealed)
     select $1, $2, $3, v.digest, v.sealed from unnest($4::bytea[], $5::text[]) as v (digest, sealed)
     on conflict (digest) do nothing`,
    [
      package_,
      cost,
      by,
      vouchers.map(({ pin }) => digestOf(secrets, pin)),
      vouchers.map((voucher) => sealText(secrets.sealing.voucher, JSON.stringify(voucher))),
    ],
  );
  const added = rowCount ?? 0;
  return { added, known: vouchers.length - added };
}

function digestOf(secrets: Secrets, pin: string): Buffer {
  return mac(secrets.fingerprint, `voucher ${pin}`);
}
