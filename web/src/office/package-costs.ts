/** What packages cost the shop at whoever delivers them. */
import { useQuery } from "@tanstack/react-query";
import type { SuppliersAnswer } from "#contract/fulfilment.ts";
import type { Pesewas } from "#contract/terms/money.ts";
import { pesewas } from "../lib/money.ts";
import { getQuery } from "../lib/query-client.ts";

/** Costs change without an event of the feed. */
const stale_ms = 60_000;

export const suppliersAnswerQuery = getQuery<SuppliersAnswer>(["suppliers", "all"], "/supplier", {
  staleTime: stale_ms,
});

/** By the id of a package. What is delivered by hand has no cost here. */
export type Costs = ReadonlyMap<string, Pesewas>;

export function costsOf({ routes, prices, stockCosts }: SuppliersAnswer): Costs {
  const known = Object.entries(routes).flatMap(([id, [first]]) => {
    const found = prices.find(({ supplier, code }) => supplier === first?.supplier && code === first.code);
    const cost = first?.supplier === "stock" ? stockCosts[id] : found?.cost;
    return cost === undefined ? [] : [[id, pesewas(cost)] as const];
  });
  return new Map(known);
}

/** None until they are known. */
export function useCosts(): Costs {
  const { data } = useQuery(suppliersAnswerQuery);
  return data === undefined ? new Map() : costsOf(data);
}
