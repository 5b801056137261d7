// npm run move-out -- DIR            writes everything that the shop's owner owns into the files of a new folder
// npm run move-out -- --hashes DIR   with the hashes of the users' passwords, for a move into another shop
// With DATABASE_URL, it takes the owner's login or the API's. Otherwise it works on the data folder, also while a shop runs.
import { parseArgs } from "node:util";
import { createClient, createPool } from "#ledger/connect/connect.ts";
import { openReads } from "#ledger/tables/open-reads.ts";
import { asApiRole } from "./database-url.ts";
import { workBeside } from "./database.ts";
import { readEnvironment } from "./environment.ts";
import { bringUpToDate } from "./migrate/migrate.ts";
import { moveOut } from "./move-out/move-out.ts";
import { StartError } from "./postgres/start-error.ts";
import { runMain } from "./run-main.ts";

await runMain(async () => {
  const { folder, withHashes } = readArguments();
  const environment = readEnvironment(process.env, "database command");
  await workBeside(environment, async (ownerUrl) => {
    await bringUpToDate(ownerUrl);
    const url = asApiRole(ownerUrl);
    const pool = createPool(url, 1);
    const client = createClient(url, "move-out", { pipeline: true });
    try {
      await client.connect();
      await moveOut({ db: openReads(pool), client }, { folder, withHashes, log: console.log });
    } finally {
      await client.end().catch(() => undefined);
      await pool.end();
    }
  });
});

function readArguments(): { folder: string; withHashes: boolean } {
  try {
    const { values, positionals } = parseArgs({
      allowPositionals: true,
      options: { hashes: { type: "boolean" } },
    });
    const [folder, ...rest] = positionals;
    if (folder !== undefined && rest.length === 0) return { folder, withHashes: values.hashes ?? false };
  } catch {
    // An unknown option is answered like a missing folder.
  }
  throw new StartError("usage: npm run move-out -- [--hashes] DIR");
}
