/** What can go wrong between the ledger and its database, grouped by what to do about it. */
import pg from "pg";

/** The database is away or full. It is unknown whether the command was carried out: retry it under the same id. */
export class LedgerUnavailable extends Error {
  override name = "LedgerUnavailable";
}

/** None of the servers in the address is the kind that it asks for. */
export class NoSuchServer extends Error {
  override name = "NoSuchServer";
}

/** The connection gave no answer for too long, so it was ended. */
export class ConnectionSilent extends Error {
  override name = "ConnectionSilent";
}

/** The database is gone, shutting down, or no longer the primary: reconnect and find out what became of the batch. */
export function isConnectionLost(error: unknown): boolean {
  if (!(error instanceof pg.DatabaseError)) return true;
  const code = error.code ?? "";
  // 08 connection, 57P0x shutdown, 25006 read-only: a standby answers in place of the primary.
  return code.startsWith("08") || code.startsWith("57P") || code === "25006" || error.severity === "FATAL";
}

/** Something holds the head longer than a batch ever does (a rebuild): every command would fail the same way. */
export function isBusy(error: unknown): boolean {
  // Lock not available, deadlock, serialization failure, statement cancelled.
  return error instanceof pg.DatabaseError && ["55P03", "40P01", "40001", "57014"].includes(error.code ?? "");
}

/** No disk space, no memory, too many connections: trying each command alone would not help. */
export function isOutOfResources(error: unknown): boolean {
  return error instanceof pg.DatabaseError && (error.code ?? "").startsWith("53");
}

/** The name of the constraint that a refused write violated. */
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

/** pg has no codes for these; errors.test.ts compares them with its source. */
const lostMessages = [
  /^Connection terminated/,
  /^timeout expired$/,
  /^timeout exceeded when trying to connect$/,
  /^Query read timeout$/,
  /^Client has encountered a connection error/,
  /^Client was closed and is not queryable$/,
  /^Cannot use a pool after calling end/,
  // The bytes on the line were not from a PostgreSQL server.
  /^Received unexpected \w+ message from backend/,
  /^Unknown authenticationOk message type/,
  /^The server does not support SSL connections$/,
  /^There was an error establishing an SSL connection$/,
  /^SASL(:| channel binding:) /,
];
