/** Rows of shop.guest_order, each stored together with the charge that it is paid by. */
import { sql } from "kysely";
import type { Database } from "#ledger/tables/open-reads.ts";
import type { Pesewas } from "#contract/terms/money.ts";
import type { FeeBearer } from "#contract/terms/shops.ts";
import { type ChargeKey, taken_s } from "../payments/charge-rows.ts";

export interface NewRow extends ChargeKey {
  token_hash: Buffer;
  /** Sealed. */
  token: string;
  /** Null: the request had no key. */
  request: Buffer | null;
  /** The agent. */
  user: string;
  price: Pesewas;
  surcharge: Pesewas;
  fee_by: FeeBearer;
  package: string;
  network: string;
  offer: string;
  receiver: string;
  payer: string;
}

/**
 * Before the rail is asked: if nobody hears of it again, its charge is checked, and the rail does not know it. Undefined if there
 * is an order of the same request.
 */
export async function insertGuestOrder(db: Database, row: NewRow): Promise<number | undefined> {
  const { token_hash, token, request, user, price, surcharge, fee_by } = row;
  const { package: id, network, offer, receiver, payer, rail, reference } = row;
  const { rows } = await sql<{ id: number }>`
    with made as (
      insert into shop.guest_order (token_hash, token, request, user_id, price, surcharge, fee_by, package_id, network, offer,
        receiver, payer)
      values (${token_hash}, ${token}, ${request}, ${user}, ${price}, ${surcharge}, ${fee_by}, ${id}, ${network}, ${offer},
        ${receiver}, ${payer})
      on conflict (request) do nothing returning id
    )
    insert into shop.charge (rail, reference, amount, state, guest_order, next_check_at)
    select ${rail}, ${reference}, ${price}, 'asking', id, now() + ${taken_s} * interval '1 second' from made
    returning guest_order as id`.execute(db);
  return rows[0]?.id;
}
