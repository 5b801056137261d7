import type { PackageRecord, ProductRecord } from "#contract/products.ts";
import type { SuppliersAnswer } from "#contract/fulfilment.ts";
import { plainCedis, toCedis, type Pesewas } from "#contract/terms/money.ts";
import { priceByRule } from "#contract/terms/pricing.ts";
import { money, pesewas } from "../../lib/money.ts";
import type { Costs } from "../../office/package-costs.ts";
import { draftOf, perPrice, type PriceField, type ProductDraft } from "./draft.ts";

/** By how much prices move: a share in percent, or an amount in pesewas. Negative lowers them. */
type Shift = { percent: number } | { amount: Pesewas };
type Rule = SuppliersAnswer["priceRule"];
/** A shift of what they are, or new prices from what the packages cost. */
export type Move = Shift | { rule: Rule; costs: Costs };

/** The smallest coin that prices are made of here, so that buyers can pay exactly. */
const step: Pesewas = 10;

/** Rounded to 10 pesewas, and at least that much. */
export function movedPrice(price: Pesewas, move: Shift): Pesewas {
  const moved = "amount" in move ? price + move.amount : price + (price * move.percent) / 100;
  return Math.max(Math.round(moved / step) * step, step);
}

/** A product's form with all its prices moved. */
export function movedDraft(product: ProductRecord, move: Move): ProductDraft {
  const moved = (row: PackageRecord): PackageRecord => ({
    ...row,
    ...perPrice((field) => toCedis(priceAfter(row, field, move))),
  });
  return draftOf(product.network, { ...product, packages: product.packages.map(moved) });
}

/** A package whose cost nobody knows keeps its price. */
function priceAfter(row: PackageRecord, field: PriceField, move: Move): Pesewas {
  const price = pesewas(row[field]);
  if (!("rule" in move)) return movedPrice(price, move);
  const { unit, step, [field]: margin } = move.rule;
  const cost = move.costs.get(row._id);
  return cost === undefined
    ? price
    : priceByRule(cost, Math.round(margin * 100), { unit, step: pesewas(step) });
}

/** "10 % for customers, 6 % for agents and 4 % for super agents, rounded up to ¢0.10" */
export function ruleText({ unit, step, priceCustomer, priceAgent, priceSAg }: Rule): string {
  const margin = (size: number) => (unit === "percent" ? `${size} %` : money(size));
  const [customers, agents, superAgents] = [priceCustomer, priceAgent, priceSAg].map(margin);
  return `${customers} for customers, ${agents} for agents and ${superAgents} for super agents, rounded up to ${money(step)}`;
}

/** "+5" and "%", or "-0.50" and "¢"; undefined if it moves nothing. */
export function readMove(typed: string, unit: "%" | "¢"): Shift | undefined {
  const by = /^[+-]?\d{1,5}(\.\d{1,2})?$/.test(typed) ? Number(typed) : 0;
  if (by === 0 || (unit === "%" && by <= -100)) return undefined;
  return unit === "%" ? { percent: by } : { amount: pesewas(by) };
}

/** "+5 %", "−¢0.50" or "cost and margins" */
export function moveText(move: Move): string {
  if ("rule" in move) return "cost and margins";
  const by = "amount" in move ? move.amount : move.percent;
  const size = "amount" in move ? `¢${plainCedis(Math.abs(move.amount))}` : `${Math.abs(move.percent)} %`;
  return `${by < 0 ? "−" : "+"}${size}`;
}
