import { useQuery } from "@tanstack/react-query";
import { orderStatuses, type OrderStatus } from "#ledger/terms/statuses.ts";
import { Chip, Chips } from "../../ui/chips.tsx";
import { countsQuery } from "../admin/counts.query.ts";

type Tab = OrderStatus | "all";

/** The states, with how many orders are in each that somebody has to work on. */
export function StatusTabs({ status, onChange }: { status: Tab; onChange: (status: Tab) => void }) {
  const { data: counts } = useQuery(countsQuery);
  return (
    <Chips label="Status">
      {[...orderStatuses, "all" as const].map((each) => (
        <Chip key={each} on={each === status} className="capitalize" onClick={() => onChange(each)}>
          {each} {each === "pending" || each === "processing" ? counts?.[each] : undefined}
        </Chip>
      ))}
    </Chips>
  );
}
