// npm run backup -- keys            makes the two keys of the backups and prints them
// npm run backup -- TARGET          makes a full backup in a folder or at s3://bucket/prefix, sealed to BACKUP_KEY
// npm run backup -- verify TARGET   restores the backup into a database of its own and checks it; needs BACKUP_IDENTITY
import { generateIdentity, identityToRecipient } from "age-encryption";
import { makeFull } from "#api/backup/backup.ts";
import { readSecrets } from "#api/backup/round.ts";
import { placeOf } from "./backup-environment.ts";
import { runRestore, storeOf } from "./backup/run-restore.ts";
import { workBeside } from "./database.ts";
import { readEnvironment } from "./environment.ts";
import { migrate } from "./migrate/migrate.ts";
import { StartError } from "./postgres/start-error.ts";
import { startThrowawayPostgres } from "./postgres/throwaway.ts";
import { runMain } from "./run-main.ts";
import { backupSecretFiles } from "./start/backup-settings.ts";

await runMain(async () => {
  const [first = "", second, ...rest] = process.argv.slice(2);
  if (first === "keys" && second === undefined) await printKeys();
  else if (first === "verify" && second !== undefined && rest.length === 0) await verifyBackup(second);
  else if (first !== "" && first !== "verify" && second === undefined) await backUp(first);
  else throw new StartError("usage: npm run backup -- keys | TARGET | verify TARGET");
});

async function printKeys(): Promise<void> {
  const identity = await generateIdentity();
  console.log(`The shop seals its backups with this one:\nBACKUP_KEY=${await identityToRecipient(identity)}`);
  console.log(
    `Only this one opens them. It is shown only now. Keep it on paper or in a safe, and never on the shop's machine:\nBACKUP_IDENTITY=${identity}`,
  );
}

async function backUp(target: string): Promise<void> {
  const environment = readEnvironment(process.env, "database command");
  const { recipient } = environment.backup;
  if (recipient === undefined)
    throw new StartError("BACKUP_KEY must be set: npm run backup -- keys makes it.");
  const store = storeOf(target, environment);
  await workBeside(environment, async (databaseUrl) => {
    const secrets = await readSecrets(backupSecretFiles(environment));
    const { name, bytes, head, made_at } = await makeFull({ databaseUrl, store, recipient, secrets });
    console.log(`Stored and read back ${name}, ${bytes.toLocaleString("en")} bytes, in ${placeOf(target)}.`);
    console.log(`It has all that was committed by ${made_at}: ${head.position} events, head ${head.hash}`);
  });
}

async function verifyBackup(target: string): Promise<void> {
  const environment = readEnvironment(process.env, "database command");
  const store = storeOf(target, environment);
  const server = await startThrowawayPostgres(() => {});
  try {
    await migrate(server.url);
    await runRestore({ url: server.url, store });
    console.log("The backup is whole. The database of this check is gone again.");
  } finally {
    await server.stop(true);
  }
}
