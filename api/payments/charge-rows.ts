/** Rows of shop.charge: what was asked of a rail, and when to ask again. */
import { sql } from "kysely";
import type { Database } from "#ledger/tables/open-reads.ts";
import type { SideWrite } from "#ledger/log/writer.ts";
import type { RailName } from "#contract/terms/rails.ts";
import type { ChargeState, PaymentStatus } from "#contract/terms/payments.ts";
import type { Pesewas } from "#contract/terms/money.ts";
import type { News } from "../rails/rail.ts";

/** Which charge of which rail. */
export interface ChargeKey {
  rail: RailName;
  reference: string;
}

export interface ChargeRow extends ChargeKey {
  /** Null if the shop did not make the reference. */
  user: string | null;
  topup: number | null;
  amount: Pesewas | null;
  state: ChargeState;
  /** What the rail says about it. */
  said: string;
  created_at: string;
  /** When the rail said first that it was paid; null: not yet. */
  heard_at: string | null;
  /** When the rail last reported a refund or the end of a dispute. */
  reversal_heard_at: string | null;
  /** The rail's id of the refund that failed, until that is booked. */
  failed_refund: string | null;
  /** Of this refund; null if the rail did not say it. */
  failed_refund_amount: Pesewas | null;
  refund_failed_at: string | null;
  checks: number;
  /** The admin whose test it is. */
  test_by: string | null;
  /** The guest's order that it is for. */
  guest_order: number | null;
}

/** Of a row `c`. */
export const chargeColumns = sql`c.rail, c.reference, c.user_id as "user", c.topup, c.amount, c.state, c.said, c.created_at, c.heard_at, c.reversal_heard_at,
  c.failed_refund, c.failed_refund_amount, c.refund_failed_at, c.checks, c.test_by, c.guest_order`;

/** Whoever takes rows to check has this long. Then another process may take them. */
export const taken_s = 60;

/**
 * A charge that is about to be asked for, unless the user's prompts of the last hours would be more than `max` with it. It
 * is stored before its request, so that two prompts at the same moment count each other. If nobody hears of it again, it is
 * checked, and the rail does not know it.
 */
export function reserveCharge(
  db: Database,
  { rail, reference, user, amount }: ChargeKey & { user: string; amount: Pesewas },
  { max, hours }: { max: Pesewas; hours: number },
): Promise<boolean> {
  return db.transaction().execute(async (tx) => {
    // Of one user one after the other: otherwise neither would see the other's row.
    await sql`select pg_advisory_xact_lock(hashtextextended(${`prompts of ${user}`}, 0))`.execute(tx);
    const { numAffectedRows } = await sql`
      insert into shop.charge (rail, reference, user_id, amount, state, next_check_at)
      select ${rail}, ${reference}, ${user}, ${amount}::bigint, 'asking', now() + ${taken_s} * interval '1 second'
      where (${prompted(user, hours)}) + ${amount}::bigint <= ${max}::bigint`.execute(tx);
    return numAffectedRows === 1n;
  });
}

/** The request that a reserved charge is for, stored together with the request. */
export function chargeFor(reference: string, topup: number): SideWrite {
  return {
    text: "update shop.charge set topup = $2 where reference = $1",
    values: [reference, topup],
  };
}

/** Nothing was asked for after all. */
export async function releaseCharge(db: Database, reference: string): Promise<void> {
  await sql`delete from shop.charge where reference = ${reference} and topup is null`.execute(db);
}

export interface DueCharge extends ChargeRow {
  /** The log's position, before the rail is asked. */
  seen: number;
}

/** Rows of a rail that are due. No other process takes them meanwhile. */
export async function takeDueCharges(db: Database, rail: RailName, limit: number): Promise<DueCharge[]> {
  const { rows } = await sql<DueCharge>`
    update shop.charge c set next_check_at = now() + ${taken_s} * interval '1 second', checks = checks + 1
    where reference = any (array(
      select reference from shop.charge where next_check_at <= now() and rail = ${rail}
      order by next_check_at limit ${limit} for update skip locked))
    returning ${chargeColumns}, (select position from ledger.head) as seen`.execute(db);
  return rows;
}

/** What the books say of a payment, and whether a dispute about it was heard of. Undefined: it is not in the books. */
export async function readBooked(db: Database, { reference }: ChargeKey, payment: string) {
  const { rows } = await sql<{ status: PaymentStatus; lacksFee: boolean; isDisputed: boolean }>`
    select p.status, p.fee is null as "lacksFee",
      exists (select from shop.charge c where c.reference = ${reference} and c.disputed) as "isDisputed"
    from ledger.payment p where p.id = ${payment}`.execute(db);
  return rows[0];
}

