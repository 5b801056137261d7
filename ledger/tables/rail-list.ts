/** Lists of what rails take in and pay out: the newest first, but what is open the oldest first, because it waits. */
import { type RawBuilder, sql } from "kysely";
import type { RailName } from "#contract/terms/rails.ts";
import type { Database } from "./open-reads.ts";
import { all, countUpToMax, onDays, type Sql, type Total } from "./search.ts";

export interface RailFilter<Status> {
  user?: string | undefined;
  order?: "newest" | "oldest" | undefined;
  /** "open": nobody knows yet what becomes of it. */
  status?: Status | "open" | undefined;
  rail?: RailName | undefined;
  /** The start of the rail's own id, or a whole username. */
  search?: string | undefined;
  /** The first and the last day (UTC). */
  from?: string | undefined;
  to?: string | undefined;
}

/** In the columns of a row `r`, with its user `u`. */
interface RailRows<View, Sort> {
  /** The table, joined with its users. */
  from: Sql;
  views: (conditions: Sql) => RawBuilder<View>;
  /** The position by which rows are sorted, and the moment by which their days count. */
  sort: Sort;
  at: Sql;
  /** What waits first. */
  open: readonly [string, string];
}

export function railList<Sort extends string, View extends Record<Sort, number>, Status extends string>({
  from,
  views,
  sort,
  at,
  open,
}: RailRows<View, Sort>) {
  const conditions = ({ user, status, rail, search, ...days }: RailFilter<Status>): Sql[] => {
    const sought = search?.trim() ?? "";
    return [
      ...(user === undefined ? [] : [sql`r.user_id = ${user}`]),
      // Without parameters, so that an index of what is open serves.
      ...(status === "open" ? [sql`r.status in (${sql.lit(open[0])}, ${sql.lit(open[1])})`] : []),
      ...(status === undefined || status === "open" ? [] : [sql`r.status = ${status}`]),
      ...(rail === undefined ? [] : [sql`r.rail = ${rail}`]),
      ...(sought === ""
        ? []
        : [sql`(starts_with(r.transaction, ${sought}) or lower(u.username) = lower(${sought}))`]),
      ...onDays(at, days),
    ];
  };
  const place = sql.ref(`r.${sort}`);
  return (db: Database, filter: RailFilter<Status>) => ({
    read: async ({ cursor, limit }: { cursor?: number | undefined; limit: number }): Promise<View[]> => {
      const { status = "", order } = filter;
      const isOldestFirst = order === "oldest" || status === "open" || status === open[0];
      const after = cursor === undefined ? [] : [sql`${place} ${isOldestFirst ? sql`>` : sql`<`} ${cursor}`];
      const { rows } = await sql<View>`
        ${views(all([...conditions(filter), ...after]))}
        order by ${place} ${isOldestFirst ? sql`asc` : sql`desc`} limit ${limit}`.execute(db);
      return rows;
    },
    total: (): Promise<Total> => countUpToMax(db, sql`select from ${from} where ${all(conditions(filter))}`),
    cursorOf: (view: View) => view[sort],
  });
}
