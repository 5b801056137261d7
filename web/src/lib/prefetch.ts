import { queryClient } from "./query-client.ts";

type Prefetchable = Parameters<typeof queryClient.prefetchQuery>[0];

/**
 * For route loaders: starts the fetches of a page while its code is still loading, without delaying the page. The page
 * shows skeletons meanwhile, and a failure with a way to retry.
 */
export function prefetch(...queries: { queryKey: readonly unknown[] }[]): void {
  for (const query of queries) void queryClient.prefetchQuery(query as Prefetchable);
}
