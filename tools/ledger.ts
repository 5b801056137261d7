// npm run ledger -- verify         proves log, head and projections; exit code 1: something is wrong
// npm run ledger -- rebuild        makes the projections again from the log
// npm run ledger -- export FILE    writes the log as NDJSON
// npm run ledger -- import FILE    reads such a file into an empty database
// npm run ledger -- forget         forgets what the auditor has verified, so that it begins again
// npm run ledger -- check FILE [LINE]   checks a wallet's statement against itself and a published head, without a
// database. Exit code 1: it is false; 3: not all of it is proven
// Works on the database of DATABASE_URL (as its owner), else on the embedded one, also while the shop runs. Exit code 2:
// it could not run.
import type pg from "pg";
import { createClient } from "#ledger/store/connect/connect.ts";
import { type OpenDatabase, openDatabase } from "./database.ts";
import { readEnvironment } from "./environment.ts";
import { type LedgerAct, ledgerActs } from "./ledger/acts.ts";
import { runCheck } from "./ledger/check.ts";
import { migrate } from "./migrate/migrate.ts";
import { runningPostgres } from "./postgres/running.ts";
import { StartError } from "./postgres/start-error.ts";
import { runMain } from "./run-main.ts";

// The code for a run that ends before its result.
process.exitCode = 2;
await runMain(async () => {
  const given = process.argv.slice(2);
  if (given[0] === "check") {
    process.exitCode = await runCheck(given.slice(1));
    return;
  }
  const { act, file } = chosen(given);
  const environment = readEnvironment();
  const database = await databaseOf(environment);
  try {
    if (act === ledgerActs.import) await migrate(database.url);
    const whole = await withClient(database.url, async (client) => {
      await requireLedger(client);
      return act(client, file);
    });
    process.exitCode = whole ? 0 : 1;
  } catch (error) {
    throw await database.explain(error);
  } finally {
    await database.close();
  }
}, 2);

function chosen([name = "", file = "", ...rest]: string[]): { act: LedgerAct; file: string } {
  const act = name in ledgerActs ? ledgerActs[name as keyof typeof ledgerActs] : undefined;
  const takesFile = name === "export" || name === "import";
  if (!act || rest.length > 0 || (file !== "") !== takesFile) {
    throw new StartError(
      "usage: npm run ledger -- verify | rebuild | export FILE | import FILE | check FILE [LINE] | forget",
    );
  }
  return { act, file };
}

async function databaseOf(environment: ReturnType<typeof readEnvironment>): Promise<OpenDatabase> {
  const running =
    environment.databaseUrl === undefined ? await runningPostgres(environment.dataDir) : undefined;
  if (running === undefined) return openDatabase(environment, console.log);
  return { url: running, explain: async (error) => error, close: async () => {} };
}

async function requireLedger(client: pg.Client): Promise<void> {
  const { rows } = await client.query("select from pg_namespace where nspname = 'ledger'");
  if (rows.length === 0) throw new StartError("This database holds no ledger yet: npm start makes one.");
}

async function withClient<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = createClient(url, "ledger tool", { pipeline: true });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end().catch(() => {});
  }
}
