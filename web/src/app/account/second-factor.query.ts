import { queryOptions } from "@tanstack/react-query";
import type { FactorAnswer } from "#api/contract/second-factor.ts";
import { get } from "../../lib/api.ts";

export const secondFactorQuery = queryOptions({
  queryKey: ["second-factor"],
  queryFn: ({ signal }) => get<FactorAnswer>("/user/second-factor", signal),
});
