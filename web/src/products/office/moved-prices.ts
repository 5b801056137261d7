import type { PackageRecord, ProductRecord } from "#contract/products.ts";
import { plainCedis, toCedis, type Pesewas } from "#contract/terms/money.ts";
import { pesewas } from "../../lib/money.ts";
import { draftOf, perPrice, type ProductDraft } from "./draft.ts";

/** By how much prices move: a share in percent, or an amount in pesewas. Negative lowers them. */
export type Move = { percent: number } | { amount: Pesewas };

/** The smallest coin that prices are made of here, so that buyers can pay exactly. */
const step: Pesewas = 10;

/** Rounded to 10 pesewas, and at least that much. */
export function movedPrice(price: Pesewas, move: Move): Pesewas {
  const moved = "amount" in move ? price + move.amount : price + (price * move.percent) / 100;
  return Math.max(Math.round(moved / step) * step, step);
}

/** A product's form with all its prices moved. */
export function movedDraft(product: ProductRecord, move: Move): ProductDraft {
  const moved = (row: PackageRecord): PackageRecord => ({
    ...row,
    ...perPrice((field) => toCedis(movedPrice(pesewas(row[field]), move))),
  });
  return draftOf(product.network, { ...product, packages: product.packages.map(moved) });
}

/** "+5" and "%", or "-0.50" and "¢"; undefined if it moves nothing. */
export function readMove(typed: string, unit: "%" | "¢"): Move | undefined {
  const by = /^[+-]?\d{1,5}(\.\d{1,2})?$/.test(typed) ? Number(typed) : 0;
  if (by === 0 || (unit === "%" && by <= -100)) return undefined;
  return unit === "%" ? { percent: by } : { amount: pesewas(by) };
}

/** "+5 %" or "−¢0.50" */
export function moveText(move: Move): string {
  const by = "amount" in move ? move.amount : move.percent;
  const size = "amount" in move ? `¢${plainCedis(Math.abs(move.amount))}` : `${Math.abs(move.percent)} %`;
  return `${by < 0 ? "−" : "+"}${size}`;
}
