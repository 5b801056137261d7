import { useContext } from "react";
import { orderList, type OrderRecord } from "#contract/order-list.ts";
import { officeLimits } from "#contract/terms/office-limits.ts";
import { cn } from "../../lib/cn.ts";
import { Button } from "../../ui/button.tsx";
import { type Columns, actsColumn, listColumns } from "../../ui/list-columns.tsx";
import { Monogram, NetworkName } from "../../ui/monogram.tsx";
import { ShownListContext } from "../../office/list/list-page.tsx";
import { UserLink } from "../../office/links.tsx";
import { useOpenElsewhere } from "../../live/presence.ts";
import { Badge, StatusBadge } from "../../ui/badge.tsx";
import { useNow_ms, ageText, minutesSince } from "../../lib/now.ts";
import { Hint } from "../../ui/hint.tsx";
import { Checkbox } from "../../ui/checkbox.tsx";
import { acts, canMove, AskToMove } from "./move-orders.ts";

const plainColumns = listColumns(orderList, {
  id: {
    opens: ({ id }) => `Open order ${id}`,
    card: {
      more: ({ id }) => id,
      foot: ({ id }, open) => (
        <Button variant="outline" aria-label={`Open order ${id}`} onClick={open}>
          Open
        </Button>
      ),
    },
  },
  date: { cell: (order) => <WaitingTime order={order} /> },
  network: {
    cell: ({ network }) => <NetworkName network={network} />,
    card: { lead: ({ network }) => <Monogram network={network} /> },
  },
  offer: {
    cell: (order) => (
      <>
        {order.offer}
        <RepeatMark order={order} />
      </>
    ),
    card: {
      title: ({ offer }) => offer,
      text: (order) => order.sameAs !== undefined && <RepeatMark order={order} />,
    },
  },
  totalAmount: { className: "" },
  agent: {
    cell: ({ userId, agent }) => <UserLink id={userId} name={agent} className="font-medium" />,
    className: "max-w-28 truncate xl:max-w-36 2xl:max-w-40",
    fullText: ({ agent }) => agent,
    card: { more: ({ agent }) => agent },
  },
  status: { cell: (order) => <OrderState order={order} /> },
});

/** All orders, with the controls to select and to move them. */
export const adminOrderColumns: Columns<OrderRecord> = [
  {
    id: "select",
    header: () => <Select name="all on this page" />,
    cell: ({ row: { original } }) => <Select id={original._id} name={`order ${original.id}`} />,
    meta: { className: "w-10 py-0 pr-0", card: "lead" },
  },
  ...plainColumns,
  actsColumn<OrderRecord>((order) => <OrderActs order={order} />, {
    card: { foot: (order) => <OrderActs order={order} isCard /> },
  }),
];

/** One user's orders, to look at. */
export const userOrderColumns = plainColumns.filter(({ id }) => id !== "agent");

/** What an admin can do with an order, as buttons; nothing where no page asks the questions. */
export function OrderActs({ order, isCard = false }: { order: OrderRecord; isCard?: boolean }) {
  const { left } = useContext(ShownListContext);
  const ask = useContext(AskToMove);
  return acts
    .filter((act) => !left.has(order._id) && canMove(order, act))
    .map((act) => (
      <Button
        key={act.to}
        variant={!isCard ? "ghost" : act.to === "rejected" ? "outline" : "soft"}
        size={isCard ? "default" : "sm"}
        className={cn(
          isCard ? "flex-1" : "md:min-h-8 md:px-2",
          !isCard && act.to === "rejected" && "text-destructive",
        )}
        onClick={() => ask(act, [order])}
      >
        {act.name}
      </Button>
    ));
}

/** An order's status, who gave it that status, and who has it open right now. */
function OrderState({ order }: { order: OrderRecord }) {
  const openAt = useOpenElsewhere().get(order.id);
  const { status, movedBy, ofShop } = order;
  return (
    <>
      <StatusBadge status={status} /> {ofShop && <Badge variant="info">Agent’s shop</Badge>}
      {movedBy !== undefined && (
        <span className="block max-w-36 truncate text-xs text-muted-foreground">by {movedBy}</span>
      )}
      {openAt !== undefined && (
        <span className="block max-w-36 truncate text-xs font-semibold text-info">open at {openAt}</span>
      )}
    </>
  );
}

/** Marks an order that may have been placed twice. */
function RepeatMark({ order: { sameAs } }: { order: OrderRecord }) {
  if (sameAs === undefined) return null;
  return (
    <span className="block text-xs font-semibold text-warning">
      Same as {sameAs.map(({ id }) => id).join(", ")}
    </span>
  );
}

/** How long an open order has been waiting, or when a decided one was made. */
function WaitingTime({ order: { status, createdAt, date } }: { order: OrderRecord }) {
  const now_ms = useNow_ms();
  if (status !== "pending" && status !== "processing") return date;
  const isLate = status === "pending" && minutesSince(createdAt, now_ms) >= officeLimits.late_order_minutes;
  return (
    <Hint text={date}>
      <span className={isLate ? "font-bold text-warning" : undefined}>{ageText(createdAt, now_ms)}</span>
    </Hint>
  );
}

/** Selects one row, or without an id all rows of the page. */
function Select({ id, name }: { id?: string; name: string }) {
  const { ids, selected, select } = useContext(ShownListContext);
  const meant = id === undefined ? ids : [id];
  return (
    <Checkbox
      aria-label={`Select ${name}`}
      checked={meant.every((each) => selected.has(each))}
      onCheckedChange={(on) => select(meant, on)}
    />
  );
}
