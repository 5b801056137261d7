/** What strangers say is wrong with an agent's shop. Who says so is not kept. */
import { sql } from "kysely";
import type { ShopReport } from "#contract/shops.ts";
import type { ReportKind } from "#contract/terms/shops.ts";
import type { Database } from "#ledger/tables/open-reads.ts";

const listed_max = 100;

export async function keepReport(
  db: Database,
  user: string,
  { kind, said }: { kind: ReportKind; said: string },
): Promise<void> {
  await sql`insert into shop.shop_report (user_id, kind, said) values (${user}, ${kind}, ${said})`.execute(
    db,
  );
}

export async function readReports(db: Database, user: string): Promise<ShopReport[]> {
  const rows = await db
    .selectFrom("shop.shop_report")
    .selectAll()
    .where("user_id", "=", user)
    .orderBy("id", "desc")
    .limit(listed_max)
    .execute();
  return rows.map(({ id, kind, said, reported_at, seen_at }) => ({
    _id: id,
    kind: kind as ReportKind,
    said,
    reportedAt: reported_at,
    isNew: seen_at === null,
  }));
}

export async function seeReports(db: Database, user: string): Promise<void> {
  await sql`update shop.shop_report set seen_at = now() where user_id = ${user} and seen_at is null`.execute(
    db,
  );
}
