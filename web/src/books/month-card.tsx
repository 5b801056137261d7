import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { ChevronDown, ChevronLeft, ChevronRight } from "lucide-react";
import type { MonthPicture, MonthRecord } from "#contract/account.ts";
import { monthOf } from "#contract/terms/dates.ts";
import type { LiveEvent } from "#contract/live.ts";
import { countText } from "../lib/count-text.ts";
import { cn } from "../lib/cn.ts";
import { useIsDesk } from "../lib/media.ts";
import { money, pesewas } from "../lib/money.ts";
import { useNow_ms } from "../lib/now.ts";
import { Button } from "../ui/button.tsx";
import { Card } from "../ui/card.tsx";
import { Loading } from "../ui/loading.tsx";
import { OwnBalance } from "../users/own-balance.tsx";
import { getQuery } from "../lib/get-query.ts";
import { MonthChart } from "./month-chart.tsx";

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
  const query = useQuery({
    ...monthQuery(shown),
    placeholderData: keepPreviousData,
  });
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
          <Sums picture={data} isCurrent={data.month === current} />
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
function OtherMonths({ shown, onMonth }: { shown: string; onMonth: (month: string) => void }) {
  const { data: months = [] } = useQuery(monthsQuery);
  const before = months.find(({ month }) => month < shown)?.month;
  const after = months.findLast(({ month }) => month > shown)?.month;
  const button = (to: string | undefined, name: string, Icon: typeof ChevronLeft) => (
    <Button
      variant="outline"
      size="icon"
      aria-label={name}
      disabled={to === undefined}
      onClick={() => {
        if (to !== undefined) onMonth(to);
      }}
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

function Sums({ picture, isCurrent }: { picture: MonthPicture; isCurrent: boolean }) {
  const sums = [
    { name: "In", value: money(picture.moneyIn) },
    { name: "Out", value: money(picture.moneyOut) },
    {
      name: isCurrent ? "Balance now" : "Balance at the end",
      value: <OwnBalance amount={pesewas(picture.balance)} />,
    },
  ];
  return (
    <dl className="flex flex-wrap gap-x-6 gap-y-1">
      {sums.map(({ name, value }) => (
        <div key={name}>
          <dt className="text-xs text-muted-foreground">{name}</dt>
          <dd className="font-bold">{value}</dd>
        </div>
      ))}
    </dl>
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
