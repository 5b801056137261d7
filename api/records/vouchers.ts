/** A voucher's way into the database: sealed, with the completion that brings it. */
import type { AttachedWrite } from "#ledger/store/write/writer.ts";
import type { Voucher } from "../contract/orders.ts";
import { type Secrets, sealText } from "../auth/secrets.ts";

export function voucherWrite(secrets: Secrets, order: number, voucher: Voucher): AttachedWrite {
  return {
    text: `insert into shop.order_detail (order_id, receiver, voucher) values ($1, '', $2)
           on conflict (order_id) do update set voucher = excluded.voucher`,
    values: [order, sealText(secrets.voucher, JSON.stringify(voucher))],
  };
}
