/** What an agent's shop has sold: orders of guests that were delivered. */
import { sql } from "kysely";
import type { Pesewas } from "#contract/terms/money.ts";
import type { Database } from "../tables/open-reads.ts";
import type { Sql } from "../tables/search.ts";

/** The amounts in pesewas. */
export interface ShopSold {
  orders: number;
  /** What the guests paid. */
  paid: Pesewas;
  /** What the agent earned with them. */
  earned: Pesewas;
}

export interface ShopFigures {
  today: ShopSold;
  month: ShopSold;
  /** Of this month, those that brought the most first. */
  packages: (ShopSold & { network: string; offer: string })[];
  /** Who has bought more than once, the last one first. */
  guests: (ShopSold & { payer: string; last_at: string })[];
}

const guests_max = 50;

/** A payment that the rail took back brought nothing. Days and months are UTC, which is Ghana's time. */
const sums = sql`count(*)::int as orders,
  coalesce(sum(p.amount) filter (where p.status = 'matched'), 0)::bigint as paid,
  coalesce(sum(p.margin) filter (where p.status = 'matched'), 0)::bigint as earned`;

const delivered = (user: Sql) => sql`ledger."order" o join ledger.payment p on p.id = o.payment
  where o.user_id = ${user} and o.payment is not null and o.status = 'completed'`;

const ofMonth = sql`o.created_at >= date_trunc('month', now(), 'UTC')`;

export async function shopFigures(db: Database, user: string): Promise<ShopFigures> {
  const of = delivered(sql`${user}::uuid`);
  const sold = (since: Sql) => sql<ShopSold>`select ${sums} from ${of} and ${since}`.execute(db);
  const [today, month, packages, guests] = await Promise.all([
    sold(sql`o.created_at >= date_trunc('day', now(), 'UTC')`),
    sold(ofMonth),
    sql<ShopFigures["packages"][number]>`
      select o.network, o.offer, ${sums} from ${of} and ${ofMonth}
      group by o.network, o.offer order by earned desc, o.network, o.offer`.execute(db),
    sql<ShopFigures["guests"][number]>`
      select g.payer, max(g.created_at) as last_at, ${sums}
      from shop.guest_order g join shop.charge c on c.guest_order = g.id join ledger.payment p on p.id = c.payment
        join ledger."order" o on o.id = p.order_id
      where g.user_id = ${user} and o.status = 'completed'
      group by g.payer having count(*) > 1 order by last_at desc limit ${guests_max}`.execute(db),
  ]);
  const none = { orders: 0, paid: 0, earned: 0 };
  return {
    today: today.rows[0] ?? none,
    month: month.rows[0] ?? none,
    packages: packages.rows,
    guests: guests.rows,
  };
}

/** For a list of shops with the alias `p`: what each has sold this month. `sold`: what its agent paid for it. */
export const soldThisMonth = sql`lateral (
  select count(*)::int as month_orders, coalesce(sum(o.amount), 0)::bigint as month_sold,
    coalesce(sum(q.margin) filter (where q.status = 'matched'), 0)::bigint as month_earned
  from ledger."order" o join ledger.payment q on q.id = o.payment
  where o.user_id = p.user_id and o.payment is not null and o.status = 'completed' and ${ofMonth}) as m`;
