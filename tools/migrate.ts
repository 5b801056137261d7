// npm run migrate             brings the database (DATABASE_URL, else the embedded one) up to date
// npm run migrate -- --plan   only lists the migrations that this would apply
// npm run migrate -- logins   does that too, and gives the server's logins new passwords, which it prints
// npm run migrate -- write    updates the files generated from the migrations: schema.sql, the database types and the list
//                             of checksums, where it only adds new migrations
// With DATABASE_URL, the first run also makes the logins and prints them. With --logins-folder FOLDER, new addresses are
// written to files there and not printed.
import { writeFile } from "node:fs/promises";
import { parseArgs } from "node:util";
import { closeAfter, openDatabase } from "./database.ts";
import { readEnvironment } from "./environment.ts";
import { addChecksums, checksumsFile, migrate, pendingMigrations } from "./migrate/migrate.ts";
import { haveLoginFiles, keepLogins, newPasswords, setLogins, writeLoginFiles } from "./migrate/logins.ts";
import { StartError } from "./postgres/start-error.ts";
import { startThrowawayPostgres } from "./postgres/throwaway.ts";
import { runMain } from "./run-main.ts";

const { form, folder } = readArguments();
await runMain(async () => {
  switch (form) {
    case "--plan":
      return plan();
    case "write":
      return write();
    case "":
    case "--logins-folder":
      return migrateConfigured({ newLogins: false, folder });
    case "logins":
    case "logins --logins-folder":
      return migrateConfigured({ newLogins: true, folder });
    default:
      throw new StartError("usage: npm run migrate [-- --plan | [logins] [--logins-folder FOLDER] | write]");
  }
});

/** The names of all arguments, in a fixed order: anything else that was typed is no known form. */
function readArguments(): { form: string | undefined; folder: string | undefined } {
  try {
    const options = { plan: { type: "boolean" }, "logins-folder": { type: "string" } } as const;
    const { values, positionals } = parseArgs({ allowPositionals: true, options });
    const form = [
      ...positionals,
      ...Object.keys(values)
        .sort()
        .map((name) => `--${name}`),
    ].join(" ");
    return { form, folder: values["logins-folder"] };
  } catch {
    return { form: undefined, folder: undefined };
  }
}

async function plan(): Promise<void> {
  const environment = readEnvironment(process.env, "database command");
  if (environment.databaseUrl === undefined)
    throw new StartError(
      "Without DATABASE_URL, npm start brings the embedded database up to date by itself.",
    );
  const database = await openDatabase(environment, console.log);
  const pending = await pendingMigrations(database.url).catch(async (error: unknown) => {
    throw await database.explain(error);
  });
  console.log(pending.length === 0 ? "The database is up to date." : `Would apply ${pending.join(", ")}.`);
}

async function migrateConfigured(logins: { newLogins: boolean; folder: string | undefined }): Promise<void> {
  const { newLogins, folder } = logins;
  const environment = readEnvironment(process.env, "database command");
  const isEmbedded = environment.databaseUrl === undefined;
  if (isEmbedded && (newLogins || folder !== undefined))
    throw new StartError(
      "Without DATABASE_URL, npm start makes the logins: their passwords are in the data folder.",
    );
  const database = await openDatabase(environment, console.log);
  await closeAfter(database, async () => {
    const { applied } = await migrate(database.url);
    console.log(applied.length === 0 ? "The database is up to date." : `Applied ${applied.join(", ")}.`);
    if (isEmbedded) return;
    const isNew = newLogins || !(await keepLogins(database.url));
    if (folder !== undefined) await putLogins(database.url, folder, isNew);
    else if (isNew) await printLogins(database.url);
  });
}

/** Logins that another folder may have are not changed: the servers that use them would stop working. */
async function putLogins(ownerUrl: string, folder: string, isNew: boolean): Promise<void> {
  if (isNew) {
    await setLogins(ownerUrl, newPasswords(), (addresses) => writeLoginFiles(folder, addresses));
    console.log(`Wrote the addresses of the server's logins to ${folder}. Older passwords no longer work.`);
  } else if (!(await haveLoginFiles(folder)))
    throw new StartError(
      `The server's logins exist, but ${folder} does not have their addresses. To give them new passwords: npm run migrate -- logins --logins-folder ${folder}`,
    );
}

async function printLogins(ownerUrl: string): Promise<void> {
  const { api, auditor } = await setLogins(ownerUrl, newPasswords());
  console.log(
    "Start the server with these logins. Their passwords are shown only now, and older ones no longer work:",
  );
  console.log(`DATABASE_URL=${api}\nAUDITOR_DATABASE_URL=${auditor}`);
}

async function write(): Promise<void> {
  // Loaded only here, because it needs a development package, which a server does not have.
  const { generatedFiles } = await import("./migrate/generated-files.ts");
  const server = await startThrowawayPostgres(() => {});
  try {
    await migrate(server.url);
    for (const { path, text } of await generatedFiles(server.url)) {
      await writeFile(path, text);
      console.log(`Wrote ${path}`);
    }
    for (const name of await addChecksums()) console.log(`Listed ${name} in ${checksumsFile}`);
  } finally {
    await server.stop();
  }
}
