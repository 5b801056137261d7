import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import type { OrderRecord } from "#contract/order-list.ts";
import { groupPhone } from "#contract/terms/phone.ts";
import { money } from "../lib/money.ts";
import { useFirstComplete } from "../lib/first-complete.ts";
import { buttonVariants } from "../ui/button.tsx";
import { Card } from "../ui/card.tsx";
import { EmptyState } from "../ui/empty-state.tsx";
import { Loading } from "../ui/loading.tsx";
import { Monogram } from "../ui/monogram.tsx";
import { recentOrdersQuery } from "../orders/my-orders.query.ts";

/** The last distinct purchases. One tap repeats one. */
export function BuyAgain() {
  const query = useQuery(recentOrdersQuery);
  const { data, isPending, isPlaceholderData, isError } = query;
  const orders = useFirstComplete(data, !isPlaceholderData);
  const last = different(orders ?? []).slice(0, 3);
  if (!isPending && !isError && last.length === 0)
    return (
      // On a phone the networks are right above, and an invitation would say nothing new.
      <EmptyState title="Nothing bought yet" className="max-lg:hidden lg:flex-1">
        Choose a network above. What you buy can be bought again here with one tap.
      </EmptyState>
    );
  return (
    <section aria-label="Buy again" className="flex flex-col gap-2.5 max-lg:order-2">
      <h2 className="text-sm font-medium text-muted-foreground">Buy again</h2>
      <Loading of={query} what="Your last orders could not be loaded." rows={3} height="h-[4.375rem]" />
      {last.map((order) => (
        <Card key={order._id} className="flex flex-wrap items-center gap-3 py-2.5">
          <Monogram network={order.network} />
          <div className="min-w-[min(8rem,100%)] flex-1">
            <p className="leading-snug font-bold">
              {order.offer}{" "}
              <span className="font-medium text-muted-foreground">{money(order.totalAmount)}</span>
            </p>
            <p className="text-sm whitespace-nowrap text-muted-foreground">{groupPhone(order.receiver)}</p>
          </div>
          <Link
            to="/home/buy/$network"
            params={{ network: order.network }}
            search={{ to: order.receiver, pkg: order.packageId }}
            className={buttonVariants({ variant: "soft", className: "ml-auto" })}
          >
            Repeat
          </Link>
        </Card>
      ))}
    </section>
  );
}

function different(orders: OrderRecord[]): OrderRecord[] {
  const what = (order: OrderRecord) => `${order.packageId} ${order.receiver}`;
  return orders.filter((order, at) => orders.findIndex((other) => what(other) === what(order)) === at);
}
