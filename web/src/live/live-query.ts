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

/**
 * The options of a query whose rows the feed keeps up to date. Merging happens in structuralSharing because that runs in
 * the moment the cache takes an answer: no event can slip in between.
 */
export function liveQuery<Row extends Positioned, Key extends QueryKey>(
  queryKey: Key,
  fetch: (signal: AbortSignal) => Promise<Listing<Row>>,
  rules: Rules<Row>,
) {
  return queryOptions({
    queryKey,
    queryFn: ({ signal }) => fetch(signal),
    // Observers run it as well, on what their select has made of the list: that is left alone.
    structuralSharing: (cached, fetched) =>
      isListing<Row>(fetched)
        ? reconcile(isListing<Row>(cached) ? cached : undefined, fetched, rules, recentEvents())
        : fetched,
    meta: {
      live: {
        apply: (data, event) => applyEvent(data as Listing<Row>, event, rules),
        position: (data) => (data as Listing<Row>).position,
      },
    },
  });
}
