import type { DaySpan } from "#ledger/terms/periods.ts";

/** "Cedibook-sales-2026-11-01-to-2026-11-22.csv". The shop's name loses what file names may not have. */
export function fileName(shop: string, list: string, { from, to }: DaySpan): string {
  const name = shop.replace(/[^\p{L}\p{N}]+/gu, "-").replace(/^-|-$/g, "");
  return `${name}-${list}-${from === to ? from : `${from}-to-${to}`}.csv`;
}
