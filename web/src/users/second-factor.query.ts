import type { FactorAnswer } from "#api/contract/second-factor.ts";
import { getQuery } from "../lib/get-query.ts";

export const secondFactorQuery = getQuery<FactorAnswer>(["second-factor"], "/user/second-factor");
