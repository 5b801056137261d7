import type { OrderRecord } from "#contract/order-list.ts";
import { groupPhone } from "#contract/terms/phone.ts";

/** An order in one line, for the results of an action on several. */
export function orderLine({ id, offer, receiver }: OrderRecord) {
  return (
    <>
      <b>{id}</b> · {offer} · {groupPhone(receiver)}
    </>
  );
}
