import type { OrderRecord } from "#api/contract/order-list.ts";
import { groupPhone } from "#ledger/terms/phone.ts";
import { StatusBadge } from "../../ui/badge.tsx";
import { columnsOf } from "../../ui/data-columns.tsx";
import { moneyColumn } from "../../ui/money-column.tsx";
import { Monogram, NetworkName } from "../../ui/monogram.tsx";

const column = columnsOf<OrderRecord>();

/** One user's orders, with the specification's columns. */
export const orderColumns = column.columns([
  column.accessor("id", {
    header: "ID",
    meta: {
      opens: ({ id }) => `Receipt of order ${id}`,
      card: { more: ({ id }, open) => <CardButton id={id} onOpen={open} /> },
    },
  }),
  column.accessor("network", {
    header: "Network",
    cell: ({ getValue }) => <NetworkName network={getValue()} />,
    meta: { card: { lead: ({ network }) => <Monogram network={network} />, more: ({ network }) => network } },
  }),
  column.accessor("receiver", {
    header: "Beneficiary",
    cell: ({ getValue }) => <span className="whitespace-nowrap">{groupPhone(getValue())}</span>,
    meta: { card: "line" },
  }),
  column.accessor("offer", { header: "Package", meta: { card: "title" } }),
  moneyColumn("Amount", ({ totalAmount }: OrderRecord) => totalAmount),
  column.accessor("reference", {
    header: "Reference",
    meta: { card: { more: ({ reference }) => `Ref.\u00a0${reference}` } },
  }),
  column.accessor("date", { header: "Date", meta: { card: { more: ({ date }) => date.slice(11) } } }),
  column.accessor("status", {
    header: "Status",
    cell: ({ getValue }) => <StatusBadge status={getValue()} />,
    meta: { card: "end" },
  }),
]);

/** Reaches over the whole card, so that a tap anywhere opens the order. */
function CardButton({ id, onOpen }: { id: number; onOpen: () => void }) {
  return (
    <button type="button" className="after:absolute after:inset-0 after:rounded-lg" onClick={onOpen}>
      ID&nbsp;{id}
      <span className="sr-only">: receipt</span>
    </button>
  );
}

/** The server's day, dd/mm/yyyy, as the heading of its cards. It is UTC, which is also the time in Accra. */
export function dayHeading({ date }: OrderRecord): string {
  const day = date.slice(0, 10);
  return day === new Date().toISOString().slice(0, 10).split("-").reverse().join("/") ? "Today" : day;
}
