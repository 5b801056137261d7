import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { lazyRouteComponent, useNavigate } from "@tanstack/react-router";
import { Suspense } from "react";
import type { PeriodFigures } from "#api/contract/statistics.ts";
import type { DaySpan } from "#ledger/terms/periods.ts";
import { texts } from "#ledger/terms/texts.ts";
import { Card } from "../../ui/card.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { Loading } from "../../ui/loading.tsx";
import { PeriodPicker } from "../shared/period-picker.tsx";
import { spanText } from "../shared/span-text.ts";
import { periodQuery } from "./statistics.query.ts";
import { Section, type Sums, SumTable } from "./sum-table.tsx";

// The chart's library is larger than the rest of the page, which does not wait for it.
const DaysChart = lazyRouteComponent(() => import("./days-chart.tsx"), "DaysChart");

/** The chosen days beside the days before them, and each day as a bar. */
export function PeriodSection({ span }: { span: DaySpan }) {
  const navigate = useNavigate({ from: "/admin/statistics/" });
  const query = useQuery({ ...periodQuery(span), placeholderData: keepPreviousData });
  const { data } = query;
  return (
    <Section title="Any days">
      <PeriodPicker span={span} onSpan={(search) => void navigate({ search, resetScroll: false })} />
      <Loading of={query} what="The figures could not be loaded." rows={1} height="h-60" />
      {data !== undefined && !query.isError && (
        <div className="grid grid-cols-1 items-start gap-3.5 2xl:grid-cols-2 [&>*]:min-w-0">
          <SumTable label="Chosen days" heading="Days" rows={comparison(data)} />
          {data.days.length === 0 ? (
            <EmptyState title={texts.noRecords} />
          ) : (
            <Card>
              <Suspense fallback={<div className="h-64" />}>
                <DaysChart days={data.days} />
              </Suspense>
            </Card>
          )}
        </div>
      )}
    </Section>
  );
}

function comparison({ period, before }: PeriodFigures) {
  const changeOf = (sum: keyof Sums) => ({
    count: changeText(before[sum].count, period[sum].count),
    value: changeText(before[sum].value, period[sum].value),
  });
  const change = {
    all: changeOf("all"),
    completed: changeOf("completed"),
    rejected: changeOf("rejected"),
  };
  return [
    { key: "period", name: spanText(period), ...period },
    { key: "before", name: `Before: ${spanText(before)}`, ...before },
    { key: "change", name: "Change", ...change },
  ];
}

/** "+12 %"; a dash if there was nothing to compare with. */
function changeText(before: number, now: number): string {
  if (before === 0) return "–";
  const percent = Math.round(((now - before) / before) * 100);
  return `${percent > 0 ? "+" : percent < 0 ? "−" : ""}${Math.abs(percent).toLocaleString("en")} %`;
}
