import { PageTitle } from "../../ui/page-title.tsx";
import { Approvals } from "../approvals/approvals.tsx";
import { PendingRequests } from "./pending-requests.tsx";
import { TopupHistory } from "./topup-history.tsx";
import { WalletUpdate } from "./wallet-update.tsx";

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
