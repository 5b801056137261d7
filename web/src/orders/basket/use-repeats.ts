import { useQuery, queryOptions } from "@tanstack/react-query";
import type { OrderRecord } from "#contract/order-list.ts";
import { dayOf } from "#contract/terms/dates.ts";
import { today } from "../../lib/now.ts";
import { fetchList } from "../../lib/lists.ts";
import { liveQuery } from "../../live/live-query.ts";
import { ownOrderRules } from "../my-orders.query.ts";
import { type BasketItem, useBasket } from "./basket.ts";
import { findRepeats, repeatText, saleKey } from "./find-repeats.ts";
import type { NumberLine } from "./parse-numbers.ts";

type Sale = Pick<BasketItem, "receiver" | "packageId">;

/** Pasted lines that repeat an earlier line, an item in the basket or an order of today, each with its reason. */
export function useRepeatedLines(lines: readonly NumberLine[]): ReadonlyMap<number, string> {
  const basket = useBasket();
  const { data: orders = [] } = useQuery(todaysOrdersQuery(today()));
  const sales = lines.flatMap(({ line, receiver, offer }) =>
    offer === undefined ? [] : [{ line, receiver, packageId: offer._id }],
  );
  const repeats = findRepeats(sales, { basket, orders, today: today() });
  const inList = lines.flatMap(({ line, duplicate }) =>
    duplicate === undefined ? [] : ([[line, `The same as line ${duplicate}.`]] as const),
  );
  return new Map([...inList, ...repeats.map((repeat) => [repeat.line.line, repeatText(repeat)] as const)]);
}

/** Items of the basket that repeat another item or an order of today. */
export function useRepeatedItems(items: readonly Sale[]): number {
  const { data: orders = [] } = useQuery(todaysOrdersQuery(today()));
  const repeats = findRepeats(items, { basket: [], orders, today: today() });
  const ordered = new Set<Sale>(repeats.map(({ line }) => line));
  const seen = new Set<string>();
  return items.filter((item) => {
    const key = saleKey(item);
    const isSeen = seen.has(key);
    seen.add(key);
    return isSeen || ordered.has(item);
  }).length;
}

/** The user's own orders of a day, to find what is bought twice. */
function todaysOrdersQuery(day: string) {
  return queryOptions({
    ...liveQuery(
      ["orders", "of day", day],
      (signal) => fetchList<OrderRecord>(`/order/allorders?mine=1&from=${day}&to=${day}`, signal),
      { ...ownOrderRules, belongs: ({ createdAt }) => dayOf(createdAt) === day },
    ),
    select: ({ rows }) => rows,
  });
}
