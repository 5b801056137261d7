import { queryOptions } from "@tanstack/react-query";
import { queryClient } from "../../lib/query-client.ts";
import { suppliersAnswerQuery } from "../../office/suppliers-answer.ts";

/** Suppliers work at any moment, and the feed does not report it, so an open page asks this often. */
const look_again_ms = 5000;

export const suppliersQuery = queryOptions({
  ...suppliersAnswerQuery,
  staleTime: 0,
  refetchInterval: look_again_ms,
});

/** After an act: all that the page shows of suppliers is read again. */
export function readSuppliersAgain(): Promise<void> {
  return queryClient.invalidateQueries({ queryKey: ["suppliers"] });
}
