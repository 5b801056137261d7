/**
 * A restore loads tables without their secondary indexes, foreign keys and triggers, which is faster and lets rows come in any
 * order, and makes the indexes and constraints again at the end, which checks all rows.
 */
import type pg from "pg";
import type { BackupTable } from "./tables.ts";

/** Statements that put back what was taken away. */
type PutBack = string[];

export async function takeAwayIndexes(client: pg.Client, tables: BackupTable[]): Promise<PutBack> {
  const names = tables.map(({ sql }) => sql);
  const { rows } = await client.query<{ away: string; back: string }>(
    `select * from (
       select 1 as rank, format('alter table %s drop constraint %I', conrelid::regclass, conname) as away,
         format('alter table %s add constraint %I %s', conrelid::regclass, conname, pg_get_constraintdef(oid)) as back
       from pg_constraint where contype = 'f' and conrelid = any ($1::regclass[])
       union all
       select 2, format('alter table %s drop constraint %I', conrelid::regclass, conname),
         format('alter table %s add constraint %I %s', conrelid::regclass, conname, pg_get_constraintdef(oid))
       from pg_constraint where contype = 'u' and conrelid = any ($1::regclass[])
       union all
       select 3, format('drop index %s', indexrelid::regclass), pg_get_indexdef(indexrelid)
       from pg_index i where indrelid = any ($1::regclass[])
         and not exists (select from pg_constraint k where k.conindid = i.indexrelid and k.conrelid = i.indrelid)
       union all
       select 4, format('alter table %s disable trigger %I', tgrelid::regclass, tgname),
         format('alter table %s enable trigger %I', tgrelid::regclass, tgname)
       from pg_trigger where tgrelid = any ($1::regclass[]) and not tgisinternal and tgenabled = 'O'
     ) as s order by rank`,
    [names],
  );
  for (const { away } of rows) await client.query(away);
  return rows.map(({ back }) => back).toReversed();
}

/** @throws an error of the database if the rows break a constraint */
export async function putBackIndexes(client: pg.Client, statements: PutBack): Promise<void> {
  for (const statement of statements) await client.query(statement);
  await client.query("analyze");
}
