import type { OrderRecord } from "#contract/order-list.ts";
import { StatusBadge } from "../ui/badge.tsx";
import { columnsOf, type Fields } from "../ui/list-columns.tsx";
import { Monogram, NetworkName } from "../ui/monogram.tsx";

/** One user's orders in their table and file, with the specification's columns. */
export const orderFields: Fields<OrderRecord> = {
  id: {
    title: "ID",
    opens: ({ id }) => `Receipt of order ${id}`,
    card: { more: ({ id }, open) => <CardButton id={id} onOpen={open} /> },
  },
  network: {
    title: "Network",
    cell: ({ network }) => <NetworkName network={network} />,
    card: { lead: ({ network }) => <Monogram network={network} />, more: ({ network }) => network },
  },
  receiver: { title: "Beneficiary", kind: "phone", card: "line" },
  offer: { title: "Package", card: "title" },
  totalAmount: { title: "Amount", kind: "cedis" },
  reference: { title: "Reference", card: { more: ({ reference }) => `Ref.\u00a0${reference}` } },
  date: { title: "Date", card: { more: ({ date }) => date.slice(11) } },
  status: { title: "Status", cell: ({ status }) => <StatusBadge status={status} />, card: "end" },
};

export const orderColumns = columnsOf(orderFields);

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
