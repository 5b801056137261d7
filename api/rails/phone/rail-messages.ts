/** Rows of shop.rail_message: what each message of the phone says about a wallet, and whether it is proven. */
import { sql } from "kysely";
import type { Database } from "#ledger/tables/open-reads.ts";
import type { PhoneRail } from "#contract/terms/rails.ts";
import { changeOf, type Movement } from "./read-message.ts";

export interface RailMessage extends Movement {
  id: number;
  before: number | null;
  state: "waiting" | "proven" | "foreign" | "dismissed";
  typed_by: string | null;
  received_at: string;
}

export const messageColumns = sql`id, rail, kind, transaction, amount, fee, balance, before, topup, reverses, state, typed_by, received_at`;

interface Stored {
  movement: Movement;
  state: "waiting" | "foreign";
  receivedAt: string | undefined;
  /** The admin who has read it out; null if the phone has forwarded it. */
  typedBy: string | null;
}

/** Safe to repeat. What an admin had dismissed waits again only if an admin reads it out. */
export async function storeMessage(
  db: Database,
  { movement, state, receivedAt, typedBy }: Stored,
): Promise<void> {
  const { rail, kind, transaction, amount, fee, balance, topup, reverses } = movement;
  const before = balance === null ? null : balance - changeOf(movement);
  await sql`
    insert into shop.rail_message (rail, kind, transaction, amount, fee, balance, before, topup, reverses, state, typed_by, received_at)
    values (${rail}, ${kind}, ${transaction}, ${amount}, ${fee}, ${balance}, ${before}, ${topup}, ${reverses}, ${state},
      ${typedBy}, coalesce(${receivedAt ?? null}::timestamptz, now()))
    on conflict (rail, kind, transaction, amount, fee, balance, (state = 'foreign')) do update
      set state = 'waiting', typed_by = excluded.typed_by
      where rail_message.state = 'dismissed' and excluded.typed_by is not null`.execute(db);
}

export function waitingMessages(db: Database, rail: PhoneRail, limit: number): Promise<RailMessage[]> {
  return messagesWith(db, sql`rail = ${rail} and state = 'waiting' order by received_at, id limit ${limit}`);
}

/** The newest first. */
export function foreignMessages(db: Database, limit: number): Promise<RailMessage[]> {
  return messagesWith(db, sql`state = 'foreign' order by id desc limit ${limit}`);
}

/** What has left the wallet, the newest first: the books know it only if an admin has booked it. */
export function outgoingMessages(db: Database, rail: PhoneRail, limit: number): Promise<RailMessage[]> {
  return messagesWith(
    db,
    sql`rail = ${rail} and kind <> 'received' and state = 'proven' order by place desc limit ${limit}`,
  );
}

/** Those that the ledger does not have yet, in the order in which they were proven. */
export function unsettledMessages(db: Database, limit: number): Promise<RailMessage[]> {
  return messagesWith(db, sql`state = 'proven' and settled_at is null order by place limit ${limit}`);
}

async function messagesWith(db: Database, condition: ReturnType<typeof sql>): Promise<RailMessage[]> {
  const { rows } = await sql<RailMessage>`
    select ${messageColumns} from shop.rail_message where ${condition}`.execute(db);
  return rows;
}

export async function markSettled(db: Database, ids: readonly number[]): Promise<void> {
  await sql`update shop.rail_message set settled_at = now() where id = any(${ids})`.execute(db);
}

/** False if it does not wait. */
export async function dismissMessage(db: Database, id: number): Promise<boolean> {
  const { numAffectedRows = 0n } = await sql`
    update shop.rail_message set state = 'dismissed' where id = ${id} and state in ('waiting', 'foreign')`.execute(
    db,
  );
  return numAffectedRows > 0n;
}
