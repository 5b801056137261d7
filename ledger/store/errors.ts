/** What can go wrong between the ledger and its database, sorted by what to do about it. */
import pg from "pg";

/** The database is away or full. Whether the command was done is unknown: retry it under the same id. */
export class LedgerUnavailable extends Error {
  override name = "LedgerUnavailable";
}

/** The database is gone, going, or no longer the primary: connect anew and look what became of the batch. */
export function isConnectionLost(error: unknown): boolean {
  if (!(error instanceof pg.DatabaseError)) return true;
  const code = error.code ?? "";
  // 08 connection, 57P0x shutdown, 25006 read-only: a standby answers where the primary did.
  return code.startsWith("08") || code.startsWith("57P") || code === "25006" || error.severity === "FATAL";
}

/** Somebody holds the head longer than a batch ever would (a rebuild does): every command would fare the same. */
export function isBusy(error: unknown): boolean {
  // Lock not available, deadlock, serialization failure, statement cancelled.
  return error instanceof pg.DatabaseError && ["55P03", "40P01", "40001", "57014"].includes(error.code ?? "");
}

/** No disk, no memory, too many connections: nothing that trying each command alone would mend. */
export function isOutOfResources(error: unknown): boolean {
  return error instanceof pg.DatabaseError && (error.code ?? "").startsWith("53");
}

/** The name of the constraint that a refused write broke. */
export function brokenConstraint(error: unknown): string | undefined {
  return error instanceof pg.DatabaseError ? error.constraint : undefined;
}

/** An error of a read that means the database is away, and not that the code is wrong. */
export function isDatabaseAway(error: unknown): boolean {
  if (error instanceof pg.DatabaseError)
    return isConnectionLost(error) || isOutOfResources(error) || isBusy(error);
  if (!(error instanceof Error)) return false;
  const code = "code" in error ? String(error.code) : "";
  // pg has no codes of its own for these.
  return (
    /^E(CONN|PIPE|HOSTUNREACH|TIMEDOUT)/.test(code) ||
    /^Connection terminated|timeout exceeded when trying/i.test(error.message)
  );
}
