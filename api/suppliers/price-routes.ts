/** Price lists of suppliers that do not tell them, and how the shop's prices are proposed. */
import type { SuppliersAnswer } from "#contract/fulfilment.ts";
import { operations } from "#contract/operations.ts";
import type { SupplierName } from "#contract/terms/fulfilment.ts";
import { cedisOrNull, toCedis } from "#contract/terms/money.ts";
import { type PriceRule, usualPriceRule } from "#contract/terms/pricing.ts";
import type { CostChange } from "#ledger/core/events/fulfilments.ts";
import { perform } from "../serve/command.ts";
import { ApiError } from "../serve/errors.ts";
import type { Serve } from "../serve/serve.ts";
import type { Shop } from "../shop.ts";
import { pricesWrite } from "./supplier-rows.ts";
import type { Price } from "./supplier.ts";

export function priceRoutes(shop: Shop, serve: Serve, read: () => Promise<SuppliersAnswer>): void {
  serve(operations.importPrices, async (c, { params: { name }, body: { prices } }) => {
    const known = (await read()).suppliers.find((one) => one.name === name);
    if (known?.isOn === true && known.pricesFrom === "supplier")
      throw new ApiError("input_invalid", "This supplier tells its prices itself");
    const intent = { supplier: name, count: prices.length, changed: await changesOf(shop, name, prices) };
    const sideWrites = [pricesWrite(name, prices, { isImported: true })];
    await perform(shop, c, { type: "import_supplier_prices", intent, body: intent, sideWrites });
    return read();
  });

  serve(operations.changePriceRule, async (c, { body: { seen, ...rule } }) => {
    const intent = { rule: ruleOf(rule), ...(seen && { seen: ruleOf(seen) }) };
    await perform(shop, c, { type: "change_price_rule", intent, body: intent });
    return read();
  });
}

/** What the supplier's new list changes, by code. */
async function changesOf(
  { db }: Shop,
  supplier: SupplierName,
  prices: readonly Price[],
): Promise<CostChange[]> {
  const rows = await db
    .selectFrom("shop.supplier_price")
    .select(["code", "cost"])
    .where("supplier", "=", supplier)
    .execute();
  const before = new Map(rows.map(({ code, cost }) => [code, cost]));
  const after = new Map(prices.map(({ code, cost }) => [code, cost]));
  return [...new Set([...before.keys(), ...after.keys()])]
    .map((code) => ({ code, before: before.get(code) ?? null, after: after.get(code) ?? null }))
    .filter((change) => change.before !== change.after);
}

function ruleOf({ priceCustomer, priceAgent, priceSAg, ...rule }: SuppliersAnswer["priceRule"]): PriceRule {
  return { ...rule, customer: priceCustomer, agent: priceAgent, superAgent: priceSAg };
}

/** What suppliers ask, and the rule, as the page gets them. */
export async function readPrices({
  db,
}: Shop): Promise<Pick<SuppliersAnswer, "prices" | "priceRule"> & { imported: Map<string, boolean> }> {
  const [prices, settings] = await Promise.all([
    db.selectFrom("shop.supplier_price").selectAll().orderBy("network").orderBy("cost").execute(),
    db.selectFrom("ledger.settings").select("price_rule").executeTakeFirst(),
  ]);
  const { customer, agent, superAgent, step, unit } =
    (settings?.price_rule as unknown as PriceRule | undefined) ?? usualPriceRule;
  return {
    imported: new Map(prices.map((price) => [price.supplier, price.is_imported])),
    prices: prices.map(({ supplier, code, name, network, cost, old_cost, changed_at }) => ({
      supplier: supplier as SupplierName,
      code,
      name,
      network,
      cost: toCedis(cost),
      oldCost: cedisOrNull(old_cost),
      changedAt: changed_at,
    })),
    priceRule: {
      unit,
      priceCustomer: toCedis(customer),
      priceAgent: toCedis(agent),
      priceSAg: toCedis(superAgent),
      step: toCedis(step),
    },
  };
}
