import { topupList } from "#api/contract/topups.ts";
import { PageTitle } from "../../ui/page-title.tsx";
import { Approvals } from "../approvals/approvals.tsx";
import { ListPage } from "../list/list-page.tsx";
import { useListPage } from "../list/use-list-page.ts";
import { PendingRequests, pendingSearch } from "./pending-requests.tsx";
import { WalletUpdate } from "./wallet-update.tsx";
import { topupColumns, topupLook } from "./topup-columns.tsx";
import { topupFreshness } from "./topups.query.ts";

/** Pending requests first, beside them the update of one user's wallet, below them the history. */
export function FinancePage() {
  return (
    <>
      <PageTitle>Topups</PageTitle>
      <Approvals />
      <div className="grid grid-cols-1 items-start gap-5 xl:grid-cols-[minmax(0,1fr)_22rem]">
        <PendingRequests />
        <WalletUpdate />
      </div>
      <TopupHistory />
    </>
  );
}

/** All requests, newest first. */
function TopupHistory() {
  const page = useListPage(topupList, { ...topupFreshness, own: pendingSearch });
  return <ListPage page={page} title="Topup history" isSection columns={topupColumns} {...topupLook} />;
}
