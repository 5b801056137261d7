/** What each admin did with money without a second one. */
import { sql } from "kysely";
import type { Pesewas } from "#contract/terms/money.ts";
import type { LoneActKind } from "#contract/terms/statuses.ts";
import { type Database, inSnapshot } from "../tables/open-reads.ts";
import { type Bounds, dayPositions, unsummed, within } from "../tables/log-days.ts";
import type { Sql } from "../tables/search.ts";
import { userOrNull } from "../tables/stream-sql.ts";

export interface DoneAlone {
  day: string;
  /** A user's id, or "system" for the command line. */
  actor: string;
  username: string | null;
  kind: LoneActKind;
  count: number;
  /** Without a sign. */
  amount: Pesewas;
}

/** Sums by day, admin and kind, the newest day first. Both days are included. */
export async function listDoneAlone(
  db: Database,
  days: { from: string; to?: string | undefined },
): Promise<DoneAlone[]> {
  return inSnapshot(db, async (tx) => {
    const fresh = await unsummed(tx, await dayPositions(tx, days));
    const { rows } = await sql<DoneAlone>`
      select s.day, s.actor, u.username, s.kind, s.count, s.amount from (
        select day, actor, kind, sum(count)::bigint as count, sum(amount)::bigint as amount from (
          select day, actor, kind, count, amount from audit.alone_day
          where day between ${days.from} and ${days.to ?? "infinity"}
          union all select day, actor, kind, count, amount from (${aloneSums(fresh)}) as f
        ) as d group by day, actor, kind
      ) s
      left join shop."user" u on u.id = ${userOrNull(sql`s.actor`)}
      order by s.day desc, u.username nulls last, s.kind`.execute(tx);
    return rows;
  });
}

/** As in audit.alone_day, of the events between two positions. */
export function aloneSums(bounds: Bounds): Sql {
  return sql`
    select day, actor, kind, count(*) as count, sum(amount) as amount from (
      select (recorded_at at time zone 'UTC')::date as day, actor, abs(amount) as amount,
        case type when 'topup_approved' then 'top-up' when 'wallet_funded' then 'top-up' when 'order_rejected' then 'refund'
          when 'order_placed' then 'sold below price' else case when amount > 0 then 'credit' else 'debit' end end as kind
      from ledger.act k
      where type in ('topup_approved', 'wallet_funded', 'order_rejected', 'wallet_corrected', 'order_placed')
        and wallet is not null
        -- A rail paid for it, or a supplier refused it, and nobody decided.
        and not (actor = 'system' and (payment is not null or type = 'order_rejected'))
        and requested_by is null and ${within(sql`k.position`, bounds)}
      union all
      select (k.recorded_at at time zone 'UTC')::date, k.actor, abs(a.amount), 'withdrawal'
      from ledger.act k join ledger.event s on s.position = k.position join ledger.event a on a.stream = s.stream and a.version = 1
      where k.type = 'withdrawal_sent' and k.requested_by is null and ${within(sql`k.position`, bounds)}
    ) acts
    group by day, actor, kind`;
}
