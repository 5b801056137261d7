import { useQuery } from "@tanstack/react-query";
import { greeting } from "#contract/terms/dates.ts";
import { useNow_ms } from "../lib/now.ts";
import { PageTitle } from "../ui/page-title.tsx";
import { meQuery } from "../users/users.query.ts";
import { UnansweredPurchases } from "../orders/buy/unanswered-purchases.tsx";
import { BalanceCard } from "./balance-card.tsx";
import { BuyAgain } from "./buy-again.tsx";
import { NetworkTiles } from "./network-tiles.tsx";
import { NoticeBoard } from "./notice-board.tsx";
import { SalesCards } from "./sales-cards.tsx";

const column = "contents lg:flex lg:min-w-0 lg:flex-col lg:gap-3.5";

export function HomePage() {
  const now_ms = useNow_ms();
  const { data: me } = useQuery(meQuery);
  return (
    <>
      <PageTitle name="Home">
        {greeting(new Date(now_ms).getHours())}, {me?.username ?? "…"}
      </PageTitle>
      {/* A desk has two columns, which end at the same height. On a phone the networks come before the sales. */}
      <div className="flex flex-col gap-3.5 lg:grid lg:grid-cols-2 lg:gap-5">
        <div className={column}>
          <BalanceCard />
          <UnansweredPurchases />
          <NoticeBoard />
          <SalesCards className="max-lg:order-1 lg:flex-1" />
        </div>
        <div className={column}>
          <NetworkTiles />
          <BuyAgain />
        </div>
      </div>
    </>
  );
}
