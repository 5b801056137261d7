/** The same server, another database. */
export function withDatabase(url: string, database: string): string {
  const changed = new URL(url);
  changed.pathname = `/${database}`;
  return changed.href;
}

/**
 * The same database, as the role under which the API runs: it can't rewrite the log. Without JIT and parallel workers,
 * which PostgreSQL tries on a search of a million orders by the cost it expects: starting them takes longer than the search.
 */
export function asApiRole(url: string): string {
  const changed = new URL(url);
  const given = changed.searchParams.get("options");
  changed.searchParams.set("options", [given, apiSettings].filter(Boolean).join(" "));
  // URLSearchParams writes a space as +, which libpq and pg read as a plus.
  return changed.href.replaceAll("+", "%20");
}

const apiSettings = "-c role=cedibook_api -c jit=off -c max_parallel_workers_per_gather=0";
