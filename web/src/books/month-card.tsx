import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { ChevronDown, ChevronLeft, ChevronRight } from "lucide-react";
import type { ReactNode } from "react";
import type { MonthPicture, MonthRecord } from "#contract/account.ts";
import { monthOf, formatDay } from "#contract/terms/dates.ts";
import type { LiveEvent } from "#contract/live.ts";
import { countText } from "../lib/count-text.ts";
import { cn } from "../lib/cn.ts";
import { useIsDesk } from "../lib/media.ts";
import { money, pesewas } from "../lib/money.ts";
import { useNow_ms } from "../lib/now.ts";
import { Button } from "../ui/button.tsx";
import { Card } from "../ui/card.tsx";
import { Loading } from "../ui/placeholders.tsx";
import { OwnBalance } from "../users/own-balance.tsx";
import { getQuery } from "../lib/query-client.ts";
import { daysOfMonth } from "#contract/terms/periods.ts";
import { DataTable } from "../ui/data-table.tsx";
import { columnsOf } from "../ui/list-columns.tsx";

interface Props {
  /** "2026-11". Undefined: this month, and closed on a phone. */
  month: string | undefined;
  onMonth: (month: string | undefined) => void;
}

/** A month of the wallet: what came in and went out, by day and by network. A phone opens it on demand. */
export function MonthCard({ month, onMonth }: Props) {
  const isDesk = useIsDesk();
  const now_ms = useNow_ms();
  const current = monthOf(new Date(now_ms).toISOString());
  const shown = month ?? current;
  const isOpen = isDesk || month !== undefined;
  const query = useQuery({ ...monthQuery(shown), placeholderData: keepPreviousData });
  const { data } = query;
  return (
    <Card role="region" aria-label="Month" className="flex flex-col gap-3">
      <div className="flex flex-wrap items-center gap-2">
        <h2 className="min-w-[min(8rem,100%)] flex-1 text-lg font-bold">{nameOf(shown)}</h2>
        {isOpen && <OtherMonths shown={shown} onMonth={onMonth} />}
        {!isDesk && (
          <Button
            variant="outline"
            size="icon"
            aria-expanded={isOpen}
            aria-label={isOpen ? "Hide the month" : "Show the month"}
            onClick={() => onMonth(isOpen ? undefined : shown)}
          >
            <ChevronDown aria-hidden className={cn("size-5", isOpen && "rotate-180")} />
          </Button>
        )}
      </div>
      <Loading of={query} what="The month could not be loaded." rows={1} height="h-12" />
      {data !== undefined && (
        <>
          <dl className="flex flex-wrap gap-x-6 gap-y-1">
            <Sum name="In">{money(data.moneyIn)}</Sum>
            <Sum name="Out">{money(data.moneyOut)}</Sum>
            <Sum name={data.month === current ? "Balance now" : "Balance at the end"}>
              <OwnBalance amount={pesewas(data.balance)} />
            </Sum>
          </dl>
          {isOpen && (
            <div className="grid gap-4 md:grid-cols-[3fr_2fr]">
              <MonthChart picture={data} />
              <Networks networks={data.networks} />
            </div>
          )}
        </>
      )}
    </Card>
  );
}

/** The months before and after with movements. */
function OtherMonths({ shown, onMonth }: { shown: string; onMonth: Props["onMonth"] }) {
  const { data: months = [] } = useQuery(monthsQuery);
  const before = months.find(({ month }) => month < shown)?.month;
  const after = months.findLast(({ month }) => month > shown)?.month;
  const button = (to: string | undefined, name: string, Icon: typeof ChevronLeft) => (
    <Button
      variant="outline"
      size="icon"
      aria-label={name}
      disabled={to === undefined}
      onClick={() => onMonth(to)}
    >
      <Icon aria-hidden className="size-5" />
    </Button>
  );
  return (
    <>
      {button(before, "Previous month", ChevronLeft)}
      {button(after, "Next month", ChevronRight)}
    </>
  );
}

function Sum({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt className="text-xs text-muted-foreground">{name}</dt>
      <dd className="font-bold">{children}</dd>
    </div>
  );
}

const networks_max = 4;

/** What the money was spent on, the most expensive network first. */
function Networks({ networks }: Pick<MonthPicture, "networks">) {
  const shown = networks.slice(0, networks_max);
  const top = shown[0]?.amount ?? 0;
  if (shown.length === 0) return <p className="text-sm text-muted-foreground">Nothing was bought.</p>;
  return (
    <section aria-label="Networks" className="flex flex-col gap-2">
      <h3 className="text-sm font-medium text-muted-foreground">Bought most</h3>
      <ul className="flex flex-col gap-2">
        {shown.map(({ network, count, amount }) => (
          <li key={network} className="text-sm">
            <div className="flex justify-between gap-3">
              <span>
                <b>{network}</b> <span className="text-muted-foreground">{countText(count, "order")}</span>
              </span>
              <b>{money(amount)}</b>
            </div>
            <div aria-hidden className="h-1.5 overflow-hidden rounded-full bg-muted">
              <div className="h-full rounded-full bg-primary" style={{ width: `${(amount / top) * 100}%` }} />
            </div>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** "2026-11" -> "November 2026" */
function nameOf(month: string): string {
  const day = new Date(`${month}-01T00:00:00Z`);
  return day.toLocaleString("en", { month: "long", year: "numeric", timeZone: "UTC" });
}

/** The user's own wallet changed. */
const ofWallet = { outdatedBy: ({ event }: LiveEvent) => event === "CurrUserUpdated" };

/** The months with movements and this one, newest first, with their sums. */
const monthsQuery = getQuery<MonthRecord[]>(["statement-months"], "/user/statement/months", ofWallet);

/** One month, "2026-11", by day and by network. */
function monthQuery(month: string) {
  return getQuery<MonthPicture>(["statement-month", month], `/user/statement/month?month=${month}`, ofWallet);
}

/** In the chart's own units: each half is as high as the largest amount. */
const half = 48;
const day_width = 10;
/** A day with little money must still be visible. */
const height_min = 1.5;
const labelled = [1, 8, 15, 22];

/** Money in (upwards) and out (downwards) for each day of a month. The table below has the same figures. */
function MonthChart({ picture: { month, days } }: { picture: MonthPicture }) {
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
      {days.length > 0 && (
        <details>
          <summary className="flex min-h-11 items-center text-sm font-semibold text-primary">
            Show the days as a table
          </summary>
          <DataTable label="Money by day" columns={dayColumns} rows={days} isAlwaysTable />
        </details>
      )}
    </figure>
  );
}

const dayColumns = columnsOf<MonthPicture["days"][number]>({
  day: { title: "Day", value: ({ day }) => formatDay(day) },
  moneyIn: { title: "In", value: ({ moneyIn }) => money(moneyIn), isNumber: true },
  moneyOut: { title: "Out", value: ({ moneyOut }) => money(moneyOut), isNumber: true },
});
