import type { OrderRecord } from "#api/contract/orders.ts";
import { groupPhone } from "#ledger/terms/phone.ts";
import { cn } from "../../lib/cn.ts";
import { money } from "../../lib/money.ts";
import { useNow_ms } from "../../lib/now.ts";
import { StatusBadge } from "../../ui/badge.tsx";
import { Button } from "../../ui/button.tsx";
import { NetworkName } from "../../ui/monogram.tsx";
import { Table, Td, Th } from "../../ui/table.tsx";
import { UserLink } from "../users/user-link.tsx";
import { acts, canMove, type Act } from "./move-orders.ts";

/** The props of both the table (desk) and the cards (phone). */
export interface ListProps {
  orders: OrderRecord[];
  selected: ReadonlySet<string>;
  onSelect: (ids: string[], on: boolean) => void;
  onAct: (act: Act, orders: OrderRecord[]) => void;
  onOpen: (id: string) => void;
}

export function AdminOrdersTable(props: ListProps) {
  const { orders, selected, onSelect } = props;
  const ids = orders.map((order) => order._id);
  const isAll = ids.every((id) => selected.has(id));
  return (
    <Table aria-label="Orders">
      <thead>
        <tr>
          <Th className="w-10 pr-0">
            <Check label="Select all on this page" on={isAll} onChange={(on) => onSelect(ids, on)} />
          </Th>
          <Th>Order</Th>
          <Th>Network</Th>
          <Th>Beneficiary</Th>
          <Th>Package</Th>
          <Th number>Amount (¢)</Th>
          <Th>User</Th>
          <Th>Ordered</Th>
          <Th>Status</Th>
          <Th>
            <span className="sr-only">Actions</span>
          </Th>
        </tr>
      </thead>
      <tbody>
        {orders.map((order) => (
          <OrderRow key={order._id} {...props} order={order} />
        ))}
      </tbody>
    </Table>
  );
}

function OrderRow({ order, selected, onSelect, onAct, onOpen }: ListProps & { order: OrderRecord }) {
  const now_ms = useNow_ms();
  return (
    <tr data-order={order._id} className={cn(selected.has(order._id) ? "bg-accent" : "hover:bg-muted")}>
      <Td className="pr-0">
        <Check
          label={`Select order ${order.id}`}
          on={selected.has(order._id)}
          onChange={(on) => onSelect([order._id], on)}
        />
      </Td>
      <Td>
        <button
          type="button"
          className="min-h-8 font-bold underline-offset-4 hover:underline"
          aria-label={`Open order ${order.id}`}
          onClick={() => onOpen(order._id)}
        >
          {order.id}
        </button>
      </Td>
      <Td>
        <NetworkName network={order.network} />
      </Td>
      <Td>{groupPhone(order.receiver)}</Td>
      <Td>{order.offer}</Td>
      <Td number>{money(order.totalAmount).replace("¢", "")}</Td>
      <Td className="max-w-28 truncate 2xl:max-w-40" title={order.agent}>
        <UserLink id={order.userId} name={order.agent} className="font-medium" />
      </Td>
      <Td>
        <Ordered order={order} now_ms={now_ms} />
      </Td>
      <Td>
        <StatusBadge status={order.status} />
      </Td>
      <Td className="py-0 text-right">
        <ActButtons order={order} onAct={onAct} />
      </Td>
    </tr>
  );
}

function ActButtons({ order, onAct }: { order: OrderRecord; onAct: ListProps["onAct"] }) {
  return acts
    .filter((act) => canMove(order, act))
    .map((act) => (
      <Button
        key={act.to}
        variant="ghost"
        size="sm"
        className={cn("md:min-h-8 md:px-2", act.to === "rejected" && "text-destructive")}
        onClick={() => onAct(act, [order])}
      >
        {act.name}
      </Button>
    ));
}

function Check({ label, on, onChange }: { label: string; on: boolean; onChange: (on: boolean) => void }) {
  return (
    <label className="-m-2 inline-grid min-h-9 min-w-9 place-items-center">
      <input
        type="checkbox"
        aria-label={label}
        checked={on}
        onChange={({ target }) => onChange(target.checked)}
        className="size-4.5 accent-primary"
      />
    </label>
  );
}

export function Ordered({ order, now_ms }: { order: OrderRecord; now_ms: number }) {
  const wait = waiting(order, now_ms);
  if (wait === undefined) return order.date;
  return (
    <span title={order.date} className={wait.isLate ? "font-bold text-warning" : undefined}>
      {wait.text}
    </span>
  );
}

/** A pending order this old is highlighted. */
const late_minutes = 8;

/** How long an open order has been waiting. Undefined for decided orders. */
function waiting(order: OrderRecord, now_ms: number): { text: string; isLate: boolean } | undefined {
  if (order.status !== "pending" && order.status !== "processing") return undefined;
  const minutes = Math.max(0, Math.floor((now_ms - Date.parse(order.createdAt)) / 60_000));
  return { text: words(minutes), isLate: minutes >= late_minutes && order.status === "pending" };
}

function words(minutes: number): string {
  if (minutes < 60) return `${minutes} min`;
  const hours = Math.floor(minutes / 60);
  return hours < 24 ? `${hours} h ${minutes % 60} min` : `${Math.floor(hours / 24)} d ${hours % 24} h`;
}
