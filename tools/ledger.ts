// npm run ledger -- verify         verifies the log, its head and the projections
// npm run ledger -- rebuild        rebuilds the projections from the log
// npm run ledger -- export FILE    writes the log as NDJSON
// npm run ledger -- import FILE    reads such a file into an empty database
// npm run ledger -- forget         forgets what the auditor has verified, so that it starts again
// npm run ledger -- check FILE [KEY] [LINE]   checks a receipt or a wallet's statement and compares it with a published head; needs no database
// All but check use the database of DATABASE_URL (with its owner's login), else the embedded one, even while the shop runs.
// Exit codes: 1 if something is wrong, 2 if the command could not run, 3 if only a part of the statement is proven.
import type { DatabaseClient } from "#ledger/connect/database-client.ts";
import { withClient } from "#ledger/connect/connect.ts";
import { workBeside } from "./database.ts";
import { readEnvironment } from "./environment.ts";
import { type LedgerAction, ledgerActions } from "./ledger/actions.ts";
import { runCheck } from "./ledger/check.ts";
import { migrate } from "./migrate/migrate.ts";
import { StartError } from "./postgres/start-error.ts";
import { runMain } from "./run-main.ts";

// The exit code if the run ends before it has a result.
process.exitCode = 2;
await runMain(async () => {
  const given = process.argv.slice(2);
  if (given[0] === "check") {
    process.exitCode = await runCheck(given.slice(1));
    return;
  }
  const { action, file } = parseArguments(given);
  const environment = readEnvironment(process.env, "database command");
  await workBeside(environment, async (url) => {
    if (action === ledgerActions.import) await migrate(url);
    const inspect = async (client: DatabaseClient) => {
      await requireLedger(client);
      return action(client, file);
    };
    const whole = await withClient(url, "ledger tool", inspect, { pipeline: true });
    process.exitCode = whole ? 0 : 1;
  });
}, 2);

function parseArguments([name = "", file = "", ...rest]: string[]): { action: LedgerAction; file: string } {
  const action = name in ledgerActions ? ledgerActions[name as keyof typeof ledgerActions] : undefined;
  const takesFile = name === "export" || name === "import";
  if (!action || rest.length > 0 || (file !== "") !== takesFile) {
    throw new StartError(
      "usage: npm run ledger -- verify | rebuild | export FILE | import FILE | check FILE [KEY] [LINE] | forget",
    );
  }
  return { action, file };
}

async function requireLedger(client: DatabaseClient): Promise<void> {
  const { rows } = await client.query("select from pg_namespace where nspname = 'ledger'");
  if (rows.length === 0) throw new StartError("This database has no ledger yet: npm start creates one.");
}
