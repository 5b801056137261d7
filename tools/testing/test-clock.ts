/**
 * The one clock of a test run: Date in this process and in the programs that it starts, SQL's now(), and Date in the page.
 * A run always begins on a Wednesday in the middle of a month at 10:00 UTC, in the future, so no test crosses a midnight or
 * the end of a month by chance. A test that wants to cross one moves the clock.
 */
import { join } from "node:path";
import type pg from "pg";
import { createClient } from "#ledger/connect/connect.ts";
import { withSettings } from "#ledger/connect/database-url.ts";

const preload = join(import.meta.dirname, "shifted-date.js");

/** The state of shifted-date.js. */
type Clock = { ahead_ms: number };
const state = globalThis as { cedibookClock?: Clock };

/** How far the clock of a run that starts now is ahead of the real one, in ms. */
export function startOfRun_ms(now_ms: number): number {
  const start = new Date(now_ms);
  start.setUTCHours(10, 0, 0, 0);
  const isMidWeek = () => start.getUTCDay() === 3 && start.getUTCDate() >= 11 && start.getUTCDate() <= 17;
  while (!isMidWeek() || start.getTime() < now_ms) start.setUTCDate(start.getUTCDate() + 1);
  return start.getTime() - now_ms;
}

/** Replaces Date in this process, and in the Node programs that it starts. */
export async function setClock(ahead_ms: number): Promise<void> {
  // The same object each time, because the replaced Date reads it. The file is only loaded once.
  (state.cedibookClock ??= { ahead_ms }).ahead_ms = ahead_ms;
  process.env["CEDIBOOK_CLOCK_AHEAD_MS"] = String(ahead_ms);
  process.env["NODE_OPTIONS"] = `--import ${JSON.stringify(preload)}`;
  await import(preload);
}

/** Sets the time in this process, and in the Node programs that it starts from now on (ISO 8601). */
export function moveClock(at: string): Promise<void> {
  return setClock(clockAhead_ms() + Date.parse(at) - Date.now());
}

/** How far this process's clock is ahead of the real one, in ms. */
export function clockAhead_ms(): number {
  return state.cedibookClock?.ahead_ms ?? 0;
}

/** The same database, whose sessions take now() from here. PostgreSQL would otherwise take its own. */
export function onClock(url: string): string {
  return withSettings(url, "-c search_path=public,test_clock,pg_catalog");
}

/** Gives a migrated database a clock that is ahead by `ahead_ms`, its columns' defaults included. */
export async function addClock(owner: pg.ClientBase, ahead_ms: number): Promise<void> {
  await owner.query(`
    create schema test_clock;
    create unlogged table test_clock.ahead (by interval not null);
    insert into test_clock.ahead values (${ahead_ms} * interval '1 millisecond');
    create function test_clock.now() returns timestamptz stable language sql
      as $$ select pg_catalog.now() + by from test_clock.ahead $$;
    create function test_clock.clock_timestamp() returns timestamptz volatile language sql
      as $$ select pg_catalog.clock_timestamp() + by from test_clock.ahead $$;
    grant usage on schema test_clock to public;
    grant select on test_clock.ahead to public;
    ${defaultsReplaced("now()", "test_clock.now()")}`);
}

/** The database as the migrations make it. */
export async function removeClock(owner: pg.ClientBase): Promise<void> {
  await owner.query(`
    ${defaultsReplaced("test_clock.now()", "pg_catalog.now()")};
    drop schema test_clock cascade`);
}

/** Sets a database's clock to that of this process. */
export async function setDatabaseClock(ownerUrl: string): Promise<void> {
  const owner = createClient(ownerUrl, "tests");
  await owner.connect();
  await owner
    .query("update test_clock.ahead set by = $1 * interval '1 millisecond'", [clockAhead_ms()])
    .finally(() => owner.end());
}

/** Without a search path, names of other schemas than pg_catalog are complete. */
function defaultsReplaced(old: string, now: string): string {
  return `set search_path = '';
    do $$
    declare d record;
    begin
      for d in select adrelid::regclass as name, attname from pg_attrdef
               join pg_attribute on attrelid = adrelid and attnum = adnum
               where pg_get_expr(adbin, adrelid) = '${old}' loop
        execute format('alter table %s alter column %I set default ${now}', d.name, d.attname);
      end loop;
    end $$`;
}
