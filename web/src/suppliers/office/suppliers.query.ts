import { queryOptions } from "@tanstack/react-query";
import type { AttemptRecord } from "#contract/fulfilment.ts";
import { getQuery, queryClient } from "../../lib/query-client.ts";
import { suppliersAnswerQuery } from "../../office/package-costs.ts";

/** Suppliers work at any moment, and the feed does not report it, so an open page asks this often. */
const look_again_ms = 5000;
const askedAgain = { staleTime: 0, refetchInterval: look_again_ms };

export const suppliersQuery = queryOptions({ ...suppliersAnswerQuery, ...askedAgain });

export const attemptsQuery = getQuery<AttemptRecord[]>(
  ["suppliers", "attempts"],
  "/supplier/attempts",
  askedAgain,
);

/** After an act: all that the page shows of suppliers is read again. */
export function readSuppliersAgain(): Promise<void> {
  return queryClient.invalidateQueries({ queryKey: ["suppliers"] });
}
