/** Agents' shops as the wire carries them, with prices in cedis. */
import type { ListedShop, ownShop, shopByName, ShopFigures, ShopSold } from "#ledger/shops/reads.ts";
import type {
  OwnShopAnswer,
  ShopAnswer,
  ShopFiguresAnswer,
  ShopRecord,
  ShopRulesRecord,
} from "#contract/shops.ts";
import { cedisOrNull, toCedis } from "#contract/terms/money.ts";
import { shopRoute, type ShopRules } from "#contract/terms/shops.ts";
import type { Shop } from "../shop.ts";

type SoldShop = NonNullable<Awaited<ReturnType<typeof shopByName>>>;

export function shopAnswer({ face, packages }: SoldShop): ShopAnswer {
  return {
    ...face,
    packages: packages.map(({ id, network, offer, price }) => ({
      _id: id,
      network,
      offer,
      price: toCedis(price),
    })),
  };
}

export function rulesRecord({ isOn, highest, fee_by }: ShopRules): ShopRulesRecord {
  return { isOn, highest: highest / 100, feeBy: fee_by };
}

export function ownShopAnswer(
  { publicUrl }: Pick<Shop, "publicUrl">,
  { rules, face, closed_because: closedBecause, packages }: Awaited<ReturnType<typeof ownShop>>,
): OwnShopAnswer {
  return {
    rules: rulesRecord(rules),
    shop: face ? { ...face, closedBecause, link: `${publicUrl}${shopRoute}/${face.name}` } : null,
    packages: packages.map(({ id, guest: _, cost, highest, price, ...item }) => ({
      ...item,
      _id: id,
      cost: toCedis(cost),
      highest: toCedis(highest),
      price: cedisOrNull(price),
    })),
  };
}

export function figuresRecord({ today, month, packages, guests }: ShopFigures): ShopFiguresAnswer {
  return {
    today: inCedis(today),
    month: inCedis(month),
    packages: packages.map(({ network, offer, ...sold }) => ({ network, offer, ...inCedis(sold) })),
    guests: guests.map(({ payer, last_at: lastAt, ...sold }) => ({ payer, lastAt, ...inCedis(sold) })),
  };
}

function inCedis({ orders, paid, earned }: ShopSold) {
  return { orders, paid: toCedis(paid), earned: toCedis(earned) };
}

export function shopRecord(row: ListedShop): ShopRecord {
  const { id, user, username, name, title } = row;
  return {
    _id: id,
    name,
    title,
    agent: { _id: user, username },
    state: row.closed ? "closed" : row.is_open ? "open" : "paused",
    closedBecause: row.closed_because,
    offers: row.offers,
    newReports: row.new_reports,
    reports: row.reports,
    monthOrders: row.month_orders,
    monthSold: toCedis(row.month_sold),
    monthEarned: toCedis(row.month_earned),
  };
}
