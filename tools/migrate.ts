// npm run migrate             brings the database (DATABASE_URL, else the embedded one) up to date
// npm run migrate -- logins   does that too, and gives the server's logins new passwords, which it prints
// npm run migrate -- write    updates the files generated from the migrations: schema.sql and the database types
// With DATABASE_URL, the first run also makes the logins and prints them.
import { writeFile } from "node:fs/promises";
import { openDatabase } from "./database.ts";
import { readEnvironment } from "./environment.ts";
import { generatedFiles } from "./migrate/generated-files.ts";
import { keepLogins, newPasswords, setLogins } from "./migrate/logins.ts";
import { migrate } from "./migrate/migrate.ts";
import { StartError } from "./postgres/start-error.ts";
import { startThrowawayPostgres } from "./postgres/throwaway.ts";
import { runMain } from "./run-main.ts";

await runMain(async () => {
  const [command, ...rest] = process.argv.slice(2);
  if (command === "write" && rest.length === 0) await write();
  else if (command === undefined || (command === "logins" && rest.length === 0))
    await migrateConfigured(command === "logins");
  else throw new StartError("usage: npm run migrate [-- logins | write]");
});

async function migrateConfigured(newLogins: boolean): Promise<void> {
  const environment = readEnvironment();
  const isEmbedded = environment.databaseUrl === undefined;
  if (isEmbedded && newLogins)
    throw new StartError(
      "Without DATABASE_URL, npm start makes the logins: their passwords are in the data folder.",
    );
  const database = await openDatabase(environment, console.log);
  try {
    const { applied } = await migrate(database.url);
    console.log(applied.length === 0 ? "The database is up to date." : `Applied ${applied.join(", ")}.`);
    if (!isEmbedded && (newLogins || !(await keepLogins(database.url)))) await printLogins(database.url);
  } catch (error) {
    throw await database.explain(error);
  } finally {
    await database.close();
  }
}

async function printLogins(ownerUrl: string): Promise<void> {
  const { api, auditor } = await setLogins(ownerUrl, newPasswords());
  console.log(
    "Start the server with these logins. Their passwords are shown only now, and older ones no longer work:",
  );
  console.log(`DATABASE_URL=${api}\nAUDITOR_DATABASE_URL=${auditor}`);
}

async function write(): Promise<void> {
  const server = await startThrowawayPostgres(() => {});
  try {
    await migrate(server.url);
    for (const { path, text } of await generatedFiles(server.url)) {
      await writeFile(path, text);
      console.log(`Wrote ${path}`);
    }
  } finally {
    await server.stop();
  }
}
