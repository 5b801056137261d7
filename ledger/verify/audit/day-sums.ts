/**
 * Sums of days that the auditor keeps, so that a day with a million orders is read as fast as one with ten thousand. The
 * same SQL counts what readers add to them. `verify` counts all of them again.
 */
import {
  DummyDriver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  sql,
} from "kysely";
import type pg from "pg";
import type { DB } from "../../tables/database.ts";
import { aloneSums } from "../../approvals/done-alone.ts";
import type { Bounds } from "../../tables/log-days.ts";
import { approvedSums } from "../../topups/paid-topups.ts";
import type { Sql } from "../../tables/search.ts";
import type { Finding } from "../replay/finding.ts";

/** The tables with their keys, and the sums of some events. */
const daySums: { table: string; key: string[]; sums: (bounds: Bounds) => Sql }[] = [
  { table: "alone_day", key: ["day", "actor", "kind"], sums: aloneSums },
  { table: "topup_day", key: ["day"], sums: approvedSums },
];

const names = (columns: string[]): Sql => sql.join(columns.map((column) => sql.ref(column)));

/** Adds the events up to a position that are not summed up yet. Needs an open transaction; only one may run at a time. */
export async function sumDays(client: pg.ClientBase, upTo: number): Promise<void> {
  const counted = await countedUntil(client);
  if (counted >= upTo) return;
  for (const { table, key, sums } of daySums)
    await run(
      client,
      sql`insert into ${sql.table(`audit.${table}`)} as d (${names(key)}, count, amount)
        select ${names(key)}, count, amount from (${sums({ low: counted + 1, high: upTo })}) as s
        on conflict (${names(key)})
        do update set count = d.count + excluded.count, amount = d.amount + excluded.amount`,
    );
  await client.query("update audit.days_counted set position = $1::bigint", [upTo]);
}

/** Sums that differ from the log. */
export async function daySumFindings(client: pg.ClientBase, limit: number): Promise<Finding[]> {
  const bounds = { low: 1, high: await countedUntil(client) };
  const findings: Finding[] = [];
  for (const { table, key, sums } of daySums) {
    const { rows } = await run<{ row: string; expected: string; found: string }>(
      client,
      sql`select concat_ws(' ', ${names(key)}) as row,
          coalesce(s.count || ' of ' || s.amount, 'none') as expected,
          coalesce(d.count || ' of ' || d.amount, 'none') as found
        from (${sums(bounds)}) as s full join ${sql.table(`audit.${table}`)} d using (${names(key)})
        where (s.count, s.amount) is distinct from (d.count, d.amount) order by ${names(key)} limit ${limit}`,
    );
    for (const { row, ...difference } of rows)
      findings.push({ where: `audit.${table} ${row}`, differences: [{ what: "sum", ...difference }] });
  }
  return findings;
}

async function countedUntil(client: pg.ClientBase): Promise<number> {
  const { rows } = await client.query<{ position: string }>("select position::text from audit.days_counted");
  return Number(rows[0]?.position);
}

/** Only compiles: the auditor's statements go over its own connection. */
const compiler = new Kysely<DB>({
  dialect: {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => new DummyDriver(),
    createIntrospector: (db) => new PostgresIntrospector(db),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  },
});

function run<Row extends pg.QueryResultRow>(client: pg.ClientBase, statement: Sql) {
  const { sql: text, parameters } = statement.compile(compiler);
  return client.query<Row>(text, [...parameters]);
}
