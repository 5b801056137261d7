/** Security events as admins see them. */
import { sql } from "kysely";
import type { Database } from "#ledger/tables/open-reads.ts";
import { all, count_max, type Sql, type Total, totalOf } from "#ledger/tables/search.ts";
import { formatDateTime } from "#contract/terms/dates.ts";
import type { SecurityKind, SecurityResult } from "#contract/security-kinds.ts";
import type { SecurityRecord } from "#contract/security.ts";
import type { Portion } from "../serve/row-stream.ts";

export interface SecurityFilter {
  kind?: SecurityKind | undefined;
  /** The account, or who did it. */
  user?: string | undefined;
  from?: string | undefined;
  to?: string | undefined;
}

export interface SecurityView {
  id: number;
  at: string;
  kind: SecurityKind;
  result: SecurityResult;
  user_id: string | null;
  username: string | null;
  actor: string | null;
  actor_name: string | null;
  address: string | null;
  detail: string;
  times: number;
}

/** Newest first. */
export async function listSecurityEvents(
  db: Database,
  filter: SecurityFilter,
  { cursor, limit }: Portion,
): Promise<SecurityView[]> {
  const before = cursor === undefined ? [] : [sql`e.id < ${cursor}`];
  const { rows } = await sql<SecurityView>`
    select e.*, u.username, a.username as actor_name
    from (select * from shop.security_event e where ${all([...conditions(filter), ...before])}
          order by id desc limit ${limit}) e
    left join shop."user" u on u.id = e.user_id
    left join shop."user" a on a.id = e.actor
    order by e.id desc`.execute(db);
  return rows;
}

export async function totalSecurityEvents(db: Database, filter: SecurityFilter): Promise<Total> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from (select from shop.security_event e where ${all(conditions(filter))}
      limit ${count_max + 1}) as found`.execute(db);
  return totalOf(rows[0]?.count ?? 0);
}

export function securityRecord(view: SecurityView): SecurityRecord {
  return {
    _id: String(view.id),
    createdAt: view.at,
    date: formatDateTime(view.at),
    kind: view.kind,
    result: view.result,
    userId: view.user_id,
    user: view.username,
    actorId: view.actor,
    actor: view.actor_name,
    address: view.address,
    detail: view.detail,
    times: view.times,
  };
}

function conditions({ kind, user, from, to }: SecurityFilter): Sql[] {
  return [
    ...(kind === undefined ? [] : [sql`e.kind = ${kind}`]),
    ...(user === undefined ? [] : [sql`(e.user_id = ${user} or e.actor = ${user})`]),
    ...(from === undefined ? [] : [sql`e.at >= ${`${from}T00:00:00Z`}::timestamptz`]),
    // PostgreSQL reads 24:00 as the next day's midnight.
    ...(to === undefined ? [] : [sql`e.at < ${`${to}T24:00:00Z`}::timestamptz`]),
  ];
}
