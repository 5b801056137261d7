import { topupList } from "#api/contract/topups.ts";
import { ListPage } from "../list/list-page.tsx";
import { useListPage } from "../list/use-list-page.ts";
import { pendingSearch } from "./pending-requests.tsx";
import { topupColumns, topupLook } from "./topup-columns.tsx";
import { topupFreshness } from "./topups.query.ts";

/** All requests, newest first. */
export function TopupHistory() {
  const page = useListPage(topupList, { ...topupFreshness, own: pendingSearch });
  return <ListPage page={page} title="Topup history" isSection columns={topupColumns} {...topupLook} />;
}
