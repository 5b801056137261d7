import { queryOptions, type QueryKey } from "@tanstack/react-query";
import type { LiveEvent } from "#api/contract/live.ts";
import { applyEvent, isListing, reconcile, type Listing, type Positioned, type Rules } from "./listing.ts";
import { recentEvents } from "./recent.ts";

/** What a query tells the feed about itself. */
interface QueryMeta extends Record<string, unknown> {
  /** For lists that events change: the cached data after an event, and the position it was fetched at. */
  live?: { apply: (data: unknown, event: LiveEvent) => unknown; position: (data: unknown) => number };
  /** For figures that only the server can count: whether an event makes them worth asking for again. */
  outdatedBy?: (event: LiveEvent) => boolean;
  /** It shows what waits for a second admin. */
  approvals?: true;
}

declare module "@tanstack/react-query" {
  interface Register {
    queryMeta: QueryMeta;
  }
}

/** Answers that no cache has taken yet. One set for all: a query may be given new options while it fetches. */
const fresh = new WeakSet<object>();

/**
 * The options of a query whose rows the feed keeps up to date. An answer is merged with what the feed said meanwhile in
 * structuralSharing, because that runs at the moment the cache takes it: no event can slip in between. It runs for every
 * event and every observer too, so it looks only at answers that have just been fetched: replaying 500 events took 34 ms
 * for 10,000 orders.
 */
export function liveQuery<Row extends Positioned, Key extends QueryKey>(
  queryKey: Key,
  fetch: (signal: AbortSignal) => Promise<Listing<Row>>,
  rules: Rules<Row>,
) {
  return queryOptions({
    queryKey,
    queryFn: async ({ signal }) => {
      const answer = await fetch(signal);
      fresh.add(answer);
      return answer;
    },
    structuralSharing: (cached, next) => {
      if (!isListing<Row>(next) || !fresh.delete(next)) return next;
      return reconcile(isListing<Row>(cached) ? cached : undefined, next, rules, recentEvents());
    },
    meta: {
      live: {
        apply: (data, event) => applyEvent(data as Listing<Row>, event, rules),
        position: (data) => (data as Listing<Row>).position,
      },
    },
  });
}
