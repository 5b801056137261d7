// node tools/migrate/testing/write-shop.ts VERSION: writes shop-at-VERSION.sql, the rows of a shop of this version. Done once
// for each release; older-shop.pg.test.ts applies all later migrations to it.
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import type pg from "pg";
import { createClient } from "#ledger/connect/connect.ts";
import { tellStory } from "#ledger/log/testing/story.ts";
import { Writer } from "#ledger/log/writer.ts";
import { look } from "#ledger/verify/audit/look.ts";
import { startThrowawayPostgres } from "../../postgres/throwaway.ts";
import { migrate } from "../migrate.ts";

const [version = ""] = process.argv.slice(2);
const server = await startThrowawayPostgres(() => {}, "memory");
try {
  await migrate(server.url);
  const writer = new Writer({ url: server.url });
  await tellStory(writer).finally(() => writer.close());
  const owner = createClient(server.url, "fixture", { pipeline: true });
  await owner.connect();
  await addPeople(owner);
  await look(owner);
  await writeFile(join(import.meta.dirname, `shop-at-${version}.sql`), await insertsOf(owner));
  await owner.end();
} finally {
  await server.stop();
}

async function addPeople(owner: pg.ClientBase): Promise<void> {
  await owner.query(`
    insert into shop."user" (id, username, phone, email, password_hash)
    select user_id, 'user' || n, '02410' || lpad(n::text, 5, '0'), 'user' || n || '@example.com', '$argon2id$v=19$none'
    from (select user_id, row_number() over (order by position) as n from ledger.account) as a`);
}

/** Every row as text, so that a column keeps its value whatever its type becomes. */
async function insertsOf(owner: pg.ClientBase): Promise<string> {
  const { rows: tables } = await owner.query<{ name: string; columns: string[] }>(`
    select format('%I.%I', n.nspname, c.relname) as name, array_agg(format('%I', a.attname) order by a.attnum) as columns
    from pg_class c join pg_namespace n on n.oid = c.relnamespace join pg_attribute a on a.attrelid = c.oid
    where n.nspname in ('ledger', 'shop', 'audit') and c.relkind = 'r' and a.attnum > 0 and not a.attisdropped
    group by 1 order by 1`);
  let text = "";
  for (const { name, columns } of tables) {
    const values = columns.map((column) => `quote_nullable(${column}::text)`).join(" || ', ' || ");
    const { rows } = await owner.query<{ row: string }>(
      `select '  (' || ${values} || ')' as row from ${name} order by 1`,
    );
    if (rows.length === 0) continue;
    const head = `insert into ${name} (${columns.join(", ")}) overriding system value values`;
    text += `${head}\n${rows.map(({ row }) => row).join(",\n")};\n`;
  }
  return text;
}
