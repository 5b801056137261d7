import { actList } from "#api/contract/audit.ts";
import type { LiveEvent } from "#api/contract/live.ts";
import { ListPage } from "../list/list-page.tsx";
import { useListPage } from "../list/use-list-page.ts";
import { actColumns } from "./act-columns.tsx";
import { AuditTabs } from "./audit-tabs.tsx";

const freshness = { outdatedBy: mayBeAct, isFirstOnly: true } as const;

/** All administrative acts: who changed what, with before and after. */
export function ActsPage() {
  const page = useListPage(actList, freshness);
  return (
    <ListPage page={page} title="Administrative acts" columns={actColumns} rowHeights={["h-20", "h-20"]}>
      <AuditTabs />
    </ListPage>
  );
}

/** Orders are not acts. Of requests, only a decline is one. For users, the feed does not say what has changed. */
function mayBeAct(event: LiveEvent): boolean {
  if (event.event === "rechargeUpdated") return event.data.status === "declined";
  return event.event !== "ordersUpdated" && event.event !== "CurrUserUpdated";
}
