import type { OrderRecord } from "#api/contract/order-list.ts";
import { groupPhone } from "#ledger/terms/phone.ts";

/** An order in one line, for the results of an action on several. */
export function orderLine({ id, offer, receiver }: OrderRecord) {
  return (
    <>
      <b>{id}</b> · {offer} · {groupPhone(receiver)}
    </>
  );
}
