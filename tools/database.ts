import { withClient } from "#ledger/connect/connect.ts";
import { isDatabaseAway } from "#ledger/connect/errors.ts";
import type { Environment } from "./environment.ts";
import { startEmbeddedPostgres } from "./postgres/embedded.ts";
import { runningPostgres } from "./postgres/owner-lock.ts";
import { errorCode, explainFailure, StartError } from "./postgres/start-error.ts";

export type OpenDatabase = {
  /** Of the embedded database with its owner's login, else as configured. */
  url: string;
  /** Turns an error that the user can fix into a StartError; returns other errors as they are. */
  explain(error: unknown): Promise<unknown>;
  /** Stops the database if it is the embedded one. `atOnce`: without a last checkpoint, after a failure. */
  close(atOnce?: boolean): Promise<void>;
};

const majorMin = 15;

/** Opens the configured database, else the embedded one. Checks that it can be reached and is new enough. */
export async function openDatabase(
  { databaseUrl, dataDir }: Pick<Environment, "databaseUrl" | "dataDir">,
  log: (line: string) => void,
): Promise<OpenDatabase> {
  if (databaseUrl !== undefined) {
    await requireVersion(databaseUrl);
    return { url: databaseUrl, explain: async (error) => explainConfigured(error), close: async () => {} };
  }
  const server = await startEmbeddedPostgres({ dataDir, log });
  return {
    url: server.url,
    explain: (error) => server.explain(error),
    close: (atOnce) => server.stop(atOnce),
  };
}

/**
 * Works on the database that `openDatabase` opens, but also beside an embedded shop that runs, which stays the one to stop its
 * database.
 */
export async function workBeside<T>(
  environment: Pick<Environment, "databaseUrl" | "dataDir">,
  work: (url: string) => Promise<T>,
): Promise<T> {
  const databaseUrl = environment.databaseUrl ?? (await runningPostgres(environment.dataDir));
  const database = await openDatabase({ ...environment, databaseUrl }, console.log);
  return closeAfter(database, () => work(database.url));
}

/** Closes the database after `work`. @throws StartError if the user can fix what is wrong */
export async function closeAfter<T>(database: OpenDatabase, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw error instanceof StartError ? error : await database.explain(error);
  } finally {
    await database.close();
  }
}

async function requireVersion(databaseUrl: string): Promise<void> {
  try {
    await withClient(databaseUrl, "start", async (client) => {
      const { rows } = await client.query<{ version: number }>(
        "select current_setting('server_version_num')::int as version",
      );
      const major = Math.floor((rows[0]?.version ?? 0) / 10_000);
      if (major < majorMin) {
        throw new StartError(`DATABASE_URL is a PostgreSQL ${major}; Cedibook needs ${majorMin} or later.`);
      }
    });
  } catch (error) {
    if (error instanceof StartError) throw error;
    throw unreachable(error);
  }
}

/** There is no log of a server that Cedibook did not start, so the error's own message has to do. */
function explainConfigured(error: unknown): unknown {
  const isNotAvailable = isDatabaseAway(error) && !/^(25|40|53|55|57014)/.test(errorCode(error));
  if (isNotAvailable) return unreachable(error);
  if (errorCode(error) === "42501")
    return new StartError(
      `The login of DATABASE_URL may not do this (${reasonOf(error)}): use the one of the database's owner.`,
      { cause: error },
    );
  return explainFailure(error, "the database of DATABASE_URL");
}

function unreachable(error: unknown): StartError {
  return new StartError(`The database of DATABASE_URL can't be reached: ${reasonOf(error)}`, {
    cause: error,
  });
}

/** localhost has two addresses. If both refuse the connection, Node throws an AggregateError without a message. */
function reasonOf(error: unknown): string {
  return (error instanceof Error && error.message) || errorCode(error) || "no answer";
}
