import { useQuery } from "@tanstack/react-query";
import { orderStatuses, type OrderStatus } from "#ledger/terms/statuses.ts";
import { TabsList, TabsTrigger } from "../../ui/tabs.tsx";
import { countsQuery } from "../counts.query.ts";

type Tab = OrderStatus | "all";

/** The statuses with their number of orders, computed from the totals per day without reading orders. */
export function StatusTabs() {
  const { data: counts } = useQuery(countsQuery);
  const count = (tab: Tab) =>
    counts && (tab === "all" ? orderStatuses.reduce((sum, each) => sum + counts[each], 0) : counts[tab]);
  return (
    <TabsList aria-label="Status">
      {[...orderStatuses, "all" as const].map((each) => (
        <TabsTrigger key={each} value={each} className="capitalize">
          {each} {count(each)?.toLocaleString("en")}
        </TabsTrigger>
      ))}
    </TabsList>
  );
}
