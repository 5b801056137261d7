/** What an order keeps sealed: its form, and the voucher that it brought. */
import type { SideWrite } from "#ledger/log/writer.ts";
import type { OrderForm } from "#contract/terms/product-types.ts";
import type { Voucher } from "#contract/order-list.ts";
import { openText, type SealingKey, sealText, type Secrets } from "./secrets.ts";

export interface UnsealedDetails {
  items: OrderForm | null;
  voucher: Voucher | null;
}

export function unsealDetails(
  secrets: Secrets,
  sealed: { form: string | null; voucher: string | null },
): UnsealedDetails {
  return {
    items: open<OrderForm>(secrets.sealing.form, sealed.form),
    voucher: open<Voucher>(secrets.sealing.voucher, sealed.voucher),
  };
}

/** Stores the voucher, sealed, with the completion that brings it. */
export function voucherWrite(secrets: Secrets, order: number, voucher: Voucher): SideWrite {
  return sealedVoucherWrite(order, sealText(secrets.sealing.voucher, JSON.stringify(voucher)));
}

/** Of one that is sealed already. */
export function sealedVoucherWrite(order: number, sealed: string): SideWrite {
  return {
    text: `insert into shop.order_detail (order_id, receiver, voucher) values ($1, '', $2)
           on conflict (order_id) do update set voucher = excluded.voucher`,
    values: [order, sealed],
  };
}

/** Null if there is none, or if the secret has changed since: one old form must not break a list. */
function open<T>(key: SealingKey, sealed: string | null): T | null {
  if (sealed === null) return null;
  try {
    return JSON.parse(openText(key, sealed)) as T;
  } catch {
    return null;
  }
}
