import type { MonthPicture } from "#contract/account.ts";
import { formatDay } from "#contract/terms/dates.ts";
import { daysOfMonth } from "#contract/terms/periods.ts";
import { money } from "../lib/money.ts";
import { DataTable } from "../ui/data-table.tsx";
import { columnsOf } from "../ui/list-columns.tsx";

/** In the chart's own units: each half is as high as the largest amount. */
const half = 48;
const day_width = 10;
/** A day with little money must still be visible. */
const height_min = 1.5;
const labelled = [1, 8, 15, 22];

interface Props {
  picture: MonthPicture;
}

/** Money in (upwards) and out (downwards) for each day of a month. The table below has the same figures. */
export function MonthChart({ picture: { month, days } }: Props) {
  const last = Number(daysOfMonth(month).to.slice(8));
  const top = Math.max(...days.flatMap(({ moneyIn, moneyOut }) => [moneyIn, moneyOut]), 0);
  const heightOf = (amount: number) => (amount === 0 ? 0 : Math.max(height_min, (amount / top) * (half - 2)));
  return (
    <figure aria-label="Money in and out by day" className="flex flex-col gap-1">
      <svg
        aria-hidden
        viewBox={`0 0 ${last * day_width} ${2 * half}`}
        preserveAspectRatio="none"
        className="h-28 w-full"
      >
        {days.map(({ day, moneyIn, moneyOut }) => {
          const bar = { x: (Number(day.slice(8)) - 1) * day_width + 1.5, width: day_width - 3 };
          const [up, down] = [heightOf(moneyIn), heightOf(moneyOut)];
          return (
            <g key={day}>
              <rect {...bar} y={half - up} height={up} className="fill-success" />
              <rect {...bar} y={half} height={down} className="fill-warning" />
            </g>
          );
        })}
        <line
          x1={0}
          x2={last * day_width}
          y1={half}
          y2={half}
          vectorEffect="non-scaling-stroke"
          className="stroke-input"
        />
      </svg>
      <div aria-hidden className="relative h-5 text-xs text-muted-foreground">
        {[...labelled, last].map((day) => (
          <span
            key={day}
            className="absolute -translate-x-1/2 last:-translate-x-full first:translate-x-0"
            style={{ left: `${((day - (day === 1 ? 1 : day === last ? 0 : 0.5)) / last) * 100}%` }}
          >
            {day}
          </span>
        ))}
      </div>
      <figcaption className="text-xs text-muted-foreground">
        Up: money in. Down: money out.{top > 0 && ` The longest bar is ${money(top)}.`}
      </figcaption>
      {days.length > 0 && <DaysTable days={days} />}
    </figure>
  );
}

const dayColumns = columnsOf<MonthPicture["days"][number]>({
  day: { title: "Day", value: ({ day }) => formatDay(day) },
  moneyIn: { title: "In", value: ({ moneyIn }) => money(moneyIn), isNumber: true },
  moneyOut: { title: "Out", value: ({ moneyOut }) => money(moneyOut), isNumber: true },
});

function DaysTable({ days }: { days: MonthPicture["days"] }) {
  return (
    <details>
      <summary className="flex min-h-11 items-center text-sm font-semibold text-primary">
        Show the days as a table
      </summary>
      <DataTable label="Money by day" columns={dayColumns} rows={days} isAlwaysTable />
    </details>
  );
}
