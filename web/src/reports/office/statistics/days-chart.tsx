import {
  Bar,
  BarChart,
  CartesianGrid,
  Legend,
  ReferenceLine,
  ResponsiveContainer,
  Tooltip,
  XAxis,
  YAxis,
} from "recharts";
import type { Statistics } from "#contract/reports.ts";
import { formatDay } from "#contract/terms/dates.ts";
import { countText } from "../../../lib/count-text.ts";
import { money } from "../../../lib/money.ts";
import { DataTable } from "../../../ui/data-table.tsx";
import { columnsOf } from "../../../ui/list-columns.tsx";

type Day = Statistics["days"][number];

/**
 * The value of each day's orders, with the rejected part on top. The caption says so without colours, also to screen
 * readers, which do not get the picture. A table below has the same figures. `usual`: in cedis, what a usual day keeps.
 */
export function DaysChart({ days, usual }: { days: Day[]; usual?: number | undefined }) {
  const bars = days.map(({ day, value, rejected }) => ({
    day,
    kept: Math.round((value - rejected.value) * 100) / 100,
    rejected: rejected.value,
  }));
  return (
    <figure aria-label="Value of orders by day" className="flex flex-col gap-1">
      <figcaption className="text-sm">
        <b>Value of orders by day, in cedis.</b> Below: not rejected. On top: rejected. {highestText(days)}
        {usual !== undefined && ` The line: a usual day, ${money(usual)}.`}
      </figcaption>
      <div aria-hidden className="h-64">
        <ResponsiveContainer width="100%" height="100%">
          <BarChart data={bars} margin={{ top: 8, right: 4, bottom: 0, left: 4 }} accessibilityLayer={false}>
            <CartesianGrid vertical={false} stroke="var(--color-border)" />
            <XAxis {...axisLook} dataKey="day" tickFormatter={dayText} minTickGap={24} />
            <YAxis
              {...axisLook}
              tickFormatter={(value: number) => `¢${value.toLocaleString("en")}`}
              width={64}
            />
            <Tooltip
              cursor={{ fill: "var(--color-muted)" }}
              isAnimationActive={false}
              labelFormatter={(day) => (typeof day === "string" ? formatDay(day) : "")}
              formatter={(value) => money(Number(value))}
              contentStyle={{
                background: "var(--color-card)",
                border: "1px solid var(--color-border)",
                borderRadius: 12,
                color: "var(--color-foreground)",
              }}
              itemStyle={{ color: "var(--color-foreground)" }}
            />
            {usual !== undefined && (
              <ReferenceLine y={usual} stroke="var(--color-foreground)" strokeDasharray="6 4" />
            )}
            <Legend formatter={(name) => <span className="text-sm text-foreground">{name}</span>} />
            <Bar {...barLook} dataKey="kept" name="Not rejected" fill="var(--color-primary)" />
            <Bar
              {...barLook}
              dataKey="rejected"
              name="Rejected"
              fill="var(--color-destructive)"
              radius={[3, 3, 0, 0]}
            />
          </BarChart>
        </ResponsiveContainer>
      </div>
      <details className="text-sm">
        <summary className="flex min-h-12 cursor-pointer items-center font-semibold text-primary md:min-h-9">
          The days as a table
        </summary>
        <DataTable label="Orders by day" columns={dayColumns} rows={days.toReversed()} />
      </details>
    </figure>
  );
}

function highestText(days: Day[]): string {
  const highest = days.reduce((one, other) => (other.value > one.value ? other : one));
  return `The highest bar is ${money(highest.value)} on ${formatDay(highest.day)}.`;
}

const axisLook = {
  tick: { fill: "var(--color-muted-foreground)", fontSize: 12 },
  tickLine: false,
  axisLine: false,
};
const barLook = { stackId: "day", isAnimationActive: false };

/** "2026-11-21" as 21/11. An axis with 31 days has no room for the year. */
function dayText(day: string): string {
  return `${day.slice(8)}/${day.slice(5, 7)}`;
}

const dayColumns = columnsOf<Day>({
  day: { title: "Day", value: ({ day }) => formatDay(day), card: "title" },
  count: {
    title: "Orders",
    value: ({ count }) => count.toLocaleString("en"),
    isNumber: true,
    card: { line: ({ count }) => countText(count, "order") },
  },
  value: { title: "Value", value: ({ value }) => money(value), isNumber: true, card: "end" },
  rejected: {
    title: "Rejected",
    value: ({ rejected }) => money(rejected.value),
    isNumber: true,
    card: { line: ({ rejected }) => rejected.value > 0 && `Rejected ${money(rejected.value)}` },
  },
});
