/** Rows of shop.payout: where the money of a withdrawal goes, and when its rail is asked about it. */
import { CompiledQuery, sql } from "kysely";
import type { RailName } from "#contract/terms/rails.ts";
import { withdrawalOfReference, type WithdrawalStatus } from "#contract/terms/withdrawals.ts";
import type { Pesewas } from "#contract/terms/money.ts";
import type { Database } from "#ledger/tables/open-reads.ts";
import type { SideWrite } from "#ledger/log/writer.ts";
import type { Transfer } from "../rails/rail.ts";

/** Stored together with the request. */
export function payoutWrite(withdrawal: string, user: string, phone: string): SideWrite {
  return {
    text: "insert into shop.payout (withdrawal, user_id, phone) values ($1, $2, $3)",
    values: [withdrawal, user, phone],
  };
}

export interface DuePayout {
  id: string;
  user: string;
  username: string;
  phone: string;
  /** What arrives. */
  amount: Pesewas;
  status: WithdrawalStatus;
  rail: RailName | null;
  attempt: number;
  sent_at: string | null;
  action_at: string | null;
  asks: number;
  recipient: string | null;
  heard_at: string | null;
}

/** Whoever takes rows has this long. Then another process may take them. */
const taken_s = 120;

/** Payouts of a rail that are due: those that were sent, and those that it has reported. No other process takes them meanwhile. */
export async function takeDuePayouts(db: Database, rail: RailName, limit: number): Promise<DuePayout[]> {
  const { rows } = await sql<DuePayout>`
    update shop.payout p set next_at = now() + ${taken_s} * interval '1 second', asks = p.asks + 1
    from ledger.withdrawal w join shop."user" u on u.id = w.user_id
    where w.id = p.withdrawal and p.withdrawal = any (array(
      select o.withdrawal from shop.payout o where o.next_at <= now() and o.withdrawal in (
        select id from ledger.withdrawal where status = 'sent' and rail = ${rail}
        union all select withdrawal from shop.payout where heard_at is not null)
      order by o.next_at limit ${limit} for update skip locked))
    returning w.id, w.user_id as user, u.username, p.phone, w.amount - w.fee as amount, w.status, w.rail, w.attempt, w.sent_at,
      w.action_at, p.asks, p.recipient, p.heard_at`.execute(db);
  return rows;
}

export interface PayoutNews {
  /** Seconds until the rail is asked again. */
  ask_s: number;
  said?: string | undefined;
  /** Nothing is left to ask about, unless it was reported since. */
  isOver?: boolean;
  /** Ask once more although it has ended: what was paid may still come back. */
  isAskedAgain?: boolean;
}

const said_length_max = 500;

/** If a later ask has begun, nothing is stored. If the rail has reported something meanwhile, it is still asked at once. */
export function newsWrite(
  { id, asks, heard_at }: Pick<DuePayout, "id" | "asks" | "heard_at">,
  { ask_s, said, isOver = false, isAskedAgain = false }: PayoutNews,
): SideWrite {
  const heardNow = isAskedAgain ? "now()" : isOver ? "null" : "heard_at";
  return {
    text: `update shop.payout set said = coalesce($4, said),
        next_at = case when heard_at is distinct from $3::timestamptz then clock_timestamp() else now() + make_interval(secs => $5) end,
        heard_at = case when heard_at is distinct from $3::timestamptz then heard_at else ${heardNow} end
      where withdrawal = $1 and asks = $2`,
    values: [id, asks, heard_at, said?.slice(0, said_length_max) ?? null, ask_s],
  };
}

export async function setPayout(
  db: Database,
  row: Pick<DuePayout, "id" | "asks" | "heard_at">,
  news: PayoutNews,
): Promise<void> {
  const { text, values } = newsWrite(row, news);
  await db.executeQuery(CompiledQuery.raw(text, values));
}

/** What the rail calls the number. */
export async function keepRecipient(db: Database, id: string, recipient: string): Promise<void> {
  await sql`update shop.payout set recipient = ${recipient} where withdrawal = ${id}`.execute(db);
}

/** The rail has reported something about it, so it is asked now. A reference that is none of the shop's is ignored. */
export async function hearPayout(db: Database, reference: string): Promise<void> {
  const withdrawal = withdrawalOfReference(reference);
  if (withdrawal === undefined) return;
  await sql`
    update shop.payout set heard_at = clock_timestamp(), next_at = clock_timestamp()
    where withdrawal = ${withdrawal}`.execute(db);
}

/** A rail has paid what is back in the wallet. An admin looks at it, once. */
export async function notePaidAfterAll(
  db: Database,
  rail: RailName,
  { user }: Pick<DuePayout, "user">,
  { id, reference, amount, currency, domain }: Transfer,
): Promise<void> {
  await sql`
    insert into shop.odd_payment (kind, rail, transaction, reference, user_id, amount, currency, domain)
    values ('paid after all', ${rail}, ${id}, ${reference}, ${user}, ${amount}, ${currency}, ${domain})
    on conflict (rail, transaction, kind) do nothing`.execute(db);
}
