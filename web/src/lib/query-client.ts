import { QueryClient } from "@tanstack/react-query";
import { liveState } from "../live/state.ts";
import { ApiError } from "./api-error.ts";

/**
 * While the feed is live, the cache is as fresh as the server. Without the feed, data older than this is fetched again.
 */
const stale_ms = 15_000;

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
      // Retries only if the answer is missing or broken. A refusal would be the same again.
      retry: (failures, error) => failures < 2 && error instanceof ApiError && error.isOutcomeUnknown,
    },
  },
});
