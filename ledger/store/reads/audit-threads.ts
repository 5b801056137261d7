/** What hangs together with a movement, and what a wallet held at a moment. */
import { sql } from "kysely";
import { type AuditView, auditMovementsAt } from "./audit-movements.ts";
import type { Database } from "./database.ts";

export interface ThreadStep {
  position: number;
  recorded_at: string;
  type: string;
  /** A user's id, or "system". */
  actor: string;
  actor_name: string | null;
}

export interface Thread {
  /**
   * The movements of the same order or request, the corrections that name one of them, and those that name these:
   * oldest first.
   */
  movements: AuditView[];
  steps: ThreadStep[];
  /** The wallet's last top-up before the first of them. */
  topup: AuditView | null;
  /** What a top-up may have paid for; null where the thread has none. */
  spent: Spent | null;
}

/**
 * Money has no name, so nothing says which top-up a purchase was paid from: what is certain is the order in the wallet.
 * A top-up's are the purchases after it and before the next one, whatever the wallet held before.
 */
export interface Spent {
  /** Of the top-up, and of the next one; null where there is none yet. */
  after: number;
  before: number | null;
  /** The first of them, oldest first. */
  purchases: AuditView[];
  /** There are more. */
  isCut: boolean;
}

const spent_max = 20;

/** Nothing where the position moved no money. */
export async function readThread(db: Database, position: number): Promise<Thread | undefined> {
  const found = new Set<number>();
  const streams = new Set<string>();
  // Each round adds what is next to what is there; an entry is corrected a few times at most.
  for (let fresh = [position]; fresh.length > 0;) {
    const rows = await neighbours(db, fresh);
    for (const { position: at, stream } of rows)
      if (fresh.includes(at) && !stream.startsWith("wallet/")) streams.add(stream);
    for (const at of fresh) found.add(at);
    fresh = [...new Set(rows.map((row) => row.position))].filter((at) => !found.has(at));
  }
  const movements = (await auditMovementsAt(db, [...found])).toReversed();
  const [first] = movements;
  if (first === undefined) return undefined;
  const credit = movements.find(({ kind }) => kind === "topup");
  const [steps, topup, spent] = await Promise.all([
    stepsOf(db, [...streams]),
    topupBefore(db, first),
    credit === undefined ? null : readSpent(db, credit),
  ]);
  return { movements, steps, topup, spent };
}

async function topupBefore(db: Database, movement: AuditView): Promise<AuditView | null> {
  const before = await creditedNext(db, movement, "before");
  const [topup = null] = before === null ? [] : await auditMovementsAt(db, [before]);
  return topup;
}

async function readSpent(db: Database, topup: AuditView): Promise<Spent> {
  const after = topup.position;
  const before = await creditedNext(db, topup, "after");
  const { rows } = await sql<{ position: number }>`
    select position from ledger.event
    where wallet = ${topup.user_id} and position > ${after} and position < ${before ?? Number.MAX_SAFE_INTEGER}
      and type = 'order_placed'
    order by position limit ${spent_max + 1}`.execute(db);
  const positions = rows.slice(0, spent_max).map((row) => row.position);
  const purchases = (await auditMovementsAt(db, positions)).toReversed();
  return { after, before, purchases, isCut: rows.length > spent_max };
}

/** Where the same wallet was topped up next, before or after a movement: by recharge_credited, not through its purchases. */
async function creditedNext(
  db: Database,
  { user_id, position }: AuditView,
  side: "before" | "after",
): Promise<number | null> {
  const found =
    side === "before"
      ? sql`credited_at < ${position} order by credited_at desc`
      : sql`credited_at > ${position} order by credited_at`;
  const { rows } = await sql<{ credited_at: number }>`
    select credited_at from ledger.recharge where user_id = ${user_id} and ${found} limit 1`.execute(db);
  return rows[0]?.credited_at ?? null;
}

/** The rows themselves; what they correct, what corrects them, and what moved money in the same stream. */
async function neighbours(
  db: Database,
  positions: number[],
): Promise<{ position: number; stream: string }[]> {
  const { rows } = await sql<{ position: number; stream: string }>`
    with given as materialized (
      select position, stream, type, data from ledger.event where position = any(${positions}::bigint[]) and wallet is not null
    )
    select position, stream from given
    union
    select e.position, e.stream from given g join ledger.event e on e.position = (g.data ->> 'corrects')::bigint
    where g.type = 'wallet_corrected' and e.wallet is not null
    union
    select c.position, c.stream from given g cross join lateral (
      select e.position, e.stream from ledger.event e
      where e.type = 'wallet_corrected' and (e.data ->> 'corrects')::bigint = g.position limit 1000
    ) c
    union
    select s.position, s.stream from given g cross join lateral (
      select e.position, e.stream from ledger.event e where e.stream = g.stream and e.wallet is not null limit 1000
    ) s
    where g.stream not like 'wallet/%'`.execute(db);
  return rows;
}

async function stepsOf(db: Database, streams: string[]): Promise<ThreadStep[]> {
  if (streams.length === 0) return [];
  const { rows } = await sql<ThreadStep>`
    select e.position, e.recorded_at, e.type, e.actor, u.username as actor_name
    from (select * from ledger.event where stream = any(${streams}) order by position limit 1000) e
    left join shop."user" u on u.id = case when e.actor ~ '^[0-9a-f-]{36}$' then e.actor::uuid end
    order by e.position`.execute(db);
  return rows;
}

/** The wallet's last movement up to a position. */
export async function lastMovement(db: Database, user: string, upTo: number): Promise<AuditView | undefined> {
  const { rows } = await sql<{ position: number }>`
    select position from ledger.event where wallet = ${user} and position <= ${upTo}
    order by position desc limit 1`.execute(db);
  const [last] = rows;
  if (!last) return undefined;
  return (await auditMovementsAt(db, [last.position]))[0];
}
