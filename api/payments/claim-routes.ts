/** "I paid and was not credited." */
import { type Pesewas, toCedis } from "#contract/terms/money.ts";
import { countAttempt } from "../serve/attempts.ts";
import type { Shop } from "../shop.ts";
import type { ClaimForAdmins, ClaimRecord } from "#contract/claims.ts";
import { operations } from "#contract/operations.ts";
import { ApiError } from "../serve/errors.ts";
import type { Serve } from "../serve/serve.ts";
import { matchOpen } from "../rails/phone/match-open.ts";
import { sql } from "kysely";
import type { Database } from "#ledger/tables/open-reads.ts";

export function claimRoutes(shop: Shop, serve: Serve): void {
  serve(operations.claimPayment, async (c, { body: { amount, transactionId: transaction } }) => {
    const { user } = c.get("principal");
    await countAttempt(shop, c, "claim", user);
    const claim = await storeClaim(shop.db, { user, transaction, amount });
    await matchOpen(shop, { claim });
    return claimRecord(await claimById(shop.db, claim));
  });

  serve(operations.listOwnClaims, async (c) =>
    (await ownClaims(shop.db, c.get("principal").user)).map(claimRecord),
  );

  serve(operations.listClaims, async () => (await openClaims(shop.db)).map(claimForAdmins));

  serve(operations.answerClaim, async (c, { params: { id }, body: { answer } }) =>
    claimForAdmins(await answerClaim(shop.db, { id, answer, admin: c.get("principal").user })),
  );
}

function claimRecord(row: ClaimRow | undefined): ClaimRecord {
  if (!row) throw new ApiError("claim_unknown", "There is no such claim");
  const { id, transaction, amount, claimed_at, answer, is_credited } = row;
  return {
    _id: id,
    transactionId: transaction,
    amount: toCedis(amount),
    claimedAt: claimed_at,
    state: is_credited ? "credited" : answer === null ? "waiting" : "answered",
    answer: is_credited ? null : answer,
  };
}

function claimForAdmins(row: ClaimRow | undefined): ClaimForAdmins {
  const record = claimRecord(row);
  return {
    ...record,
    user: { _id: row?.user ?? "", username: row?.username ?? "", phone: row?.phone ?? "" },
  };
}

/** Rows of shop.payment_claim: customers who say that they have paid and were not credited. */
interface ClaimRow {
  id: number;
  user: string;
  username: string;
  phone: string;
  transaction: string;
  amount: Pesewas;
  claimed_at: string;
  answer: string | null;
  /** The payment is in this customer's wallet. */
  is_credited: boolean;
}

const listed_max = 200;

/** Made again, it corrects the amount, and asks again if it was answered. */
async function storeClaim(
  db: Database,
  { user, transaction, amount }: { user: string; transaction: string; amount: Pesewas },
): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    insert into shop.payment_claim (user_id, transaction, amount) values (${user}, ${transaction}, ${amount})
    on conflict (user_id, lower(transaction)) do update
      set amount = excluded.amount, answer = null, answered_by = null, answered_at = null
    returning id`.execute(db);
  return rows[0]?.id ?? 0;
}

async function claimById(db: Database, id: number): Promise<ClaimRow | undefined> {
  const [claim] = await claims(db, sql`c.id = ${id}`);
  return claim;
}

/** The newest first. */
async function ownClaims(db: Database, user: string): Promise<ClaimRow[]> {
  return claims(db, sql`c.user_id = ${user}`);
}

/** Those that nobody has answered and no payment has settled, the oldest first. */
async function openClaims(db: Database): Promise<ClaimRow[]> {
  const rows = await claims(db, sql`c.answered_at is null and not ${isCredited}`);
  return rows.reverse();
}

/** Undefined if there is none. */
async function answerClaim(
  db: Database,
  { id, answer, admin }: { id: number; answer: string; admin: string },
): Promise<ClaimRow | undefined> {
  await sql`
    update shop.payment_claim set answer = ${answer}, answered_by = ${admin}, answered_at = now() where id = ${id}`.execute(
    db,
  );
  return claimById(db, id);
}

const isCredited = sql`exists (
  select from ledger.payment p
  where lower(p.transaction) = lower(c.transaction) and p.user_id = c.user_id and p.status = 'matched')`;

async function claims(db: Database, which: ReturnType<typeof sql>): Promise<ClaimRow[]> {
  const { rows } = await sql<ClaimRow>`
    select c.id, c.user_id as "user", u.username, u.phone, c.transaction, c.amount, c.claimed_at, c.answer,
      ${isCredited} as is_credited
    from shop.payment_claim c join shop."user" u on u.id = c.user_id
    where ${which} order by c.id desc limit ${listed_max}`.execute(db);
  return rows;
}
