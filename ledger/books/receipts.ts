/** What a receipt says of a movement, and what corrected it later. */
import { sql } from "kysely";
import type { Pesewas } from "#contract/terms/money.ts";
import type { Stream } from "#contract/terms/streams.ts";
import type { EventType } from "../core/events.ts";
import type { Database } from "../tables/open-reads.ts";

export async function movementAt(
  db: Database,
  position: number,
): Promise<{ at: string; amount: Pesewas; event: string }> {
  const { rows } = await sql<{ at: string; amount: number; event: string }>`
    select recorded_at as at, abs(amount) as amount, encode(hash, 'hex') as event
    from ledger.event where position = ${position} and amount is not null`.execute(db);
  if (!rows[0]) throw new Error(`the event at position ${position} moves no money`);
  return rows[0];
}

/** The position of the last event of this type in the stream. */
export async function positionOf(db: Database, stream: Stream, type: EventType): Promise<number> {
  const { rows } = await sql<{ position: number }>`
    select position from ledger.event where stream = ${stream} and type = ${type}
    order by version desc limit 1`.execute(db);
  if (!rows[0]) throw new Error(`${stream} has no ${type}`);
  return rows[0].position;
}

export interface LaterCorrection {
  at: string;
  amount: Pesewas;
}

/**
 * The corrections of a movement, and of those, oldest first; of a payout, that it came back; of a guest's payment, that it went
 * back, and that this failed. Undefined unless the event there has this hash.
 */
export async function correctionsOf(
  db: Database,
  position: number,
  event: string,
): Promise<LaterCorrection[] | undefined> {
  const found = await sql`
    select from ledger.event where position = ${position} and hash = decode(${event}, 'hex')`.execute(db);
  if (found.rows.length === 0) return undefined;
  const { rows } = await sql<LaterCorrection>`
    with recursive later as (
      select position, recorded_at, amount from ledger.act where corrects = ${position}
      union all
      select b.position, b.recorded_at, case when b.type in ('payment_returned', 'payment_reversed') then abs(b.amount) else -abs(b.amount) end
      from ledger.event p join ledger.event b using (stream)
      where p.position = ${position} and b.position > p.position and (p.type, b.type) in (
        ('withdrawal_paid', 'withdrawal_reversed'), ('payment_received', 'payment_returned'),
        ('payment_received', 'payment_reversed'), ('payment_received', 'payment_return_failed'),
        ('payment_returned', 'payment_return_failed'), ('payment_reversed', 'payment_return_failed'))
      union all
      select a.position, a.recorded_at, a.amount from later l join ledger.act a on a.corrects = l.position
    )
    select recorded_at as at, amount from later order by position limit 100`.execute(db);
  return rows;
}
