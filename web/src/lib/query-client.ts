import { onlineManager, QueryClient, queryOptions, type UnusedSkipTokenOptions } from "@tanstack/react-query";
import { liveState } from "./live-state.ts";
import { ApiError } from "./api-error.ts";
import type { LiveEvent } from "#contract/live.ts";
import { get } from "./api.ts";

/**
 * While the feed is live, the cache is as fresh as the server. Without the feed, data older than this is fetched again.
 */
const stale_ms = 15_000;

/** Node, where the storm's clients run this code, does not say whether there is a network. */
const isOnline = () => navigator.onLine !== false;

/** Asks again only if the answer is missing or broken, because a refusal would be the same again; and not offline. */
function isWorthRetry(failures: number, error: unknown): boolean {
  return failures < 2 && isOnline() && error instanceof ApiError && error.isOutcomeUnknown;
}

/**
 * For a query that shows what this device saw last until the server answers. As long as no answer comes, it keeps asking
 * and never fails, because an error would hide what it shows.
 */
export function untilAnswered<Data>(lastSeen: () => Data | undefined) {
  return {
    placeholderData: () => lastSeen(),
    // Waits for the network after the first attempt.
    networkMode: "offlineFirst",
    retry: (failures: number, error: unknown) =>
      (error instanceof ApiError && error.status === 0 && lastSeen() !== undefined) ||
      isWorthRetry(failures, error),
  } as const;
}

// The library assumes a network at first, and would not notice that it comes back.
onlineManager.setOnline(isOnline());

export const queryClient = new QueryClient({
  defaultOptions: {
    // Calls succeed or fail at once, also without a network. By default the library would hold a command back until
    // there is a network, and would show nothing of data that was never fetched.
    mutations: { networkMode: "always" },
    queries: {
      networkMode: "always",
      refetchOnReconnect: true,
      staleTime: () => (liveState() === "live" ? Infinity : stale_ms),
      gcTime: 10 * 60_000,
      retry: isWorthRetry,
    },
  },
});

type Prefetchable = Parameters<typeof queryClient.prefetchQuery>[0];

/**
 * For route loaders: starts the fetches of a page while its code is still loading, without delaying the page. The page
 * shows skeletons meanwhile, and a failure with a way to retry.
 */
export function prefetch(...queries: { queryKey: readonly unknown[] }[]): void {
  for (const query of queries) void queryClient.prefetchQuery(query as Prefetchable);
}

type Options<Answer, Data> = Omit<
  UnusedSkipTokenOptions<Answer, Error, Data, readonly unknown[]>,
  "queryKey" | "queryFn"
>;

/** A query that reads one path. `outdatedBy`: whether an event of the feed makes the answer outdated. */
export function getQuery<Answer, Data = Answer>(
  queryKey: readonly unknown[],
  path: string,
  { outdatedBy, ...options }: Options<Answer, Data> & { outdatedBy?: (event: LiveEvent) => boolean } = {},
) {
  return queryOptions({
    queryKey,
    queryFn: ({ signal }) => get<Answer>(path, signal),
    ...(outdatedBy && { meta: { outdatedBy } }),
    ...options,
  });
}
