import type { OrderRecord } from "#api/contract/orders.ts";
import { useCommand } from "../../lib/use-command.ts";
import { Button } from "../../ui/button.tsx";
import type { OrderFilter } from "./order-page.query.ts";
import { fetchMatching, matching_max } from "./matching.ts";

/** Once all orders of a page are selected: offers those of the other pages too. */
export function SelectMatching({
  filter,
  total,
  isTotalExact,
  onSelect,
}: {
  filter: OrderFilter;
  total: number;
  isTotalExact: boolean;
  onSelect: (orders: OrderRecord[]) => void;
}) {
  const fetching = useCommand({ send: () => fetchMatching(filter), onDone: onSelect });
  const isAll = isTotalExact && total <= matching_max;
  return (
    <div role="status" className="flex flex-wrap items-center gap-x-3 rounded-lg bg-accent px-3 py-1 text-sm">
      All on this page are selected.
      <Button variant="ghost" size="sm" busy={fetching.isBusy} onClick={() => fetching.send()}>
        Select {isAll ? `all ${total.toLocaleString("en")} matching` : `the first ${matching_max} matching`}
      </Button>
    </div>
  );
}
