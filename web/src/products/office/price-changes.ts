import type { ChangeRecord } from "#contract/audit.ts";
import type { ProductRecord, PackageRecord } from "#contract/products.ts";
import { officeLimits } from "#contract/terms/office-limits.ts";
import {
  formatCedis,
  parseCedis,
  groupedCedis,
  plainCedis,
  type Pesewas,
  toCedis,
} from "#contract/terms/money.ts";
import { isFarFrom, priceByRule } from "#contract/terms/pricing.ts";
import { pesewas, money } from "../../lib/money.ts";
import type { Costs } from "../../office/suppliers-answer.ts";
import {
  type PackageDraft,
  levelNames,
  priceFields,
  type PriceField,
  draftOf,
  perPrice,
  type ProductDraft,
} from "./draft.ts";
import { costProblem } from "./start-rows.ts";
import type { SuppliersAnswer } from "#contract/fulfilment.ts";

const payerOf = (field: PriceField) => levelNames[field].toLowerCase();

/**
 * What a save does to the prices of a product: those that it changes or makes, as admins read them, and what about them may
 * be a slip.
 */
export function priceChanges(
  packages: readonly PackageDraft[],
  product: ProductRecord | undefined,
  costs: Costs,
) {
  const changes: ChangeRecord[] = [];
  const warnings: string[] = [];
  const far: string[] = [];
  for (const row of packages) {
    const old = product?.packages.find((one) => one._id === row._id);
    const count = changes.length;
    for (const field of priceFields) {
      const price = parseCedis(row[field]);
      const was = old && pesewas(old[field]);
      if (price === undefined || price === was) continue;
      const what = `${row.offer}: ${payerOf(field)}`;
      const share = was === undefined ? "" : ` (${shareText(price, was)})`;
      const before = was === undefined ? null : groupedCedis(was);
      changes.push({ what, before, after: `${groupedCedis(price)}${share}` });
      if (was !== undefined && isFarFrom(price, was)) far.push(what);
    }
    if (changes.length > count) warnings.push(...dearerLevels(row), ...lossText(row, costs));
  }
  return { changes, warnings: [...farText(far), ...warnings] };
}

/** One line, so that many of them do not hide a mixed-up field. */
function farText(far: readonly string[]): string[] {
  if (far.length === 0) return [];
  const what = far.length === 1 ? `${far[0]} changes` : `${far.length} prices change`;
  return [`${what} by more than ${officeLimits.price_cut_share_max * 100} %`];
}

/** A higher level never pays more than the one below it, unless somebody mixed up two fields. */
function dearerLevels(row: PackageDraft): string[] {
  return priceFields.flatMap((field, at) => {
    const below = priceFields[at - 1];
    const [price, less] = [parseCedis(row[field]), below && parseCedis(row[below])];
    if (below === undefined || price === undefined || less === undefined || price <= less) return [];
    const [more, than] = [payerOf(field), payerOf(below)];
    return [
      `${row.offer}: the ${more} pays more than the ${than}, ${formatCedis(price)} > ${formatCedis(less)}`,
    ];
  });
}

/** What is wrong with a price beside its package's cost, if that is known. */
export function belowCost(row: PackageDraft, field: PriceField, costs: Costs): string | undefined {
  const cost = row._id === undefined ? undefined : costs.get(row._id);
  return cost === undefined ? undefined : costProblem({ ...row, cost: plainCedis(cost) }, field);
}

function lossText(row: PackageDraft, costs: Costs): string[] {
  const losing = priceFields.filter((field) => belowCost(row, field, costs) !== undefined);
  if (losing.length === 0) return [];
  const who = losing.map(payerOf).join(" and the ");
  const cost = formatCedis(costs.get(row._id ?? "") ?? 0);
  return [`${row.offer}: costs ${cost}, more than the ${who} ${losing.length === 1 ? "pays" : "pay"}`];
}

/** "+5.2 %" or "−20.8 %" */
function shareText(price: Pesewas, was: Pesewas): string {
  const share = ((price - was) / was) * 100;
  return `${share < 0 ? "−" : "+"}${Math.abs(share).toFixed(1)} %`;
}

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
