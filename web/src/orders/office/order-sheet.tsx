import type { OrderRecord } from "#contract/order-list.ts";
import { groupPhone } from "#contract/terms/phone.ts";
import { orderTransitions } from "#contract/terms/statuses.ts";
import { texts } from "#contract/terms/texts.ts";
import { money } from "../../lib/money.ts";
import { CopyButton } from "../../ui/copy-button.tsx";
import { Fact, Facts } from "../../ui/facts.tsx";
import { ResponsiveDialog } from "../../ui/responsive-dialog.tsx";
import { Remove } from "../../office/remove.tsx";
import { UserLink } from "../../office/links.tsx";
import { useShowsOpen } from "../../live/presence.ts";
import { OrderActs } from "./admin-order-columns.tsx";
import { OrderWarnings } from "./order-warnings.tsx";
import { FormFacts } from "../form-facts.tsx";
import { OrderHead, Rejection, SignedOrder } from "../receipt.tsx";
import { Timeline } from "../timeline.tsx";

/** All details of an order: buyer, form or voucher, and history. */
export function OrderSheet({ order, onClose }: { order: OrderRecord; onClose: () => void }) {
  const { voucher } = order;
  useShowsOpen([order.id]);
  return (
    <ResponsiveDialog title={`Order ${order.id}`} onClose={onClose}>
      <OrderHead order={order} />
      <OrderWarnings rest={[order]} overtaken={[]} />
      <Rejection
        order={order}
        nothing="Nothing was refunded: corrections had already refunded all of it."
        back="was refunded to the buyer’s wallet."
      />
      <Facts>
        <Fact name="Beneficiary">
          {groupPhone(order.receiver)} <CopyButton value={order.receiver} what="number" />
        </Fact>
        <Fact name="Amount">{money(order.totalAmount)}</Fact>
        <Fact name="Buyer">
          <UserLink id={order.userId} name={order.agent} /> {groupPhone(order.agentPhoneNumber)}
        </Fact>
        <Fact name="Reference">
          {order.reference} <CopyButton value={order.reference} what="reference" />
        </Fact>
        <FormFacts network={order.network} items={order.items} canCopy />
        {voucher !== null && (
          <>
            <Fact name="PIN">{voucher.pin}</Fact>
            <Fact name="Serial number">{voucher.serial}</Fact>
          </>
        )}
      </Facts>
      <Timeline order={order} />
      <SignedOrder order={order} />
      <div className="flex flex-wrap gap-2.5 empty:hidden">
        <OrderActs order={order} isCard />
      </div>
      {orderTransitions[order.status].length === 0 && (
        <div className="self-end">
          <Remove
            name="Remove from the lists"
            title={`Remove order ${order.id}?`}
            path={`/order/delete/${order._id}`}
            lists="orders"
            failure={texts.errorDeletingOrder}
            onDone={onClose}
          >
            Nobody will see it any more, including its buyer. It stays in the log and in the wallet.
          </Remove>
        </div>
      )}
    </ResponsiveDialog>
  );
}
