/** What the lists of figures share: a count with its value, and what they say if there is nothing to count. */
import { useQuery } from "@tanstack/react-query";
import { type DaySpan, periodOf } from "#contract/terms/periods.ts";
import { texts } from "#contract/terms/texts.ts";
import { money } from "../../../lib/money.ts";
import { today } from "../../../lib/now.ts";
import { ButtonLink } from "../../../office/links.tsx";
import { presetTitles } from "../../../office/period-picker.tsx";
import { countsQuery, isOpening } from "../../../live/counts.query.ts";
import { Button } from "../../../ui/button.tsx";
import type { Fields } from "../../../ui/list-columns.tsx";
import { EmptyState } from "../../../ui/placeholders.tsx";
import { TabLinks } from "../../../ui/tab-links.tsx";

/** Cedis, or a text that says how they changed. */
interface Sum {
  count: number | string;
  value: number | string;
}

/** A column with a count and its value. The values are below each other, up to ¢99,999.99. */
export function countColumn<Row>(title: string, sumOf: (row: Row) => Sum): Fields<Row>[string] {
  const written = (row: Row, name: string) => (
    <span className="whitespace-nowrap">
      {name} {sumOf(row).count.toLocaleString("en")}{" "}
      <b className="font-semibold text-foreground md:inline-block md:min-w-20">{valueText(sumOf(row))}</b>
    </span>
  );
  return {
    title,
    cell: (row) => written(row, ""),
    isNumber: true,
    card: { more: (row) => written(row, title) },
  };
}

export function valueText({ value }: Sum): string {
  return typeof value === "number" ? money(value) : value;
}

/** Leads to the first sale, or to the month that is not on the screen. */
export function NothingSold({ span, onSpan }: { span: DaySpan; onSpan: (span: DaySpan) => void }) {
  const { data: counts } = useQuery(countsQuery);
  const { from, to } = periodOf("month", today());
  const other = span.from === from && span.to === to ? "lastMonth" : "month";
  return (
    <EmptyState title={texts.noRecords}>
      Nothing was sold in these days.
      {counts !== undefined && isOpening(counts) ? (
        <ButtonLink to="/admin/open">Open your shop</ButtonLink>
      ) : (
        <Button variant="soft" onClick={() => onSpan(periodOf(other, today()))}>
          {presetTitles[other]}
        </Button>
      )}
    </EmptyState>
  );
}

const tabs = [
  ["/admin/statistics", "Figures"],
  ["/admin/statistics/sales", "Sales and profit"],
] as const;

export function StatisticsTabs() {
  return <TabLinks aria-label="Statistics" tabs={tabs} />;
}
