import { useQuery } from "@tanstack/react-query";
import { Link, lazyRouteComponent } from "@tanstack/react-router";
import type { Dashboard } from "#contract/reports.ts";
import { countText } from "../../../lib/count-text.ts";
import { useNow_ms } from "../../../lib/now.ts";
import { money, signedMoney } from "../../../lib/money.ts";
import { Card } from "../../../ui/card.tsx";
import { StatusBadge } from "../../../ui/badge.tsx";
import { NetworkName } from "../../../ui/monogram.tsx";
import { productsQuery } from "../../../products/products.query.ts";
import { Suspense } from "react";
import { dayOf } from "#contract/terms/dates.ts";
import { daysBefore } from "#contract/terms/periods.ts";
import { Loading } from "../../../ui/placeholders.tsx";
import { periodQuery } from "../reports.query.ts";
import { lastDays, usualDay } from "./figures.ts";

/** What was completed today beside the same weekday last week, up to this time of day. */
export function CompletedToday({ data }: { data: Dashboard | undefined }) {
  return (
    <Card role="group" aria-label="Completed today" className="flex flex-col gap-1 p-4">
      <h2 className="font-bold">Completed today</h2>
      {data === undefined ? <p className="text-3xl font-bold">…</p> : <Revenue {...data.completed} />}
      {typeof data?.profit === "number" && (
        <p className="text-sm">
          Profit so far <b>{money(data.profit)}</b>
        </p>
      )}
    </Card>
  );
}

function Revenue({ today, weekAgo }: Dashboard["completed"]) {
  const weekday = new Date(useNow_ms()).toLocaleDateString("en", { weekday: "long", timeZone: "UTC" });
  const more = today.value - weekAgo.value;
  const share = weekAgo.value === 0 ? "" : ` (${percent(more / weekAgo.value)})`;
  return (
    <>
      <p className="flex flex-wrap items-baseline justify-between gap-x-4">
        <b className="text-3xl leading-tight wrap-anywhere">{money(today.value)}</b>
        <span className="text-sm text-muted-foreground">{countText(today.count, "order")}</span>
      </p>
      <p className="text-sm text-muted-foreground">
        <b className={more === 0 ? undefined : more < 0 ? "text-destructive" : "text-success"}>
          {signedMoney(more)}
          {share}
        </b>{" "}
        against {money(weekAgo.value)} and {countText(weekAgo.count, "order")} by this time last {weekday}
      </p>
    </>
  );
}

function percent(share: number): string {
  return `${share > 0 ? "+" : ""}${(share * 100).toLocaleString("en", { maximumFractionDigits: 0 })} %`;
}

/** Which networks can be bought, and what each sold today. */
export function NetworksToday({ data }: { data: Dashboard | undefined }) {
  const { data: products } = useQuery(productsQuery);
  return (
    <Card role="group" aria-label="Networks today" className="flex flex-col gap-1 p-4">
      <h2 className="font-bold">Networks today</h2>
      <ul className="flex flex-col divide-y divide-border">
        {products?.rows.map(({ _id, network, status }) => {
          const sold = data?.networks.find((each) => each.network === network);
          return (
            <li key={_id}>
              <Link
                to="/admin/products"
                search={{ network }}
                className="flex min-h-12 flex-wrap items-center gap-x-3 hover:underline md:min-h-9"
              >
                <span className="min-w-32 flex-1 font-semibold">
                  <NetworkName network={network} />
                </span>
                {status === "out of stock" && <StatusBadge status="rejected" text="out of stock" />}
                <span className="ml-auto text-sm text-muted-foreground">
                  {countText(sold?.count ?? 0, "order")}
                </span>
                <b className="min-w-24 text-right">{money(sold?.value ?? 0)}</b>
              </Link>
            </li>
          );
        })}
      </ul>
    </Card>
  );
}

// The chart's library is larger than the rest of the page, which does not wait for it.
const DaysChart = lazyRouteComponent(() => import("../statistics/days-chart.tsx"), "DaysChart");

const shown = 29;

/** Four weeks and today, so that a day stands above the same weekdays. */
export function LastDays() {
  const today = dayOf(new Date(useNow_ms()).toISOString());
  const query = useQuery(periodQuery({ from: daysBefore(today, shown - 1), to: today }));
  const days = query.data && lastDays(query.data.days, today, shown);
  return (
    <Card role="group" aria-label="The last four weeks" className="flex flex-col gap-1 p-4">
      <h2 className="font-bold">The last four weeks</h2>
      <Loading of={query} what="The days could not be loaded." rows={1} height="h-80" />
      {days && (
        <Suspense fallback={<div className="h-80" />}>
          <DaysChart days={days} usual={usualDay(days)} />
        </Suspense>
      )}
    </Card>
  );
}
