/** Every wallet's movements, straight from the log, at the cost of the page. */
import { sql } from "kysely";
import type { EventType } from "#ledger/decide/events.ts";
import type { Database } from "./database.ts";
import { all } from "./search.ts";
import { kindOf, type MovementView } from "./statement.ts";

export interface AuditView extends MovementView {
  user_id: string;
  username: string;
  /** A user's id, or "system". */
  actor: string;
  actor_name: string | null;
  /** What corrections and refunds took back of it, with the opposite sign. */
  reversed: number;
  /** Hex. */
  hash: string;
}

export interface AuditFilter {
  /** Whose wallet. */
  user?: string | undefined;
}

/** Movements before the position `cursor`, newest first. */
export async function listAuditMovements(
  db: Database,
  { user }: AuditFilter,
  { cursor, limit }: { cursor?: number | undefined; limit: number },
): Promise<AuditView[]> {
  const conditions = all([
    sql`e.wallet is not null`,
    sql`e.position < ${cursor ?? Number.MAX_SAFE_INTEGER}`,
    ...(user === undefined ? [] : [sql`e.wallet = ${user}`]),
  ]);
  const { rows } = await sql<Omit<AuditView, "kind"> & { type: EventType }>`
    select m.*, u.username, a.username as actor_name, o.network, o.offer, d.receiver, coalesce(r.reversed, 0) as reversed
    from (
      select e.position, e.recorded_at, e.type, e.amount, e.balance_after, e.wallet as user_id, e.actor,
        encode(e.hash, 'hex') as hash,
        case when e.stream like 'order/%' then substring(e.stream from 7)::bigint end as order_id,
        case when e.stream like 'recharge/%' then substring(e.stream from 10)::bigint end as recharge_id,
        e.data ->> 'reason' as reason,
        (e.data ->> 'corrects')::bigint as corrects
      from ledger.event e
      where ${conditions}
      order by e.position desc
      limit ${limit}
    ) m
    left join shop."user" u on u.id = m.user_id
    left join shop."user" a on a.id = case when m.actor = 'system' then null else m.actor::uuid end
    left join ledger."order" o on o.id = m.order_id
    left join shop.order_detail d on d.order_id = m.order_id
    left join ledger.reversal r on r.entry = m.position
    order by m.position desc`.execute(db);
  return rows.map(({ type, ...row }) => {
    const kind = kindOf[type];
    if (kind === undefined) throw new Error(`${type} moves no money`);
    return { ...row, kind };
  });
}
