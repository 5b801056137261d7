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
import { useShowsOpen, useOpenElsewhere } from "../../live/presence.ts";
import { OrderActs } from "./admin-order-columns.tsx";
import { FormFacts } from "../form-facts.tsx";
import { OrderHead, Rejection, SignedOrder } from "../receipt.tsx";
import { Timeline } from "../timeline.tsx";
import { countText } from "../../lib/count-text.ts";
import { Alert } from "../../ui/alert.tsx";
import type { AskedOrders } from "./asked-orders.ts";

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

/** A line for each order, up to this many. */
const lines_max = 6;

/** What to know before acting on several orders: what others do with them, and which may have been placed twice. */
export function OrderWarnings({ rest, overtaken }: AskedOrders) {
  const elsewhere = useOpenElsewhere();
  const open = rest.filter(({ id }) => elsewhere.has(id));
  const repeats = rest.filter(({ sameAs }) => sameAs !== undefined);
  return (
    <>
      <Warning
        title={`${countText(overtaken.length, "order")} changed meanwhile and ${overtaken.length === 1 ? "is" : "are"} left out:`}
        lines={overtaken.map(
          ({ id, status, movedBy }) => `${id} · ${status}${movedBy === undefined ? "" : `, by ${movedBy}`}`,
        )}
      />
      <Warning
        title="A colleague is looking at:"
        lines={open.map(({ id }) => `${id} · open at ${elsewhere.get(id)}`)}
      />
      <Warning
        title="Maybe ordered twice:"
        lines={repeats.map((order) => `${order.id} · ${repeatText(order)}`)}
      />
    </>
  );
}

function Warning({ title, lines }: { title: string; lines: string[] }) {
  if (lines.length === 0) return null;
  return (
    <Alert role="status">
      <b>{title}</b>
      <ul>
        {lines.slice(0, lines_max).map((line) => (
          <li key={line}>{line}</li>
        ))}
        {lines.length > lines_max && <li>and {lines.length - lines_max} more</li>}
      </ul>
    </Alert>
  );
}

/** "same buyer, number and package as 12 (completed)" */
function repeatText({ sameAs = [] }: OrderRecord): string {
  const others = sameAs.map(({ id, status }) => `${id} (${status})`);
  return `same buyer, number and package as ${others.join(", ")}`;
}
