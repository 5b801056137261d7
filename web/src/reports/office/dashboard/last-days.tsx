import { useQuery } from "@tanstack/react-query";
import { lazyRouteComponent } from "@tanstack/react-router";
import { Suspense } from "react";
import { dayOf } from "#contract/terms/dates.ts";
import { daysBefore } from "#contract/terms/periods.ts";
import { useNow_ms } from "../../../lib/now.ts";
import { Card } from "../../../ui/card.tsx";
import { Loading } from "../../../ui/placeholders.tsx";
import { periodQuery } from "../statistics/statistics.query.ts";
import { lastDays, usualDay } from "./usual-day.ts";

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
