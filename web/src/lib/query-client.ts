import { QueryClient } from "@tanstack/react-query";
import { liveState } from "../live/state.ts";
import { ApiError } from "./api-error.ts";

/** While the feed is live the cache is as fresh as the server; without it, what is older than this is asked for again. */
const stale_ms = 15_000;

export const queryClient = new QueryClient({
  defaultOptions: {
    // Asked for at once or refused at once, also without a network: by itself the library would keep a command until there
    // is one, and show nothing at all of what was never fetched.
    mutations: { networkMode: "always" },
    queries: {
      networkMode: "always",
      refetchOnReconnect: true,
      staleTime: () => (liveState() === "live" ? Infinity : stale_ms),
      gcTime: 10 * 60_000,
      // A refusal stays a refusal; only a missing or broken answer is worth another try.
      retry: (failures, error) => failures < 2 && error instanceof ApiError && error.isOutcomeUnknown,
    },
  },
});
