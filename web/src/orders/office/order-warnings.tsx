import type { OrderRecord } from "#contract/order-list.ts";
import { countText } from "../../lib/count-text.ts";
import { useOpenElsewhere } from "../../live/presence.ts";
import { Alert } from "../../ui/alert.tsx";
import type { AskedOrders } from "./asked-orders.ts";

/** A line for each order, up to this many. */
const lines_max = 6;

/** What to know before acting on several orders: what others do with them, and which may have been placed twice. */
export function OrderWarnings({ rest, overtaken }: AskedOrders) {
  const elsewhere = useOpenElsewhere();
  const open = rest.filter(({ id }) => elsewhere.has(id));
  const twins = rest.filter(({ sameAs }) => sameAs !== undefined);
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
        lines={twins.map((order) => `${order.id} · ${twinText(order)}`)}
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
function twinText({ sameAs = [] }: OrderRecord): string {
  const others = sameAs.map(({ id, status }) => `${id} (${status})`);
  return `same buyer, number and package as ${others.join(", ")}`;
}
