import { queryOptions, type UnusedSkipTokenOptions } from "@tanstack/react-query";
import type { LiveEvent } from "#contract/live.ts";
import { get } from "./api.ts";

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
