import { join } from "node:path";
import { generateDatabaseTypes } from "./database-types.ts";
import { dumpSchema } from "./dump-schema.ts";

const root = join(import.meta.dirname, "../..");

/** The files that are generated from the migrations. `npm run migrate -- write` updates them, and a test compares them with
 *  a freshly migrated database. */
export async function generatedFiles(databaseUrl: string): Promise<{ path: string; text: string }[]> {
  return [
    { path: join(root, "migrations/schema.sql"), text: await dumpSchema(databaseUrl) },
    { path: join(root, "ledger/tables/database.ts"), text: await generateDatabaseTypes(databaseUrl) },
  ];
}
