/** Prices that one admin lowered alone, and what is bought below what they were. */
import { hoursBefore } from "#contract/terms/dates.ts";
import { officeLimits } from "#contract/terms/office-limits.ts";
import { isFarBelow, isFarFrom, priceKindOf, priceKinds, type PriceKind } from "#contract/terms/pricing.ts";
import type { Level } from "#contract/terms/statuses.ts";
import type { BelowPrice } from "./orders.ts";
import type { Changed, Happened, Requested } from "./declare.ts";
import type { Package, PriceCut, ProductFacts } from "../rows/products.ts";
import { system } from "../rows/users.ts";
import type { State } from "../state.ts";

export type ProductChange = Changed<ProductFacts> & Requested;

/** The cuts after a change of a product. What two admins agreed on, or the shop itself did, is no cut. */
export function cutsAfter(cuts: readonly PriceCut[], event: Happened<"product", ProductChange>): PriceCut[] {
  const { actor: by, recorded_at: at, data } = event;
  const isAlone = by !== system && data.requested_by === undefined;
  let after = cuts.filter((cut) => cut.at > sinceOf(at));
  for (const item of data.after.packages) {
    const old = data.before.packages.find(({ id }) => id === item.id);
    for (const price of priceKinds) {
      if (old === undefined || item[price] === old[price]) continue;
      const known = after.find((cut) => isOf(cut, item, price));
      const highest = Math.max(known?.before ?? 0, old[price]);
      after = after.filter((cut) => cut !== known);
      if (!isAlone || item[price] >= highest) continue;
      // Raising a price again is not cutting it.
      if (item[price] > old[price]) after.push(...(known ? [known] : []));
      else after.push({ package: item.id, price, before: highest, by, at });
    }
  }
  return after;
}

/** How much below a price that an admin has just cut a level buys. */
export function belowPrice(item: Package, level: Level, state: State): BelowPrice | undefined {
  const price = priceKindOf(level);
  const cut = freshCut(item, price, state);
  return cut && { by: cut.by, amount: cut.before - item[price] };
}

/**
 * Whether a change of a product takes two admins: a price far below what it was within a day, or an offer that had no
 * price before, which could be sold for anything.
 */
export function cutsTooFar(
  before: ProductFacts,
  after: ProductFacts,
  state: Pick<State, "price_cuts" | "now">,
): boolean {
  return after.packages.some((item) => {
    const old = before.packages.find(({ id }) => id === item.id);
    if (old === undefined || old.offer !== item.offer) return true;
    return priceKinds.some((price) => {
      const highest = Math.max(old[price], freshCut(item, price, state)?.before ?? 0);
      return item[price] < old[price] && isFarBelow(item[price], highest);
    });
  });
}

/**
 * Whether a change of a product brings a price far from what it was within a day, in the direction in which it changes it,
 * or an offer that had no price before. `changes`: of the last day, of any products.
 */
export function movesPriceFar(
  before: ProductFacts,
  after: ProductFacts,
  changes: readonly Happened<"product", ProductChange>[],
): boolean {
  const earlier = [before, ...changes.map(({ data }) => data.before)].flatMap(({ packages }) => packages);
  return after.packages.some((item) => {
    const old = before.packages.find(({ id }) => id === item.id);
    if (old === undefined || old.offer !== item.offer) return true;
    const ofItem = earlier.filter(({ id }) => id === item.id);
    return priceKinds.some((price) => {
      const was = ofItem.map((one) => one[price]);
      if (item[price] === old[price]) return false;
      return isFarFrom(item[price], item[price] < old[price] ? Math.max(...was) : Math.min(...was));
    });
  });
}

function freshCut(
  item: Package,
  price: PriceKind,
  state: Pick<State, "price_cuts" | "now">,
): PriceCut | undefined {
  return state.price_cuts.find((cut) => isOf(cut, item, price) && cut.at > sinceOf(state.now));
}

function isOf(cut: PriceCut, { id }: Package, price: PriceKind): boolean {
  return cut.package === id && cut.price === price;
}

function sinceOf(now: string): string {
  return hoursBefore(now, officeLimits.price_cut_window_h);
}