export async function chargeOfTopup(db: Database, topup: number): Promise<ChargeRow | undefined> {
  const { rows } = await sql<ChargeRow>`
    select ${chargeColumns} from shop.charge c where c.topup = ${topup}`.execute(db);
  return rows[0];
}

export async function chargeOfGuest(db: Database, guest: number): Promise<ChargeRow | undefined> {
  const { rows } = await sql<ChargeRow>`
    select ${chargeColumns} from shop.charge c where c.guest_order = ${guest}`.execute(db);
  return rows[0];
}

/** What a user was prompted for within the last hours, in pesewas, without what failed. */
export async function promptedWithin(db: Database, user: string, hours: number): Promise<Pesewas> {
  const { rows } = await prompted(user, hours).execute(db);
  return rows[0]?.sum ?? 0;
}

const prompted = (user: string, hours: number) => sql<{ sum: number }>`
  select coalesce(sum(amount), 0)::bigint as sum from shop.charge
  where user_id = ${user} and state <> 'failed' and created_at > now() - ${hours} * interval '1 hour'`;

/** Requests whose prompts are open: the customer may still approve them. */
export async function topupsByPrompt(db: Database): Promise<number[]> {
  const { rows } = await sql<{ topup: number }>`
    select topup from shop.charge
    where next_check_at is not null and topup is not null and state in ('asking', 'otp', 'waiting')`.execute(
    db,
  );
  return rows.map(({ topup }) => topup);
}

/** Its id in the books. */
export async function notePayment(db: Database, reference: string, payment: string): Promise<void> {
  await sql`update shop.charge set payment = ${payment} where reference = ${reference}`.execute(db);
}

const said_length_max = 200;

interface ChargeNews {
  state: ChargeState;
  said?: string;
  /** Seconds until the rail is asked what became of it; null: never again. */
  check_s: number | null;
  payment?: string | undefined;
}

/** Another charge of the user for the same amount was open together with `c`, so they may have paid twice. */
const isRepeated = sql`exists (
  select from shop.charge o left join ledger.payment p on p.id = o.payment
  where o.user_id = c.user_id and o.amount = c.amount and o.reference <> c.reference
    and (p.id is null or p.received_at > c.created_at))`;

/**
 * If the rail has reported something meanwhile, it is still asked at once. In a transaction, now() is when that began, and
 * the report may be later. `check`: the number of the check that has found this out. If a later one has begun, nothing is
 * stored. `ifAlone`: neither if one like it is there. Returns whether it was stored.
 */
export async function setCharge(
  db: Database,
  reference: string,
  { state, said, check_s, payment }: ChargeNews,
  { check, ifAlone = false }: { check?: number | undefined; ifAlone?: boolean } = {},
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update shop.charge c set state = ${state},
      said = coalesce(${said?.slice(0, said_length_max) ?? null}, c.said),
      payment = coalesce(${payment ?? null}::uuid, payment),
      next_check_at = case when next_check_at <= clock_timestamp() then next_check_at
        else now() + ${check_s}::float8 * interval '1 second' end
    where reference = ${reference} and checks = coalesce(${check ?? null}::int, checks)
      ${ifAlone ? sql`and not ${isRepeated}` : sql``}`.execute(db);
  return numAffectedRows === 1n;
}

/** It is asked about now, even if the shop does not know the reference. A refund that failed is booked after that. */
export async function checkNow(db: Database, { rail, reference }: ChargeKey, told?: News): Promise<void> {
  const { id = null, amount = null } = told?.about === "failed refund" ? told : {};
  const now = (isTold: boolean) => sql`case when ${isTold} then now() end`;
  await sql`
    insert into shop.charge as c (rail, reference, state, next_check_at, heard_at, reversal_heard_at,
      failed_refund, failed_refund_amount, refund_failed_at)
    values (${rail}, ${reference}, 'asking', now(), ${now(told?.about === "payment")}, ${now(told !== undefined && told.about !== "payment")},
      ${id}, ${amount}::bigint, ${now(id !== null)})
    on conflict (reference) do update set next_check_at = now(),
      heard_at = coalesce(c.heard_at, excluded.heard_at),
      reversal_heard_at = coalesce(excluded.reversal_heard_at, c.reversal_heard_at),
      failed_refund = coalesce(excluded.failed_refund, c.failed_refund),
      failed_refund_amount = case when ${id === null} then c.failed_refund_amount else excluded.failed_refund_amount end,
      refund_failed_at = coalesce(excluded.refund_failed_at, c.refund_failed_at)`.execute(db);
}

export async function forgetFailedRefund(db: Database, reference: string, id: string): Promise<void> {
  await sql`
    update shop.charge set failed_refund = null where reference = ${reference} and failed_refund = ${id}`.execute(
    db,
  );
}
