/** What a guest pays in an agent's shop, and what the agent pays for it. */
import type { Pesewas } from "#contract/terms/money.ts";
import { priceFor } from "#contract/terms/pricing.ts";
import { productTypeOf } from "#contract/terms/product-types.ts";
import type { RejectionCode } from "#contract/terms/rejections.ts";
import { guestPrice, highestPrice, mayHaveShop, type ShopRules } from "#contract/terms/shops.ts";
import type { Level } from "#contract/terms/statuses.ts";
import type { Package, Product, ProductFacts } from "#ledger/core/rows/products.ts";
import type { AgentShop, OwnPrice } from "#ledger/core/rows/shops.ts";
import type { Settings } from "#ledger/core/rows/settings.ts";
import type { Account } from "#ledger/core/rows/users.ts";
import type { State } from "#ledger/core/state.ts";

/** Why nothing is sold in a shop; undefined if something is. */
export function shopRefusal(
  account: Pick<Account, "level" | "status" | "deleted"> | undefined,
  shop: Pick<AgentShop, "closed"> | undefined,
  { shop_rules }: Pick<Settings, "shop_rules">,
): RejectionCode | undefined {
  if (!shop_rules.isOn) return "shops_off";
  if (!account || account.deleted || account.status === "Banned" || !mayHaveShop(account.level))
    return "shop_agents_only";
  if (!shop) return "shop_unknown";
  return shop.closed ? "shop_closed" : undefined;
}

/** Whether guests can buy it: nobody fills in a form there. */
function isForGuests({ network }: Pick<ProductFacts, "network">): boolean {
  return productTypeOf(network).form === undefined;
}

/** The package with this id and its product, if guests can buy it. */
export function packageForGuests(
  id: string,
  { products }: Pick<State, "products">,
): { product: Product; item: Package } | undefined {
  for (const product of products.values()) {
    const item = product.packages.find((one) => one.id === id);
    if (item) return isForGuests(product) ? { product, item } : undefined;
  }
  return undefined;
}

export interface OwnPackage {
  id: string;
  network: string;
  offer: string;
  isAvailable: boolean;
  /** What the agent pays. */
  cost: Pesewas;
  highest: Pesewas;
  /** What the agent asks; null: not offered. */
  price: Pesewas | null;
  /** What a guest pays; undefined: it is not sold. */
  guest: Pesewas | undefined;
}

/** What an agent pays and asks for each package of a product. */
export function ownPackages(
  product: Pick<ProductFacts, "network" | "status" | "packages">,
  { level, prices, shop_rules }: { level: Level; prices: OwnPrice[]; shop_rules: ShopRules },
): OwnPackage[] {
  if (!isForGuests(product)) return [];
  const { network, status, packages } = product;
  const isAvailable = status === "available";
  return packages.map(({ id, offer, ...item }) => {
    const cost = priceFor(level, item);
    const price = prices.find((one) => one.package === id)?.price ?? null;
    const guest = price === null || !isAvailable ? undefined : guestPrice(price, cost, shop_rules);
    return { id, network, offer, isAvailable, cost, highest: highestPrice(cost, shop_rules), price, guest };
  });
}
