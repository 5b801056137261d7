/** Agents' shops, with what their agents pay now. */
import { sql } from "kysely";
import type { Pesewas } from "#contract/terms/money.ts";
import { priceFor } from "#contract/terms/pricing.ts";
import { surchargeOf } from "#contract/terms/guest-fees.ts";
import { type FeeBearer, guestPrice, highestPrice, type ShopRules } from "#contract/terms/shops.ts";
import type { AccountStatus, Level } from "#contract/terms/statuses.ts";
import { shopStream } from "#contract/terms/streams.ts";
import type { OwnPrice } from "#ledger/core/rows/shops.ts";
import { listProducts, type ProductView } from "../products/catalogue.ts";
import type { Database } from "../tables/open-reads.ts";
import { all, countUpToMax, searchFor, type Sql, type Total } from "../tables/search.ts";
import { streamOf } from "../tables/stream-sql.ts";
import { soldThisMonth } from "./figures.ts";
import { isForGuests, shopRefusal } from "./prices.ts";

export interface PackageView {
  id: string;
  network: string;
  offer: string;
  price: Pesewas;
}

/** What a stranger may see. */
export interface ShopView {
  /** The agent. */
  user: string;
  name: string;
  title: string;
  colour: string;
  greeting: string;
  contact: string;
  /** By its agent. */
  isOpen: boolean;
  /** Each with what is added to its price for the fee. */
  packages: (PackageView & { surcharge: Pesewas })[];
  fee_by: FeeBearer;
}

export async function readShopRules(db: Database): Promise<ShopRules> {
  const row = await db.selectFrom("ledger.settings").select("shop_rules").executeTakeFirstOrThrow();
  return row.shop_rules;
}

interface ShopRow {
  user: string;
  name: string;
  title: string;
  colour: string;
  greeting: string;
  contact: string;
  is_open: boolean;
  level: Level;
  status: AccountStatus;
  deleted: boolean;
  closed: boolean;
  prices: OwnPrice[];
  shop_rules: ShopRules;
}

/** Also by a name that the shop had before. Undefined if nothing is sold there: closed by an admin, and for whatever reason. */
export async function shopByName(db: Database, name: string): Promise<ShopView | undefined> {
  const shop = await shopRow(db, sql`p.user_id = (select user_id from shop.shop_name where name = ${name})`);
  if (!shop || shopRefusal(shop, shop, shop) !== undefined) return undefined;
  const { user, title, colour, greeting, contact, is_open } = shop;
  const { fee_by } = shop.shop_rules;
  const packages = (await listProducts(db)).flatMap((product) =>
    pricesOf(product, shop).flatMap(({ id, offer, guest }) => {
      if (guest === undefined) return [];
      const surcharge = surchargeOf(guest, fee_by);
      return [{ id, network: product.network, offer, price: guest + surcharge, surcharge }];
    }),
  );
  return { user, name: shop.name, title, colour, greeting, contact, isOpen: is_open, packages, fee_by };
}

export interface OwnPackageView extends Omit<PackageView, "price"> {
  isAvailable: boolean;
  /** What the agent pays. */
  cost: Pesewas;
  highest: Pesewas;
  /** What the agent asks; null: not offered. */
  price: Pesewas | null;
  /** What a guest pays; undefined: it is not sold. */
  guest: Pesewas | undefined;
}

/** What an agent sees of their own shop. `shop`: undefined until they open one. */
export async function ownShop(db: Database, { user, level }: { user: string; level: Level }) {
  const [shop, rules, products] = await Promise.all([
    shopRow(db, sql`p.user_id = ${user}`),
    readShopRules(db),
    listProducts(db),
  ]);
  const priced = { level, prices: shop?.prices ?? [], shop_rules: rules };
  return {
    rules,
    shop: shop && {
      ...shop,
      closed_because: shop.closed ? await closedBecause(db, user) : null,
    },
    packages: products.flatMap((product): OwnPackageView[] => pricesOf(product, priced)),
  };
}

function pricesOf(
  product: ProductView,
  { level, prices, shop_rules }: Pick<ShopRow, "level" | "prices" | "shop_rules">,
): OwnPackageView[] {
  if (!isForGuests(product)) return [];
  const isAvailable = product.status === "available";
  return product.packages.map((item) => {
    const cost = priceFor(level, item);
    const price = prices.find((one) => one.package === item.id)?.price ?? null;
    return {
      id: item.id,
      network: product.network,
      offer: item.offer,
      isAvailable,
      cost,
      highest: highestPrice(cost, shop_rules),
      price,
      guest: price === null || !isAvailable ? undefined : guestPrice(price, cost, shop_rules),
    };
  });
}

async function shopRow(db: Database, which: Sql): Promise<ShopRow | undefined> {
  const { rows } = await sql<ShopRow>`
    select p.user_id as "user", p.name, p.title, p.colour, p.greeting, p.contact, p.is_open, a.level, a.status, a.deleted,
      s.closed, s.prices, x.shop_rules
    from shop.agent_shop p join ledger.agent_shop s on s.user_id = p.user_id join ledger.account a on a.user_id = p.user_id
    cross join ledger.settings x
    where ${which}`.execute(db);
  return rows[0];
}

async function closedBecause(db: Database, user: string): Promise<string> {
  const { rows } = await sql<{ reason: string }>`
    select data ->> 'reason' as reason from ledger.event
    where stream = ${shopStream(user)} and type = 'shop_closed' order by version desc limit 1`.execute(db);
  return rows[0]?.reason ?? "";
}

export interface ListedShop {
  id: number;
  user: string;
  username: string;
  name: string;
  title: string;
  greeting: string;
  contact: string;
  is_open: boolean;
  closed: boolean;
  closed_because: string | null;
  offers: number;
  new_reports: number;
  reports: number;
  opened_at: string;
  month_orders: number;
  month_sold: Pesewas;
  month_earned: Pesewas;
}

export interface ShopFilter {
  search?: string | undefined;
  state?: "open" | "paused" | "closed" | undefined;
}

/** The newest first. */
export async function listShops(
  db: Database,
  filter: ShopFilter,
  { cursor, limit }: { cursor?: number | undefined; limit: number },
): Promise<ListedShop[]> {
  const before = cursor === undefined ? [] : [sql`p.id < ${cursor}`];
  const { rows } = await sql<ListedShop>`
    select p.id, p.user_id as "user", u.username, p.name, p.title, p.greeting, p.contact, p.is_open, s.closed, p.opened_at,
      jsonb_array_length(s.prices) as offers, m.month_orders, m.month_sold, m.month_earned,
      (select count(*) from shop.shop_report r where r.user_id = p.user_id and r.seen_at is null) as new_reports,
      (select count(*) from shop.shop_report r where r.user_id = p.user_id) as reports,
      case when s.closed then (select e.data ->> 'reason' from ledger.event e
        where e.stream = ${streamOf("shop", sql`p.user_id`)} and e.type = 'shop_closed' order by e.version desc limit 1) end as closed_because
    from ${listed} cross join ${soldThisMonth} where ${all([...before, ...conditions(filter)])} order by p.id desc limit ${limit}`.execute(
    db,
  );
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
