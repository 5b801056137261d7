/** What a backup contains. Everything else follows from it, or may be lost with a disk. */
import type pg from "pg";

/**
 * Tables of the schema `shop` that are in no backup: the state of the backups, counts of attempts, what works only for
 * minutes (tickets, reset links, codes), and another shop's files on their way in, which have the personal data of thousands.
 * A used link or code must not work again after a restore.
 */
const leftOut = [
  "attempt",
  "backup",
  "live_ticket",
  "move_in",
  "move_in_part",
  "move_in_text",
  "password_reset",
  "proof_code",
];

/**
 * Small tables from which rows are deleted in use. A tail has all their rows if any has changed, and a restore deletes the
 * others: a recovery code that was used, a second factor that was turned off or a key that was withdrawn stays gone.
 */
export const wholeTables = new Set([
  "shop.api_key",
  "shop.push_subscription",
  "shop.recovery_code",
  "shop.topup_reservation",
  "shop.totp",
  "shop.webhook",
]);

export interface BackupTable {
  /** "shop.user" */
  name: string;
  /** The name as it is written in SQL. */
  sql: string;
  /** Names in SQL. */
  columns: string[];
  key: string[];
}

/**
 * The log, refusals (the answers to retries), the auditor's daily heads, and the ordinary tables. The projections and the
 * accepted commands follow from the log, and a restore makes them again.
 */
export const tablesQuery = `
  select n.nspname || '.' || c.relname as name, format('%I.%I', n.nspname, c.relname) as sql,
    array(select quote_ident(attname) from pg_attribute
      where attrelid = c.oid and attnum > 0 and not attisdropped order by attnum) as columns,
    array(select quote_ident(a.attname) from pg_index i, unnest(i.indkey) with ordinality k (attnum, rank)
      join pg_attribute a on a.attrelid = c.oid and a.attnum = k.attnum
      where i.indrelid = c.oid and i.indisprimary order by k.rank) as key
  from pg_class c join pg_namespace n on n.oid = c.relnamespace
  where c.relkind = 'r' and (
    (n.nspname = 'ledger' and c.relname in ('event', 'command')) or (n.nspname = 'audit' and c.relname = 'daily_head')
    or (n.nspname = 'shop' and c.relname <> all ('{${leftOut.join(",")}}')))
  order by 1`;

/** Which rows of a table a full backup has. */
export function backedUpRows(name: string): string {
  return name === "ledger.command" ? "rejection is not null" : "true";
}

/**
 * Rows that were written by transaction `from` or a later one. A row keeps 32 bits of its transaction's id, so old rows may
 * come again after two billion transactions. That does no harm.
 */
export function writtenSince(from: bigint): string {
  return `age(xmin) <= age('${from}'::xid8::xid)`;
}

/** Statements that put back what was taken away. */
type PutBack = string[];

/**
 * A restore loads tables without their secondary indexes, foreign keys and triggers, which is faster and lets rows come in
 * any order, and makes the indexes and constraints again at the end, which checks all rows.
 */
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
