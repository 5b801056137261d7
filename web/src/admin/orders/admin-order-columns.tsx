import type { OrderRecord } from "#api/contract/orders.ts";
import { groupPhone } from "#ledger/terms/phone.ts";
import { Button } from "../../ui/button.tsx";
import { Checkbox } from "../../ui/checkbox.tsx";
import { actionsHeader, columnsOf } from "../../ui/data-columns.tsx";
import { moneyColumn } from "../../ui/money-column.tsx";
import { Monogram, NetworkName } from "../../ui/monogram.tsx";
import { UserLink } from "../users/user-link.tsx";
import { acts, canMove } from "./move-orders.ts";
import { useOrderList } from "./order-list.ts";
import { OrderState, TwinMark } from "./order-state.tsx";
import { WaitingTime } from "./waiting-time.tsx";

const column = columnsOf<OrderRecord>();

/** All orders, with the controls to select and to move them. */
export const adminOrderColumns = column.columns([
  column.display({
    id: "select",
    header: () => <SelectAll />,
    cell: ({ row }) => <SelectOrder order={row.original} />,
    meta: { className: "w-10 py-0 pr-0", card: "lead" },
  }),
  column.accessor("id", {
    header: "Order",
    meta: {
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
  }),
  column.accessor("network", {
    header: "Network",
    cell: ({ getValue }) => <NetworkName network={getValue()} />,
    meta: { card: { lead: ({ network }) => <Monogram network={network} /> } },
  }),
  column.accessor("receiver", {
    header: "Beneficiary",
    cell: ({ getValue }) => <span className="whitespace-nowrap">{groupPhone(getValue())}</span>,
    meta: { card: "line" },
  }),
  column.accessor("offer", {
    header: "Package",
    cell: ({ row, getValue }) => (
      <>
        {getValue()}
        <TwinMark order={row.original} />
      </>
    ),
    meta: {
      card: {
        title: ({ offer }) => offer,
        text: (order) => order.sameAs !== undefined && <TwinMark order={order} />,
      },
    },
  }),
  moneyColumn("Amount", ({ totalAmount }: OrderRecord) => totalAmount, { className: "" }),
  column.accessor("agent", {
    header: "User",
    cell: ({ row, getValue }) => (
      <UserLink id={row.original.userId} name={getValue()} className="font-medium" />
    ),
    meta: {
      className: "max-w-28 truncate xl:max-w-36 2xl:max-w-40",
      fullText: ({ agent }) => agent,
      card: { more: ({ user }) => user },
    },
  }),
  column.accessor("date", {
    header: "Ordered",
    cell: ({ row }) => <WaitingTime order={row.original} />,
    meta: { card: "more" },
  }),
  column.accessor("status", {
    header: "Status",
    cell: ({ row }) => <OrderState order={row.original} />,
    meta: { card: "end" },
  }),
  column.display({
    id: "actions",
    header: actionsHeader,
    cell: ({ row }) => <RowActs order={row.original} />,
    meta: { className: "py-0 text-right", card: { foot: (order) => <CardActs order={order} /> } },
  }),
]);

function SelectAll() {
  const { orders, selected, onSelect } = useOrderList();
  const ids = orders.map(({ _id }) => _id);
  return (
    <Checkbox
      aria-label="Select all on this page"
      checked={ids.every((id) => selected.has(id))}
      onCheckedChange={(on) => onSelect(ids, on)}
    />
  );
}

function SelectOrder({ order: { _id, id } }: { order: OrderRecord }) {
  const { selected, onSelect } = useOrderList();
  return (
    <Checkbox
      aria-label={`Select order ${id}`}
      checked={selected.has(_id)}
      onCheckedChange={(on) => onSelect([_id], on)}
    />
  );
}

function RowActs({ order }: { order: OrderRecord }) {
  const { onAct, hasLeft } = useOrderList();
  return acts
    .filter((act) => !hasLeft(order) && canMove(order, act))
    .map((act) => (
      <Button
        key={act.to}
        variant="ghost"
        size="sm"
        className={`md:min-h-8 md:px-2 ${act.to === "rejected" ? "text-destructive" : ""}`}
        onClick={() => onAct(act, [order])}
      >
        {act.name}
      </Button>
    ));
}

function CardActs({ order }: { order: OrderRecord }) {
  const { onAct, hasLeft } = useOrderList();
  return acts
    .filter((act) => !hasLeft(order) && canMove(order, act))
    .map((act) => (
      <Button
        key={act.to}
        variant={act.to === "rejected" ? "outline" : "soft"}
        className="flex-1"
        onClick={() => onAct(act, [order])}
      >
        {act.name}
      </Button>
    ));
}
