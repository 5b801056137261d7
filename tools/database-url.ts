import { withSettings } from "#ledger/connect/database-url.ts";

export type ServerRole = "cedibook_api" | "cedibook_auditor";

/**
 * The same database with the API's role. A session can always go back from the role to its login, so only the logins of
 * migrate/logins.ts keep the API from rewriting the log.
 */
export function asApiRole(url: string): string {
  return withRole(url, "cedibook_api");
}

/** The same database with the role of the auditor, who alone writes the schema `audit`. */
export function asAuditorRole(url: string): string {
  return withRole(url, "cedibook_auditor");
}

/**
 * JIT and parallel workers are off: PostgreSQL would use them for a search of a million orders, but starting them takes
 * longer than the search.
 */
function withRole(url: string, role: ServerRole): string {
  return withSettings(url, `-c role=${role} -c jit=off -c max_parallel_workers_per_gather=0`);
}
