import { createClient } from "#ledger/store/connect/connect.ts";
import { catalogQueries } from "./catalog-queries.ts";

/** The schema as text, read from the catalogs, because the embedded PostgreSQL has no pg_dump, and pg_dump's output changes
 *  with its version. The text of a schema is the same on every PostgreSQL from 15 on. */
export async function dumpSchema(databaseUrl: string): Promise<string> {
  const client = createClient(databaseUrl, "schema");
  await client.connect();
  try {
    // With an empty search path, the catalog functions print every name with its schema.
    await client.query("set search_path = ''");
    const sections: string[] = [];
    for (const query of catalogQueries) {
      const { rows } = await client.query<{ text: string }>(query);
      if (rows.length > 0) sections.push(rows.map((row) => row.text).join("\n"));
    }
    return `${header}\n${sections.join("\n\n")}\n`;
  } finally {
    await client.end();
  }
}

const header = `-- Written by \`npm run migrate -- write\` out of a freshly migrated database. For reading and for diffs: what runs are
-- the migrations.
`;
