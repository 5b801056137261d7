// npm run keys -- receipts   lets the shop sign receipts with a new key of its own
// npm run keys -- rotate     seals forms, vouchers and the like again with the newest key (docs/operations.md)
// With DATABASE_URL, it takes the owner's login or the API's.
import { deriveSecrets, type SealingSecrets } from "#api/serve/secrets.ts";
import { retireKey } from "#api/receipts/receipt-keys.ts";
import { createPool } from "#ledger/connect/connect.ts";
import { openReads } from "#ledger/tables/open-reads.ts";
import { asApiRole } from "./database-url.ts";
import { closeAfter, openDatabase, workBeside } from "./database.ts";
import { type Environment, readEnvironment } from "./environment.ts";
import { resealAll } from "./keys/reseal.ts";
import { addSealingKey, keptSecret } from "./keys/sealing-keys.ts";
import { bringUpToDate } from "./migrate/migrate.ts";
import { StartError } from "./postgres/start-error.ts";
import { runMain } from "./run-main.ts";

await runMain(async () => {
  const word = process.argv.slice(2).join(" ");
  if (word !== "rotate" && word !== "receipts")
    throw new StartError("usage: npm run keys -- rotate | receipts");
  if (word === "receipts") return retireReceiptKey(readEnvironment(process.env, "database command"));
  const environment = readEnvironment();
  if (environment.databaseUrl !== undefined && environment.sealingKeys === undefined)
    throw new StartError(
      "SEALING_KEYS must be set with DATABASE_URL, for every process: 2: and a new secret (try: openssl rand -base64 48).",
    );
  const database = await openDatabase(environment, console.log);
  await closeAfter(database, async () => {
    await bringUpToDate(database.url);
    // Only after the embedded database is open: it opens for one process at a time.
    const sealing = environment.sealingKeys ?? (await addSealingKey(environment));
    console.log(await rotate(asApiRole(database.url), environment, sealing));
  });
});

/** Sealed values stay as they are. Works beside a running shop, which asks for the key each time. */
async function retireReceiptKey(environment: Environment): Promise<void> {
  if (environment.receiptKey !== undefined)
    throw new StartError("Receipts are signed with RECEIPT_KEY: set another one and restart every process.");
  await workBeside(environment, async (url) => {
    await bringUpToDate(url);
    const pool = createPool(asApiRole(url), 1);
    try {
      await retireKey(openReads(pool));
    } finally {
      await pool.end();
    }
  });
  console.log("The next receipt is signed with a new key. Receipts of the old key stay valid.");
}

async function rotate(
  url: string,
  environment: Environment,
  sealing: SealingSecrets | undefined,
): Promise<string> {
  const secrets = deriveSecrets(
    environment.sessionSecret ?? (await keptSecret(environment.dataDir, "session-secret")),
    sealing,
  );
  const pool = createPool(url, 1);
  try {
    const { sealed, unreadable } = await resealAll(pool, secrets.sealing);
    const version = sealing?.version ?? 1;
    const rest =
      unreadable === 0 ? "" : ` ${unreadable} could not be opened with any key and stayed as they were.`;
    return `Sealed ${sealed} values again. All new ones are sealed with key ${version}.${rest}`;
  } finally {
    await pool.end();
  }
}
