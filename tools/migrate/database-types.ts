import { Kysely, PostgresDialect } from "kysely";
import { generate, PostgresDialect as CodegenDialect } from "kysely-codegen";
import { openToolPool } from "./tool-pool.ts";

/** The text of ledger/store/database.ts: Kysely's types of every table, out of a migrated database. */
export async function generateDatabaseTypes(databaseUrl: string): Promise<string> {
  const db = new Kysely<unknown>({
    dialect: new PostgresDialect({ pool: openToolPool(databaseUrl, "types") }),
  });
  try {
    return await generate({
      db,
      // No schema is the default, so that each table is named with its own.
      dialect: new CodegenDialect({ defaultSchemas: ["public"] }),
      defaultSchemas: ["public"],
      includePattern: "(ledger|shop).*",
      camelCase: false,
      outFile: null,
      // Pesewas and positions stay below 2^53; the store parses int8 to a number and refuses an unsafe one.
      // Times and days travel as text, with the microseconds that a Date would cut off.
      typeMapping: { int8: "number", timestamptz: "string", date: "string" },
    });
  } finally {
    await db.destroy();
  }
}
