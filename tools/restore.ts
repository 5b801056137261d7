// npm run restore -- TARGET [FILE]   restores a backup from a folder or s3://bucket/prefix into an empty database
// FILE: restore only up to this file. The private key is in BACKUP_IDENTITY.
// With DATABASE_URL, it takes the owner's login.
import { writeFile } from "node:fs/promises";
import { runRestore, storeOf } from "./backup/run-restore.ts";
import { closeAfter, openDatabase } from "./database.ts";
import { readEnvironment } from "./environment.ts";
import { migrate } from "./migrate/migrate.ts";
import { StartError } from "./postgres/start-error.ts";
import { runMain } from "./run-main.ts";
import { backupSecretFiles } from "./start/backup-settings.ts";

await runMain(async () => {
  const [target, upTo, ...rest] = process.argv.slice(2);
  if (target === undefined || rest.length > 0)
    throw new StartError("usage: npm run restore -- TARGET [FILE]");
  const environment = readEnvironment();
  const store = storeOf(target, environment);
  const database = await openDatabase(environment, console.log);
  await closeAfter(database, async () => {
    await migrate(database.url);
    const files = backupSecretFiles(environment);
    await runRestore({
      url: database.url,
      store,
      upTo,
      async keepSecrets(secrets) {
        for (const [name, file] of Object.entries(files)) {
          const text = secrets[name];
          if (text !== undefined) await writeFile(file, text, { mode: 0o600, flush: true });
        }
      },
    });
    const next = environment.databaseUrl === undefined ? "npm start" : "npm run migrate, then npm start";
    console.log(`Next: ${next}. The auditor verifies everything once more.`);
  });
});
