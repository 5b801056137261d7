/** What a guest pays in an agent's shop, and what the agent pays for it. */
import type { Pesewas } from "#contract/terms/money.ts";
import { priceFor } from "#contract/terms/pricing.ts";
import { productTypeOf } from "#contract/terms/product-types.ts";
import type { RejectionCode } from "#contract/terms/rejections.ts";
import { guestPrice, mayHaveShop } from "#contract/terms/shops.ts";
import type { Package, Product, ProductFacts } from "#ledger/core/rows/products.ts";
import type { AgentShop } from "#ledger/core/rows/shops.ts";
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
export function isForGuests({ network }: Pick<ProductFacts, "network">): boolean {
  return productTypeOf(network).form === undefined;
}

/** A guest pays `price`, of which the agent pays the shop `cost`. The rest is the agent's margin, and never negative. */
export interface ShopPrice {
  product: Product;
  item: Package;
  price: Pesewas;
  cost: Pesewas;
}

/**
 * What a package costs a guest in this agent's shop now, or why it is not sold there. Needs the agent's account and shop:
 * `{ accounts: [user], agent_shops: [user] }`.
 */
export function shopPrice(state: State, user: string, id: string): ShopPrice | { refusal: RejectionCode } {
  const account = state.accounts.get(user);
  const shop = state.agent_shops.get(user);
  const refusal = shopRefusal(account, shop, state.settings);
  if (refusal !== undefined || !account || !shop) return { refusal: refusal ?? "shop_unknown" };
  const product = [...state.products.values()].find(({ packages }) => packages.some((one) => one.id === id));
  const item = product?.packages.find((one) => one.id === id);
  const own = shop.prices.find((one) => one.package === id);
  if (!product || !item || !own || !isForGuests(product)) return { refusal: "package_unknown" };
  const cost = priceFor(account.level, item);
  const price = guestPrice(own.price, cost, state.settings.shop_rules);
  if (price === undefined) return { refusal: "package_unknown" };
  if (product.status !== "available") return { refusal: "product_out_of_stock" };
  return { product, item, price, cost };
}
