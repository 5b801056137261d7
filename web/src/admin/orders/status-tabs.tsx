import { useQuery } from "@tanstack/react-query";
import { orderStatuses, type OrderStatus } from "#ledger/terms/statuses.ts";
import { Chip, Chips } from "../../ui/chips.tsx";
import { countsQuery } from "../counts.query.ts";

type Tab = OrderStatus | "all";

/** The statuses with their number of orders, computed from the totals per day without reading orders. */
export function StatusTabs({ status, onChange }: { status: Tab; onChange: (status: Tab) => void }) {
  const { data: counts } = useQuery(countsQuery);
  const count = (tab: Tab) =>
    counts && (tab === "all" ? orderStatuses.reduce((sum, each) => sum + counts[each], 0) : counts[tab]);
  return (
    <Chips label="Status">
      {[...orderStatuses, "all" as const].map((each) => (
        <Chip key={each} on={each === status} className="capitalize" onClick={() => onChange(each)}>
          {each} {count(each)?.toLocaleString("en")}
        </Chip>
      ))}
    </Chips>
  );
}
