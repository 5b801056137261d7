/** A wallet's movements and an order's history, from the log: every amount with the event that moved it. */
import type { EventType } from "#ledger/decide/events.ts";
import type { MovementKind, OrderStatus } from "#ledger/terms/statuses.ts";
import { sql } from "kysely";
import type { Database } from "./database.ts";
import { numberIn } from "./stream-sql.ts";

export interface MovementView {
  position: number;
  recorded_at: string;
  kind: MovementKind;
  /** Signed pesewas. */
  amount: number;
  balance_after: number;
  /** The order or request it belongs to. */
  order_id: number | null;
  topup_id: number | null;
  network: string | null;
  offer: string | null;
  receiver: string | null;
  /** Of a correction or a rejection. */
  reason: string | null;
  /** The movement that a correction names. */
  corrects: number | null;
}

/** The events that move money. */
export const kindOf: Partial<Record<EventType, MovementKind>> = {
  topup_approved: "topup",
  order_placed: "purchase",
  order_rejected: "refund",
  wallet_corrected: "correction",
};

export interface StatementFilter {
  user: string;
  /** Only movements before this position. */
  before?: number | undefined;
  limit: number;
}

/** A wallet's movements, newest first. */
export async function listMovements(
  db: Database,
  { user, before, limit }: StatementFilter,
): Promise<MovementView[]> {
  // The subquery sorts by the index on (wallet, position).
  const { rows } = await sql<Omit<MovementView, "kind"> & { type: EventType }>`
    select m.*, o.network, o.offer, d.receiver
    from (
      select e.position, e.recorded_at, e.type, e.amount, e.balance_after,
        ${numberIn("order", sql`e.stream`)} as order_id,
        ${numberIn("topup", sql`e.stream`)} as topup_id,
        e.data ->> 'reason' as reason,
        (e.data ->> 'corrects')::bigint as corrects
      from ledger.event e
      where e.wallet = ${user} and e.position < ${before ?? Number.MAX_SAFE_INTEGER}
      order by e.position desc
      limit ${limit}
    ) m
    left join ledger."order" o on o.id = m.order_id
    left join shop.order_detail d on d.order_id = m.order_id
    order by m.position desc`.execute(db);
  return rows.map(({ type, ...row }) => {
    const kind = kindOf[type];
    if (kind === undefined) throw new Error(`${type} moves no money`);
    return { ...row, kind };
  });
}

/** How many movements a wallet has. */
export async function countMovements(db: Database, user: string): Promise<number> {
  const row = await db
    .selectFrom("ledger.event")
    .select(({ fn }) => fn.countAll<number>().as("count"))
    .where("wallet", "=", user)
    .executeTakeFirst();
  return Number(row?.count ?? 0);
}

/** The wallet's balance after this position. */
export async function balanceAt(db: Database, user: string, position: number): Promise<number> {
  const row = await db
    .selectFrom("ledger.event")
    .select("balance_after")
    .where("wallet", "=", user)
    .where("position", "<=", position)
    .orderBy("position", "desc")
    .limit(1)
    .executeTakeFirst();
  return row?.balance_after ?? 0;
}

const statusAfter: Partial<Record<EventType, OrderStatus>> = {
  order_placed: "pending",
  order_processed: "processing",
  order_completed: "completed",
  order_rejected: "rejected",
};

/** An order's status from a given time on. */
export interface StepView {
  status: OrderStatus;
  recorded_at: string;
  position: number;
}

/** The history of an order, oldest first. */
export async function orderSteps(db: Database, order: number): Promise<StepView[]> {
  const rows = await db
    .selectFrom("ledger.event")
    .select(["type", "recorded_at", "position"])
    .where("stream", "=", `order/${order}`)
    .orderBy("version")
    .execute();
  return rows.flatMap(({ type, ...step }) => {
    const status = statusAfter[type as EventType];
    return status === undefined ? [] : [{ status, ...step }];
  });
}
