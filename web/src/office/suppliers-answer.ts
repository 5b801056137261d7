/** What the pages of the office ask of suppliers, and what packages cost there. */
import { useQuery } from "@tanstack/react-query";
import type { SuppliersAnswer, AttemptRecord } from "#contract/fulfilment.ts";
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

/** The feed does not report them, so an open page asks this often. */
const look_again_ms = 10_000;

/** Orders that a supplier has left open for an hour, or about which it says something else now. */
export const attemptsQuery = getQuery<AttemptRecord[]>(["suppliers", "attempts"], "/supplier/attempts", {
  staleTime: 0,
  refetchInterval: look_again_ms,
});
