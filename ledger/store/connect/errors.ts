/** What can go wrong between the ledger and its database, sorted by what to do about it. */
import pg from "pg";

/** The database is away or full. Whether the command was done is unknown: retry it under the same id. */
export class LedgerUnavailable extends Error {
  override name = "LedgerUnavailable";
}

/** None of the servers that the address names is what it asks for. */
export class NoSuchServer extends Error {
  override name = "NoSuchServer";
}

/** The connection owed an answer for too long, so it was ended. */
export class ConnectionSilent extends Error {
  override name = "ConnectionSilent";
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
  if (error instanceof NoSuchServer || error instanceof ConnectionSilent) return true;
  if (!(error instanceof Error)) return false;
  const code = "code" in error ? String(error.code) : "";
  return networkCodes.test(code) || lostMessages.some((message) => message.test(error.message));
}

/** Node's and the system's. */
const networkCodes =
  /^(E(CONN|PIPE|TIMEDOUT|HOST|NET|ADDRNOTAVAIL|NOTFOUND|AI_AGAIN)|ERR_(STREAM|SOCKET|SSL|TLS)_)/;

/** pg has no codes of its own for these; errors.test.ts compares them with its source. */
const lostMessages = [
  /^Connection terminated/,
  /^timeout expired$/,
  /^timeout exceeded when trying to connect$/,
  /^Query read timeout$/,
  /^Client has encountered a connection error/,
  /^Client was closed and is not queryable$/,
  /^Cannot use a pool after calling end/,
  // What came over the line was not what a server says.
  /^Received unexpected \w+ message from backend/,
  /^Unknown authenticationOk message type/,
  /^The server does not support SSL connections$/,
  /^There was an error establishing an SSL connection$/,
  /^SASL(:| channel binding:) /,
];
