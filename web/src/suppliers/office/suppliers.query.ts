import type { SuppliersAnswer } from "#contract/fulfilment.ts";
import { getQuery, queryClient } from "../../lib/query-client.ts";

/** Suppliers work at any moment, and the feed does not report it, so an open page asks this often. */
const look_again_ms = 5000;

export const suppliersQuery = getQuery<SuppliersAnswer>(["suppliers", "all"], "/supplier", {
  staleTime: 0,
  refetchInterval: look_again_ms,
});

/** After an act: all that the page shows of suppliers is read again. */
export function readSuppliersAgain(): Promise<void> {
  return queryClient.invalidateQueries({ queryKey: ["suppliers"] });
}
