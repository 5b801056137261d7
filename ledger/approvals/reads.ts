/** What admins asked for and another admin has to decide. */
import { sql } from "kysely";
import type { Pesewas } from "#contract/terms/money.ts";
import type { ApprovalStatus } from "#contract/terms/statuses.ts";
import type { Database } from "../tables/open-reads.ts";
import { countRows, type Sql } from "../tables/search.ts";
import { userOrNull } from "../tables/stream-sql.ts";
import type { ApprovalRequest } from "#ledger/core/rows/approvals.ts";

export interface ApprovalView {
  id: string;
  request: ApprovalRequest;
  /** The wallet's owner. */
  user_id: string | null;
  username: string | null;
  /** Of a top-up, a payment, an order or a withdrawal. */
  amount: Pesewas | null;
  requested_by: string;
  requested_name: string;
  requested_at: string;
  status: ApprovalStatus;
  decided_by: string | null;
  decided_name: string | null;
  decided_at: string | null;
}

const decided_shown = 20;

/** Everybody who has ever been an admin. */
export const adminsEverSql = `select distinct made_admin as user from ledger.act where made_admin is not null`;

/** All pending ones, the oldest first, then those that were decided last. */
export async function listApprovals(db: Database): Promise<ApprovalView[]> {
  const { rows } = await sql<ApprovalView>`
    (${views(sql`a.status = 'pending'`)} order by a.requested_at, a.id)
    union all
    (${views(sql`a.status <> 'pending'`)} order by a.decided_at desc, a.id limit ${decided_shown})`.execute(
    db,
  );
  return rows;
}

export async function approvalById(db: Database, id: string): Promise<ApprovalView | undefined> {
  const { rows } = await views(sql`a.id = ${id}`).execute(db);
  return rows[0];
}

/** Above them it takes two admins; null: it never does. */
export function readLimits(db: Database) {
  return db
    .selectFrom("ledger.settings")
    .select(["correction_limit", "topup_limit"])
    .executeTakeFirstOrThrow();
}

/** The limits bind nobody before that. */
export async function hasHadTwoAdmins(db: Database): Promise<boolean> {
  const { rows } = await sql`${sql.raw(adminsEverSql)} limit 2`.execute(db);
  return rows.length === 2;
}

export function countAdmins(db: Database): Promise<number> {
  return countRows(db, sql`ledger.account where level = 'Admin' and status = 'Active' and not deleted`);
}

function views(which: Sql) {
  return sql<ApprovalView>`
    select a.id, a.request, u.id as user_id, u.username,
      coalesce(t.amount, p.amount, o.amount, w.amount) as amount, a.requested_by, r.username as requested_name, a.requested_at,
      a.status, a.decided_by, x.username as decided_name, a.decided_at
    from ledger.approval a
    join shop."user" r on r.id = a.requested_by
    left join ledger.topup t on a.request ->> 'kind' = 'topup' and t.id = (a.request ->> 'topup')::bigint
    left join ledger.payment p on a.request ->> 'kind' = 'payment' and p.id = (a.request ->> 'payment')::uuid
    left join ledger."order" o on a.request ->> 'kind' = 'fulfilment' and o.id = (a.request ->> 'order')::bigint
    left join ledger.withdrawal w on w.id = (a.request ->> 'withdrawal')::uuid
    left join shop."user" u on u.id = coalesce((a.request ->> 'user')::uuid, t.user_id, o.user_id, w.user_id)
    left join shop."user" x on x.id = ${userOrNull(sql`a.decided_by`)}
    where ${which}`;
}
