/** What runs low at suppliers: money, or vouchers of a package. */
import type { Pool } from "pg";
import { type FulfilmentRules, type SupplierName, supplierNames } from "#contract/terms/fulfilment.ts";
import { formatCedis, type Pesewas } from "#contract/terms/money.ts";
import type { Low } from "../messages/low-notices.ts";

/** The present speed is that of these hours. */
const speed_h = 3;

/** What was low stays so until there is this much more, so that a price that goes up and down is told once. */
const enough = 1.25;

interface Held {
  /** Less of what the books and the supplier say. */
  held: Pesewas;
  spent: Pesewas;
  wasLow: boolean;
  rules: FulfilmentRules;
}

/** In pesewas and in hours at the present speed. A supplier that delivers no package is not low. */
export async function findLowMoney(pool: Pool, name: SupplierName): Promise<Low[]> {
  const { rows } = await pool.query<Held>(
    `select least(-h.balance, s.balance) as held, 'float' = any (s.low) as "wasLow", o.fulfilment_rules as rules,
       (select coalesce(sum(f.cost), 0)::bigint from ledger.fulfilment f
        where f.supplier = $1 and f.sent_at > now() - make_interval(hours => $2)) as spent
     from shop.supplier s join ledger.house_account h on h.name = 'float:' || s.name cross join ledger.settings o
     where s.name = $1 and exists (select from jsonb_each(o.package_routes) as r
       where r.value @> jsonb_build_array(jsonb_build_object('supplier', s.name)))`,
    [name, speed_h],
  );
  return rows.filter(isLow).map(({ held }) => ({
    key: "float",
    what: `Money at ${supplierNames[name]}: ${formatCedis(held)}`,
  }));
}

export function isLow({ held, spent, wasLow, rules: { float_min, hours_min } }: Held): boolean {
  return held < Math.max(float_min, (spent / speed_h) * hours_min) * (wasLow ? enough : 1);
}

/** Packages that the stock delivers. */
export async function findLowVouchers(pool: Pool): Promise<Low[]> {
  const { rows } = await pool.query<{ id: string; network: string; offer: string; left: number }>(
    `select k.value ->> 'id' as id, p.network, k.value ->> 'offer' as offer, v.left
     from ledger.settings o cross join ledger.product p cross join jsonb_array_elements(p.packages) as k
     cross join lateral (select count(*) as left from shop.voucher_stock where package_id = k.value ->> 'id' and order_id is null) as v
     where o.package_routes -> (k.value ->> 'id') @> '[{"supplier": "stock"}]'
       and v.left < (o.fulfilment_rules ->> 'vouchers_min')::integer`,
  );
  return rows.map(({ id, network, offer, left }) => ({
    key: id,
    what: `Vouchers of ${network} ${offer}: ${left} left`,
  }));
}
