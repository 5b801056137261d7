import { withSettings } from "#ledger/store/connect/database-url.ts";

/**
 * The same database with the API's role, which can't rewrite the log. JIT and parallel workers are off: PostgreSQL would
 * use them for a search of a million orders, but starting them takes longer than the search.
 */
export function asApiRole(url: string): string {
  return withSettings(url, apiSettings);
}

const apiSettings = "-c role=cedibook_api -c jit=off -c max_parallel_workers_per_gather=0";
