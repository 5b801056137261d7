import { withSettings } from "#ledger/store/connect/database-url.ts";

/**
 * The same database, as the role under which the API runs: it can't rewrite the log. Without JIT and parallel workers,
 * which PostgreSQL tries on a search of a million orders by the cost it expects: starting them takes longer than the search.
 */
export function asApiRole(url: string): string {
  return withSettings(url, apiSettings);
}

const apiSettings = "-c role=cedibook_api -c jit=off -c max_parallel_workers_per_gather=0";
