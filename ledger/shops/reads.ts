/** Agents' shops, with what their agents pay now. */
import { sql } from "kysely";
import type { Pesewas } from "#contract/terms/money.ts";
import { type ShopColour, type ShopRules, surchargeOf } from "#contract/terms/shops.ts";
import type { AccountStatus, Level } from "#contract/terms/statuses.ts";
import type { OwnPrice } from "#ledger/core/rows/shops.ts";
import { listProducts } from "../products/catalogue.ts";
import type { Database } from "../tables/open-reads.ts";
import { all, countUpToMax, searchFor, type Sql, type Total } from "../tables/search.ts";
import { streamOf } from "../tables/stream-sql.ts";
import { ownPackages, shopRefusal } from "./prices.ts";

/** What an agent says of their shop. */
export interface ShopFace {
  name: string;
  title: string;
  colour: ShopColour;
  greeting: string;
  contact: string;
  /** By its agent. */
  isOpen: boolean;
}

export async function readShopRules(db: Database): Promise<ShopRules> {
  const row = await db.selectFrom("ledger.settings").select("shop_rules").executeTakeFirstOrThrow();
  return row.shop_rules;
}

interface ShopRow {
  user: string;
  face: ShopFace;
  level: Level;
  status: AccountStatus;
  deleted: boolean;
  closed: boolean;
  closed_because: string | null;
  prices: OwnPrice[];
  shop_rules: ShopRules;
}

/**
 * What a stranger may see. Also by a name that the shop had before. Undefined if nothing is sold there: closed by an admin, and for
 * whatever reason.
 */
export async function shopByName(db: Database, name: string) {
  const shop = await shopRow(db, sql`p.user_id = (select user_id from shop.shop_name where name = ${name})`);
  if (!shop || shopRefusal(shop, shop, shop) !== undefined) return undefined;
  const { user, face, shop_rules } = shop;
  const { fee_by } = shop_rules;
  const own = (await listProducts(db)).flatMap((product) => ownPackages(product, shop));
  const packages = own.flatMap(({ id, network, offer, guest }) => {
    if (guest === undefined) return [];
    const surcharge = surchargeOf(guest, fee_by);
    return [{ id, network, offer, price: guest + surcharge, surcharge }];
  });
  return { user, face, packages, fee_by };
}

/** What an agent sees of their own shop. `face`: undefined until they open one. */
export async function ownShop(db: Database, { user, level }: { user: string; level: Level }) {
  const [shop, rules, products] = await Promise.all([
    shopRow(db, sql`p.user_id = ${user}`),
    readShopRules(db),
    listProducts(db),
  ]);
  const priced = { level, prices: shop?.prices ?? [], shop_rules: rules };
  return {
    rules,
    face: shop?.face,
    closed_because: shop?.closed_because ?? null,
    packages: products.flatMap((product) => ownPackages(product, priced)),
  };
}

async function shopRow(db: Database, which: Sql): Promise<ShopRow | undefined> {
  const { rows } = await sql<ShopRow>`
    select p.user_id as "user", json_build_object('name', p.name, 'title', p.title, 'colour', p.colour, 'greeting', p.greeting,
      'contact', p.contact, 'isOpen', p.is_open) as face, a.level, a.status, a.deleted, s.closed, ${closedBecause} as closed_because,
      s.prices, x.shop_rules
    from shop.agent_shop p join ledger.agent_shop s on s.user_id = p.user_id join ledger.account a on a.user_id = p.user_id
    cross join ledger.settings x
    where ${which}`.execute(db);
  return rows[0];
}

/** Why an admin has closed the shop; null if none has. Of rows `p` and `s`. */
const closedBecause = sql`case when s.closed then (select e.data ->> 'reason' from ledger.event e
  where e.stream = ${streamOf("shop", sql`p.user_id`)} and e.type = 'shop_closed' order by e.version desc limit 1) end`;

export interface ListedShop {
  id: number;
  user: string;
  username: string;
  name: string;
  title: string;
  is_open: boolean;
  closed: boolean;
  closed_because: string | null;
  offers: number;
  new_reports: number;
  reports: number;
  month_orders: number;
  month_sold: Pesewas;
  month_earned: Pesewas;
  /** In the list, from 1. */
  place: number;
}

export interface ShopFilter {
  search?: string | undefined;
  state?: "open" | "paused" | "closed" | undefined;
}

/** Those that have sold the most this month first. `cursor`: the place of the last one. */
export async function listShops(
  db: Database,
  filter: ShopFilter,
  { cursor, limit }: { cursor?: number | undefined; limit: number },
): Promise<ListedShop[]> {
  const { rows } = await sql<ListedShop>`
    select * from (
      select p.id, p.user_id as "user", u.username, p.name, p.title, p.is_open, s.closed,
        jsonb_array_length(s.prices) as offers, m.month_orders, m.month_sold, m.month_earned,
        (select count(*) from shop.shop_report r where r.user_id = p.user_id and r.seen_at is null) as new_reports,
        (select count(*) from shop.shop_report r where r.user_id = p.user_id) as reports, ${closedBecause} as closed_because,
        row_number() over (order by m.month_sold desc, m.month_earned desc, p.id desc) as place
      from ${listed} cross join ${soldThisMonth} where ${all(conditions(filter))}
    ) as l where place > ${cursor ?? 0} order by place limit ${limit}`.execute(db);
  return rows;
}

export async function countShops(db: Database, filter: ShopFilter): Promise<Total> {
  return countUpToMax(db, sql`select from ${listed} where ${all(conditions(filter))}`);
}

const listed = sql`shop.agent_shop p join ledger.agent_shop s on s.user_id = p.user_id join shop."user" u on u.id = p.user_id`;

const inState = {
  open: sql`not s.closed and p.is_open`,
  paused: sql`not s.closed and not p.is_open`,
  closed: sql`s.closed`,
};

function conditions({ search, state }: ShopFilter): Sql[] {
  const found = search ? searchFor(search) : undefined;
  return [
    sql`not u.deleted`,
    ...(state ? [inState[state]] : []),
    ...(found
      ? [
          sql`(p.name ilike ${found.pattern} or p.title ilike ${found.pattern} or u.username ilike ${found.name})`,
        ]
      : []),
  ];
}

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

/** What an agent's shop has sold: orders of guests that were delivered. */
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
const soldThisMonth = sql`lateral (
  select count(*)::int as month_orders, coalesce(sum(o.amount), 0)::bigint as month_sold,
    coalesce(sum(q.margin) filter (where q.status = 'matched'), 0)::bigint as month_earned
  from ledger."order" o join ledger.payment q on q.id = o.payment
  where o.user_id = p.user_id and o.payment is not null and o.status = 'completed' and ${ofMonth}) as m`;
