import type { ReactNode } from "react";
import { topupList } from "#contract/topups.ts";
import { PageTitle } from "../../ui/page-title.tsx";
import { ListPage } from "../../office/list/list-page.tsx";
import { useListPage } from "../../office/list/use-list-page.ts";
import { PendingRequests, pendingSearch } from "./pending-requests.tsx";
import { WalletUpdate } from "./wallet-update.tsx";
import { topupColumns, topupLook } from "./topup-columns.tsx";
import { topupFreshness } from "./topups.query.ts";

/** What waits for a second admin; pending requests, and beside them the update of one wallet; the history. */
export function FinancePage({ approvals }: { approvals: ReactNode }) {
  return (
    <>
      <PageTitle>Topups</PageTitle>
      {approvals}
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
