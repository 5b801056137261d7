import { useQuery } from "@tanstack/react-query";
import { greeting } from "#ledger/terms/dates.ts";
import { useNow_ms } from "../../lib/now.ts";
import { PageTitle } from "../../ui/page-title.tsx";
import { meQuery } from "../account/users.query.ts";
import { UnansweredPurchases } from "../buy/unanswered-purchases.tsx";
import { BalanceCard } from "./balance-card.tsx";
import { BuyAgain } from "./buy-again.tsx";
import { NetworkTiles } from "./network-tiles.tsx";
import { NoticeBoard } from "./notice-board.tsx";
import { SalesCards } from "./sales-cards.tsx";

export function HomePage() {
  const now_ms = useNow_ms();
  const { data: me } = useQuery(meQuery);
  return (
    <>
      <PageTitle>
        {greeting(new Date(now_ms).getHours())}, {me?.username ?? "…"}
      </PageTitle>
      <div className="grid grid-cols-1 gap-3.5 lg:grid-cols-2 lg:gap-5">
        <div className="flex min-w-0 flex-col gap-3.5">
          <BalanceCard />
          <UnansweredPurchases />
          <NoticeBoard />
        </div>
        <div className="flex min-w-0 flex-col gap-3.5">
          <NetworkTiles />
          <SalesCards />
          <BuyAgain />
        </div>
      </div>
    </>
  );
}
