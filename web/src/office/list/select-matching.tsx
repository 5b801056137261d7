import type { Asked, ListDeclaration } from "#contract/list.ts";
import type { Page } from "#contract/lists.ts";
import { limits } from "#contract/terms/limits.ts";
import { officeLimits } from "#contract/terms/office-limits.ts";
import { get } from "../../lib/api.ts";
import { queryString } from "../../lib/lists.ts";
import { useCommand } from "../../lib/use-command.ts";
import { Button } from "../../ui/button.tsx";

/** As many as one supplier batch may have. */
export const matching_max = officeLimits.supplier_batch_orders_max;

/** Once all rows of a page are selected: offers those of the other pages too. */
export function SelectMatching<Row>({
  list,
  asked,
  total,
  isTotalExact,
  onSelect,
}: {
  list: Pick<ListDeclaration<Row>, "path">;
  asked: Asked;
  total: number;
  isTotalExact: boolean;
  onSelect: (rows: Row[]) => void;
}) {
  const fetching = useCommand({ send: () => fetchMatching<Row>(list.path, asked), onDone: onSelect });
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

/** All rows that match, up to `matching_max`. */
async function fetchMatching<Row>(path: string, asked: Asked): Promise<Row[]> {
  const found: Row[] = [];
  let cursor: number | string | undefined;
  do {
    const page = { ...asked, limit: limits.list_page_max, cursor };
    const { items, next } = await get<Page<Row, number | string>>(`${path}${queryString(page)}`);
    found.push(...items);
    cursor = next ?? undefined;
  } while (cursor !== undefined && found.length < matching_max);
  return found.slice(0, matching_max);
}
