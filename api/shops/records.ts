/** Agents' shops as the wire carries them, with prices in cedis. */
import type { ShopFigures, ShopSold } from "#ledger/shops/figures.ts";
import type { ListedShop, ownShop, ShopView } from "#ledger/shops/reads.ts";
import type {
  OwnShopAnswer,
  ShopAnswer,
  ShopFiguresAnswer,
  ShopRecord,
  ShopRulesRecord,
} from "#contract/shops.ts";
import { cedisOrNull, toCedis } from "#contract/terms/money.ts";
import { type ShopColour, shopRoute, type ShopRules } from "#contract/terms/shops.ts";
import type { Shop } from "../shop.ts";

export function shopAnswer({ user: _, fee_by: _by, packages, colour, ...shop }: ShopView): ShopAnswer {
  return {
    ...shop,
    colour: colour as ShopColour,
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
  { rules, shop, packages }: Awaited<ReturnType<typeof ownShop>>,
): OwnShopAnswer {
  return {
    rules: rulesRecord(rules),
    shop: shop
      ? {
          name: shop.name,
          title: shop.title,
          colour: shop.colour as ShopColour,
          greeting: shop.greeting,
          contact: shop.contact,
          isOpen: shop.is_open,
          closedBecause: shop.closed_because,
          link: `${publicUrl}${shopRoute}/${shop.name}`,
        }
      : null,
    packages: packages.map(({ id, network, offer, isAvailable, cost, highest, price, guest }) => ({
      _id: id,
      network,
      offer,
      isAvailable,
      cost: toCedis(cost),
      highest: toCedis(highest),
      price: cedisOrNull(price),
      guestPrice: guest === undefined ? null : toCedis(guest),
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
  const { id, user, username, name, title, greeting, contact } = row;
  return {
    _id: id,
    name,
    title,
    greeting,
    contact,
    agent: { _id: user, username },
    state: row.closed ? "closed" : row.is_open ? "open" : "paused",
    closedBecause: row.closed_because,
    offers: row.offers,
    newReports: row.new_reports,
    reports: row.reports,
    openedAt: row.opened_at,
    monthOrders: row.month_orders,
    monthSold: toCedis(row.month_sold),
    monthEarned: toCedis(row.month_earned),
  };
}
