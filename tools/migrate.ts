// npm run migrate            brings the database (DATABASE_URL, else the embedded one) up to date
// npm run migrate -- write   updates the files generated from the migrations: schema.sql and the database types
import { writeFile } from "node:fs/promises";
import { openDatabase } from "./database.ts";
import { readEnvironment } from "./environment.ts";
import { generatedFiles } from "./migrate/generated-files.ts";
import { migrate } from "./migrate/migrate.ts";
import { StartError } from "./postgres/start-error.ts";
import { startThrowawayPostgres } from "./postgres/throwaway.ts";
import { runMain } from "./run-main.ts";

await runMain(async () => {
  const [command, ...rest] = process.argv.slice(2);
  if (command === "write" && rest.length === 0) await write();
  else if (command === undefined) await migrateConfigured();
  else throw new StartError("usage: npm run migrate [-- write]");
});

async function migrateConfigured(): Promise<void> {
  const database = await openDatabase(readEnvironment(), console.log);
  try {
    const { applied } = await migrate(database.url);
    console.log(applied.length === 0 ? "The database is up to date." : `Applied ${applied.join(", ")}.`);
  } catch (error) {
    throw await database.explain(error);
  } finally {
    await database.close();
  }
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
