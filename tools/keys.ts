// npm run keys -- rotate   seals forms, vouchers and the like again with the newest key (docs/operations.md)
// With DATABASE_URL, it takes the owner's login or the API's.
import { deriveSecrets, type SealingSecrets } from "#api/serve/secrets.ts";
import { createPool } from "#ledger/connect/connect.ts";
import { asApiRole } from "./database-url.ts";
import { closeAfter, openDatabase } from "./database.ts";
import { type Environment, readEnvironment } from "./environment.ts";
import { resealAll } from "./keys/reseal.ts";
import { addSealingKey, keptSecret } from "./keys/sealing-keys.ts";
import { bringUpToDate } from "./migrate/migrate.ts";
import { StartError } from "./postgres/start-error.ts";
import { runMain } from "./run-main.ts";

await runMain(async () => {
  if (process.argv.slice(2).join(" ") !== "rotate") throw new StartError("usage: npm run keys -- rotate");
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
