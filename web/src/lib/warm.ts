import { queryClient } from "./query-client.ts";

type Warmable = Parameters<typeof queryClient.prefetchQuery>[0];

/**
 * For loaders: starts the fetches that a page will need, beside the page's own code, without making the page wait for
 * them. The page shows skeletons until then, and what went wrong with a way to retry.
 */
export function warm(...queries: { queryKey: readonly unknown[] }[]): void {
  for (const query of queries) void queryClient.prefetchQuery(query as Warmable);
}
