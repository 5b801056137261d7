import { queryOptions } from "@tanstack/react-query";
import type { ApiKeyAnswer } from "#api/contract/account.ts";
import { get } from "../../lib/api.ts";

/** One's own key for buying by program. Kept in memory for as long as it is looked at, and nowhere else. */
export const apiKeyQuery = queryOptions({
  queryKey: ["api-key"],
  queryFn: ({ signal }) => get<ApiKeyAnswer>("/user/api-key", signal),
  gcTime: 0,
});
