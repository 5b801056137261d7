import type { FactorAnswer } from "#contract/second-factor.ts";
import { getQuery } from "../lib/get-query.ts";

export const secondFactorQuery = getQuery<FactorAnswer>(["second-factor"], "/user/second-factor");
