/** What one admin has asked for, and what another has said to it. */
import type { Pesewas } from "#ledger/terms/money.ts";
import { sql } from "kysely";
import type { Database } from "./database.ts";

export type ApprovalIntent =
  | { kind: "correction"; user: string; amount: Pesewas; reason: string; corrects: number | null }
  | { kind: "limit"; limit: Pesewas | null };

export interface ApprovalView {
  id: string;
  intent: ApprovalIntent;
  /** Whose wallet. */
  username: string | null;
  requested_by: string;
  requested_name: string;
  requested_at: string;
  status: "pending" | "approved" | "declined";
  decided_by: string | null;
  decided_name: string | null;
  decided_at: string | null;
}

const decided_shown = 20;
const lastDecided = sql`
  select approval_id from shop.approval_decision order by decided_at desc, approval_id limit ${decided_shown}`;

/** All that wait, the oldest first, then those that were decided last. */
export async function listApprovals(db: Database): Promise<ApprovalView[]> {
  const { rows } = await sql<ApprovalView>`
    (${views(sql`a.is_open`)} order by a.requested_at, a.id)
    union all
    (${views(sql`a.id in (${lastDecided})`)} order by d.decided_at desc, a.id)`.execute(db);
  return rows;
}

export async function approvalById(db: Database, id: string): Promise<ApprovalView | undefined> {
  const { rows } = await views(sql`a.id = ${id}`).execute(db);
  return rows[0];
}

/** Above it a correction takes two admins; null: none does. */
export async function correctionLimit(db: Database): Promise<Pesewas | null> {
  const row = await db.selectFrom("ledger.notice").select("correction_limit").executeTakeFirstOrThrow();
  return row.correction_limit;
}

function views(which: ReturnType<typeof sql>) {
  return sql<ApprovalView>`
    select a.id, a.intent || jsonb_build_object('kind', a.kind) as intent, u.username,
      a.requested_by, r.username as requested_name, a.requested_at,
      coalesce(d.decision, 'pending') as status, d.decided_by, x.username as decided_name, d.decided_at
    from shop.approval a
    join shop."user" r on r.id = a.requested_by
    left join shop."user" u on u.id = (a.intent ->> 'user')::uuid
    left join shop.approval_decision d on d.approval_id = a.id
    left join shop."user" x on x.id = d.decided_by
    where ${which}`;
}
