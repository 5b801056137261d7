/**
 * Balance continuity. A network writes the new balance into each message, so a message that tells the truth follows what the
 * wallet held before it. One that does not waits: either another message is missing, or nobody has paid.
 */
import { sql } from "kysely";
import type { Pesewas } from "#contract/terms/money.ts";
import type { Database } from "#ledger/tables/open-reads.ts";
import type { PhoneRail } from "#contract/terms/rails.ts";
import type { RailBalance } from "#ledger/core/rows/payments.ts";

interface Followed {
  /** What the wallet holds; null until an admin has said it once. */
  balance: Pesewas | null;
  /** When the phone received the newest proven message. */
  moved_at: string | null;
}

/** Proves as many waiting messages as follow one after the other. Several processes may do this at once. */
export async function followBalance(db: Database, rail: PhoneRail): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const { rows } = await sql<Followed & { confirmed: number }>`
      select balance, moved_at, confirmed from shop.phone_rail where rail = ${rail} for update`.execute(tx);
    const [before] = rows;
    if (!before) throw new Error(`no row of ${rail}`);
    let followed = await proveFrom(tx, rail, before);
    let { confirmed } = before;
    for (const { position, data } of await confirmations(tx, rail, confirmed)) {
      confirmed = position;
      // Otherwise messages have come meanwhile, and it is no longer what the admin saw.
      if (data.from === followed.balance)
        followed = await proveFrom(tx, rail, { ...followed, balance: data.balance });
    }
    await sql`
      update shop.phone_rail set balance = ${followed.balance}, moved_at = ${followed.moved_at}, confirmed = ${confirmed}
      where rail = ${rail}
        and (balance, moved_at, confirmed) is distinct from
          (${followed.balance}::bigint, ${followed.moved_at}::timestamptz, ${confirmed}::bigint)`.execute(tx);
  });
}

async function proveFrom(tx: Database, rail: PhoneRail, from: Followed): Promise<Followed> {
  let { balance, moved_at } = from;
  while (balance !== null) {
    const { rows } = await sql<{ balance: Pesewas; received_at: string }>`
      update shop.rail_message set state = 'proven', place = nextval('shop.rail_message_place') where id = (
        select id from shop.rail_message where rail = ${rail} and state = 'waiting' and before = ${balance}
        order by received_at, id limit 1)
      returning balance, received_at`.execute(tx);
    const [next] = rows;
    if (!next) break;
    balance = next.balance;
    if (moved_at === null || Date.parse(next.received_at) > Date.parse(moved_at)) moved_at = next.received_at;
  }
  return { balance, moved_at };
}

async function confirmations(
  tx: Database,
  rail: PhoneRail,
  after: number,
): Promise<{ position: number; data: RailBalance }[]> {
  const { rows } = await sql<{ position: number; data: RailBalance }>`
    select position, data from ledger.event
    where type = 'rail_balance_confirmed' and position > ${after} and data ->> 'rail' = ${rail}
    order by position`.execute(tx);
  return rows;
}
