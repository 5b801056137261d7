/** Rows of shop.rail_statement: what admins say that a rail has, beside the books of the same moment. */
import { sql } from "kysely";
import { balancesBefore } from "#ledger/reports/closing.ts";
import type { Database } from "#ledger/tables/open-reads.ts";
import type { RailName } from "#contract/terms/rails.ts";
import { type Pesewas, toCedis } from "#contract/terms/money.ts";
import type { RailStatement } from "#contract/rail-statements.ts";

interface Row {
  rail: RailName;
  at: string;
  balance: Pesewas;
  by: string;
  notedAt: string;
}

/** A page's clock may be a little ahead. */
const ahead_s_max = 120;

/** False if the moment is in the future. */
export async function noteStatement(
  db: Database,
  { rail, at, balance, by }: Pick<Row, "rail" | "at" | "balance" | "by">,
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    insert into shop.rail_statement (rail, at, balance, noted_by)
    select ${rail}, least(${at}::timestamptz, now()), ${balance}, ${by}
    where ${at}::timestamptz <= now() + ${ahead_s_max} * interval '1 second'`.execute(db);
  return numAffectedRows === 1n;
}

/** The last balance of each rail that has one in this time, `until` included. */
export async function lastStatements(
  db: Database,
  { after, until }: { after?: string; until?: string },
): Promise<Map<RailName, RailStatement>> {
  const { rows } = await sql<Row>`
    select distinct on (s.rail) s.rail, s.at, s.balance, coalesce(u.username, '') as by, s.noted_at as "notedAt"
    from shop.rail_statement s left join shop."user" u on u.id = s.noted_by
    where s.at > coalesce(${after ?? null}::timestamptz, '-infinity') and s.at <= coalesce(${until ?? null}::timestamptz, 'infinity')
    order by s.rail, s.at desc, s.id desc`.execute(db);
  const compared = rows.map(async (row) => [row.rail, await besideBooks(db, row)] as const);
  return new Map(await Promise.all(compared));
}

/** A house account owes what the rail holds. */
async function besideBooks(db: Database, { rail, at, balance, by, notedAt }: Row): Promise<RailStatement> {
  const books = 0 - (await balancesBefore(db, at))(rail);
  return { at, balance: toCedis(balance), books: toCedis(books), agrees: books === balance, by, notedAt };
}
