/** The lengths of the shop's lists, from the totals of its days. */
import type { Database } from "./open-reads.ts";

/** The first and the last day, "2026-11-21"; without them all days. */
export interface Days {
  from?: string | undefined;
  to?: string | undefined;
}

export async function countByDay<Counts extends Record<string, number>>(
  db: Database,
  list: "order" | "topup",
  { from, to }: Days,
  into: Counts,
): Promise<Counts> {
  let query = db
    .selectFrom("ledger.daily_total as t")
    .select(({ fn }) => ["t.status", fn.sum<string>("t.count").as("count")])
    .where("t.list", "=", list)
    .groupBy("t.status");
  if (from !== undefined) query = query.where("t.day", ">=", from);
  if (to !== undefined) query = query.where("t.day", "<=", to);
  return addUp(await query.execute(), into);
}

/** "removed completed" takes from "completed": it is no longer in the list. */
export function addUp<Counts extends Record<string, number>>(
  rows: { status: string; count: string }[],
  into: Counts,
): Counts {
  const counts: Record<string, number> = into;
  for (const { status, count } of rows) {
    const [last = "", removed] = status.split(" ").toReversed();
    counts[last] = (counts[last] ?? 0) + (removed === undefined ? Number(count) : -Number(count));
  }
  return into;
}
