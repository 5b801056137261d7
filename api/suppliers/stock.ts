/** The shop's own stock of vouchers, of which a sale takes the oldest one. */
import type { Pool } from "pg";
import type { SideWrite } from "#ledger/log/writer.ts";
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

/** Each once, without those whose PIN is in the stock already. */
export async function newVouchers(
  { pool, secrets }: { pool: Pool; secrets: Secrets },
  vouchers: readonly Voucher[],
): Promise<Map<string, Voucher>> {
  const byDigest = new Map(vouchers.map((voucher) => [digestOf(secrets, voucher.pin), voucher]));
  const { rows } = await pool.query<{ digest: string }>(
    "select encode(digest, 'hex') as digest from shop.voucher_stock where digest = any (select decode(d, 'hex') from unnest($1::text[]) as d)",
    [[...byDigest.keys()]],
  );
  for (const { digest } of rows) byDigest.delete(digest);
  return byDigest;
}

/** Fails if one of them has got into the stock meanwhile. */
export function addVouchersWrite(
  secrets: Secrets,
  { package: id, cost, by }: { package: string; cost: Pesewas; by: string },
  vouchers: ReadonlyMap<string, Voucher>,
): SideWrite {
  return {
    text: `insert into shop.voucher_stock (package_id, cost, imported_by, digest, sealed)
      select $1, $2, $3, decode(v.digest, 'hex'), v.sealed from unnest($4::text[], $5::text[]) as v (digest, sealed)`,
    values: [
      id,
      cost,
      by,
      [...vouchers.keys()],
      [...vouchers.values()].map((voucher) => sealText(secrets.sealing.voucher, JSON.stringify(voucher))),
    ],
  };
}

/** Hex. */
function digestOf(secrets: Secrets, pin: string): string {
  return mac(secrets.fingerprint, `voucher ${pin}`).toString("hex");
}
