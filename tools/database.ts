import { createClient } from "#ledger/store/connect/connect.ts";
import { isDatabaseAway } from "#ledger/store/connect/errors.ts";
import type { Environment } from "./environment.ts";
import { startEmbeddedPostgres } from "./postgres/embedded.ts";
import { errorCode, explainFailure, StartError } from "./postgres/start-error.ts";

export type OpenDatabase = {
  /** As the owner, who migrates. */
  url: string;
  /** The reason of an error in words, where it is one that the user can mend. */
  explain(error: unknown): Promise<unknown>;
  /** Stops the database where it is ours; after a failure `atOnce`. */
  close(atOnce?: boolean): Promise<void>;
};

const majorMin = 15;

/** The configured database, else the embedded one, reachable and new enough. */
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

async function requireVersion(databaseUrl: string): Promise<void> {
  const client = createClient(databaseUrl, "start");
  try {
    await client.connect();
    const { rows } = await client.query<{ version: number }>(
      "select current_setting('server_version_num')::int as version",
    );
    const major = Math.floor((rows[0]?.version ?? 0) / 10_000);
    if (major < majorMin) {
      throw new StartError(`DATABASE_URL leads to PostgreSQL ${major}; Cedibook needs ${majorMin} or later.`);
    }
  } catch (error) {
    if (error instanceof StartError) throw error;
    throw unreachable(error);
  } finally {
    await client.end().catch(() => {});
  }
}

/** Of a server that is not ours we have no log: its own words, and where it was lost, that it was. */
function explainConfigured(error: unknown): unknown {
  const isNotAvailable = isDatabaseAway(error) && !/^(25|40|53|55|57014)/.test(errorCode(error));
  if (isNotAvailable) return unreachable(error);
  return explainFailure(error, "the database of DATABASE_URL");
}

function unreachable(error: unknown): StartError {
  return new StartError(`The database of DATABASE_URL can't be reached: ${reasonOf(error)}`, {
    cause: error,
  });
}

/** localhost has two addresses, and where both refuse Node gives an AggregateError without a message. */
function reasonOf(error: unknown): string {
  return (error instanceof Error && error.message) || errorCode(error) || "no answer";
}
