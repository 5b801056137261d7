/** What the office sees of the phone: whether it is heard, what each wallet holds, and which messages fit nowhere. */
import { sql } from "kysely";
import { type PhoneRail, phoneRails, type RailName } from "#contract/terms/rails.ts";
import { type Pesewas, toCedis } from "#contract/terms/money.ts";
import type { Database } from "#ledger/tables/open-reads.ts";
import { type Paying, railOf } from "../rail.ts";
import type { PhoneReport, RailMessageRecord, WaitingChain } from "#contract/phone.ts";
import { foreignMessages, outgoingMessages, type RailMessage, waitingMessages } from "./rail-messages.ts";

const waiting_read_max = 2000;
const listed_max = 20;
/** A network may deliver a message this much later than those that came after it. */
const late_ms_max = 60 * 60 * 1000;

interface Wallet {
  balance: Pesewas | null;
  moved_at: string | null;
}

export async function phoneReport({ db, rails: all }: Paying): Promise<PhoneReport> {
  const [phones, foreign] = await Promise.all([readPhones(db), foreignMessages(db, listed_max)]);
  const rails = await Promise.all(phoneRails.map((rail) => reportRail(db, rail)));
  return { isOn: railOf(all, phoneRails[0]).isOn, phones, rails, foreign: foreign.map(messageRecord) };
}

/**
 * What a wallet holds by the messages that the ledger has; null if nobody knows. What is proven and not settled yet is left
 * out, because the books do not have it yet either.
 */
export async function settledBalance(db: Database, rail: RailName): Promise<Pesewas | null> {
  const { rows } = await sql<{ balance: Pesewas | null }>`
    select r.balance - coalesce((
      select sum(m.balance - m.before) from shop.rail_message m
      where m.rail = r.rail and m.state = 'proven' and m.settled_at is null), 0)::bigint as balance
    from shop.phone_rail r where r.rail = ${rail}`.execute(db);
  return rows[0]?.balance ?? null;
}

async function readPhones(db: Database): Promise<PhoneReport["phones"]> {
  const { rows } = await sql<PhoneReport["phones"][number]>`
    select device, heard_at as "heardAt", message_at as "messageAt", unread, unread_at as "unreadAt"
    from shop.phone order by heard_at desc limit ${listed_max}`.execute(db);
  return rows;
}

export async function readWallet(db: Database, rail: PhoneRail): Promise<Wallet> {
  const { rows } = await sql<Wallet>`
    select balance, moved_at from shop.phone_rail where rail = ${rail}`.execute(db);
  return rows[0] ?? { balance: null, moved_at: null };
}

async function reportRail(db: Database, rail: PhoneRail): Promise<PhoneReport["rails"][number]> {
  const [{ balance, moved_at }, waiting, outgoing] = await Promise.all([
    readWallet(db, rail),
    waitingMessages(db, rail, waiting_read_max),
    outgoingMessages(db, rail, listed_max),
  ]);
  return {
    rail,
    balance: balance === null ? null : toCedis(balance),
    movedAt: moved_at,
    waiting: chainsOf(waiting).map((chain) => chainRecord(chain, { balance, moved_at })),
    outgoing: outgoing.map(messageRecord),
  };
}

/** Messages of which each follows the one before, by their balances. Each message is in one chain. */
export function chainsOf<M extends Pick<RailMessage, "before" | "balance">>(messages: readonly M[]): M[][] {
  const left = new Set(messages);
  const after = Map.groupBy(messages, ({ before }) => before);
  const ends = new Set(messages.map(({ balance }) => balance));
  // Those that no other one leads to come first. What is left then goes in circles.
  const starts = [...messages.filter(({ before }) => before === null || !ends.has(before)), ...messages];
  const chains: M[][] = [];
  for (const start of starts) {
    const chain: M[] = [];
    let next: M | undefined = start;
    while (next !== undefined && left.delete(next)) {
      chain.push(next);
      const { balance }: M = next;
      next = balance === null ? undefined : after.get(balance)?.find((one) => left.has(one));
    }
    if (chain.length > 0) chains.push(chain);
  }
  return chains;
}

function chainRecord(chain: readonly RailMessage[], { balance, moved_at }: Wallet): WaitingChain {
  const from = chain[0]?.before ?? null;
  const to = chain.at(-1)?.balance ?? null;
  const last_ms = Math.max(...chain.map(({ received_at }) => Date.parse(received_at)));
  return {
    from: from === null ? null : toCedis(from),
    to: to === null ? null : toCedis(to),
    missing: from === null || balance === null ? null : toCedis(from - balance),
    isPassed: moved_at !== null && last_ms < Date.parse(moved_at) - late_ms_max,
    count: chain.length,
    messages: chain.slice(0, listed_max).map(messageRecord),
  };
}

function messageRecord({
  id,
  rail,
  kind,
  transaction,
  amount,
  fee,
  typed_by,
  received_at,
}: RailMessage): RailMessageRecord {
  return {
    _id: id,
    rail,
    kind,
    transaction,
    amount: toCedis(amount),
    fee: toCedis(fee),
    isTyped: typed_by !== null,
    receivedAt: received_at,
  };
}
