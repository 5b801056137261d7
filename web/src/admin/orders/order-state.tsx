import type { ReactNode } from "react";
import type { OrderRecord } from "#api/contract/order-list.ts";
import { useOpenElsewhere } from "../../live/presence.ts";
import { StatusBadge } from "../../ui/badge.tsx";

/** An order's status, who gave it that status, and who has it open right now. */
export function OrderState({ order }: { order: OrderRecord }) {
  const openAt = useOpenElsewhere().get(order.id);
  const { status, movedBy } = order;
  return (
    <>
      <StatusBadge status={status} />
      {movedBy !== undefined && <Line>by {movedBy}</Line>}
      {openAt !== undefined && <Line className="font-semibold text-info">open at {openAt}</Line>}
    </>
  );
}

function Line({
  className = "text-muted-foreground",
  children,
}: {
  className?: string;
  children: ReactNode;
}) {
  return <span className={`block max-w-36 truncate text-xs ${className}`}>{children}</span>;
}

/** Marks an order that may have been placed twice. */
export function TwinMark({ order: { sameAs } }: { order: OrderRecord }) {
  if (sameAs === undefined) return null;
  return (
    <span className="block text-xs font-semibold text-warning">
      Same as {sameAs.map(({ id }) => id).join(", ")}
    </span>
  );
}
