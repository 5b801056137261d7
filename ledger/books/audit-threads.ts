/** What belongs together with a movement, and what a wallet held at a given time. */
import { sql } from "kysely";
import { type AuditView, auditMovementsAt } from "./audit-movements.ts";
import type { Database } from "../tables/open-reads.ts";

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
   * The movements of the same order or top-up, the corrections of them, and the corrections of those:
   * oldest first.
   */
  movements: AuditView[];
  steps: ThreadStep[];
  /** The wallet's last top-up before the first of them. */
  topup: AuditView | null;
  /** What a top-up may have paid for; null if the thread has no top-up. */
  spent: Spent | null;
}

/**
 * Nothing tells which top-up a purchase was paid from; only the order of movements in the wallet is certain.
 * A top-up gets the purchases after it and before the next one, whatever the wallet held before.
 */
export interface Spent {
  /** Of the top-up, and of the next one; null if there is none yet. */
  after: number;
  before: number | null;
  /** The first of them, oldest first. */
  purchases: AuditView[];
  /** There are more. */
  isCut: boolean;
}

const spent_max = 20;

/**
 * Undefined if the position moved no money. Three statements, whatever the thread has: one for each part took a page
 * twice its time.
 */
export async function readThread(db: Database, position: number): Promise<Thread | undefined> {
  const members = await membersOf(db, position);
  const [first] = members;
  if (first === undefined) return undefined;
  const credit = members.find(({ type }) => type === "topup_approved");
  const streams = members.map(({ stream }) => stream).filter((stream) => !stream.startsWith("wallet/"));
  const [steps, near] = await Promise.all([
    stepsOf(db, [...new Set(streams)]),
    nearby(db, first.wallet, first.position, credit?.position ?? null),
  ]);
  const bought = near.bought.slice(0, spent_max);
  const others = near.topup === null ? bought : [near.topup, ...bought];
  const views = await auditMovementsAt(db, [...members.map((member) => member.position), ...others]);
  const seen = new Map(views.map((view) => [view.position, view]));
  const viewsAt = (positions: number[]) => positions.flatMap((at) => seen.get(at) ?? []);
  const spent = credit && {
    after: credit.position,
    before: near.next,
    purchases: viewsAt(bought),
    isCut: near.bought.length > spent_max,
  };
  return {
    movements: viewsAt(members.map((member) => member.position)),
    steps,
    topup: near.topup === null ? null : (seen.get(near.topup) ?? null),
    spent: spent ?? null,
  };
}

interface Member {
  position: number;
  type: string;
  stream: string;
  wallet: string;
}

/** The movement, what it corrects, what corrects it, what moved money in the same stream, and so on: oldest first. */
async function membersOf(db: Database, position: number): Promise<Member[]> {
  const columns = sql`e.position, e.type, e.stream, e.wallet, (e.data ->> 'corrects')::bigint`;
  const { rows } = await sql<Member>`
    with recursive member (position, type, stream, wallet, corrects) as (
      select ${columns} from ledger.event e where e.position = ${position} and e.wallet is not null
      union
      select n.* from member m cross join lateral (
        (select ${columns} from ledger.event e
          where m.type = 'wallet_corrected' and e.position = m.corrects and e.wallet is not null)
        union all
        (select ${columns} from ledger.act k join ledger.event e on e.position = k.position
          where k.corrects = m.position limit 1000)
        union all
        (select ${columns} from ledger.event e
          where m.stream not like 'wallet/%' and e.stream = m.stream and e.wallet is not null limit 1000)
      ) n
    )
    select position, type, stream, wallet from member order by position`.execute(db);
  return rows;
}

interface Nearby {
  /** The position of the last top-up before the thread. */
  topup: number | null;
  /** The position of the next top-up after the thread's own. */
  next: number | null;
  /** Purchases between that one and the next, one more than are shown. */
  bought: number[];
}

/** Uses the index topup_credited and not the wallet's purchases. `credit` is the thread's own top-up. */
async function nearby(db: Database, wallet: string, first: number, credit: number | null): Promise<Nearby> {
  const credited = sql`select credited_at from ledger.topup where user_id = ${wallet}`;
  const { rows } = await sql<Nearby>`
    select b.topup, a.next, to_json(array(
      select position from ledger.event
      where wallet = ${wallet} and position > ${credit}::bigint
        and position < coalesce(a.next, ${Number.MAX_SAFE_INTEGER}) and type = 'order_placed'
      order by position limit ${spent_max + 1}
    )) as bought
    from (select (${credited} and credited_at < ${first} order by credited_at desc limit 1) as topup) b,
      (select (${credited} and credited_at > ${credit}::bigint order by credited_at limit 1) as next) a`.execute(
    db,
  );
  return rows[0]!;
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
