import { useQuery, keepPreviousData } from "@tanstack/react-query";
import { lazyRouteComponent, useNavigate, useSearch } from "@tanstack/react-router";
import { Suspense, type ReactNode } from "react";
import type { PeriodFigures, Statistics } from "#contract/reports.ts";
import { formatDay } from "#contract/terms/dates.ts";
import type { DaySpan, PeriodName } from "#contract/terms/periods.ts";
import { texts } from "#contract/terms/texts.ts";
import { countText } from "../../../lib/count-text.ts";
import { money, plainMoney } from "../../../lib/money.ts";
import { Card } from "../../../ui/card.tsx";
import { SaveMenu } from "../../../ui/file-buttons.tsx";
import { DataTable } from "../../../ui/data-table.tsx";
import { EmptyState, Loading } from "../../../ui/placeholders.tsx";
import { columnsOf } from "../../../ui/list-columns.tsx";
import { NetworkName } from "../../../ui/monogram.tsx";
import { PageHead } from "../../../ui/page-title.tsx";
import { chosenSpan, PeriodPicker, presetTitles, spanText } from "../../../office/period-picker.tsx";
import { ButtonLink, UserLink } from "../../../office/links.tsx";
import { StatisticsTabs, countColumn, NothingSold, valueText } from "./sums.tsx";
import { periodQuery, statisticsQuery } from "../reports.query.ts";

const periodTitles: Record<PeriodName, string> = { ...presetTitles, total: "Total" };

export function StatisticsPage() {
  const span = chosenSpan(useSearch({ from: "/admin/statistics" }));
  const query = useQuery(statisticsQuery);
  const { data } = query;
  const { data: figures } = useQuery(periodQuery(span));
  return (
    <>
      <PageHead title="Statistics">
        {data !== undefined && figures !== undefined && (
          <SaveMenu list="statistics" days={span} rows={() => csvRows(data, figures)} />
        )}
      </PageHead>
      <StatisticsTabs />
      <Loading of={query} what="The figures could not be loaded." rows={3} height="h-60" />
      {data !== undefined && <Figures statistics={data} span={span} />}
    </>
  );
}

function Figures({ statistics, span }: { statistics: Statistics; span: DaySpan }) {
  const { periods, funds, networks, agents } = statistics;
  return (
    <>
      <Card className="flex flex-wrap items-baseline justify-between gap-3 bg-balance text-balance-foreground">
        <span>Total wallet funds</span>
        <b className="min-w-0 text-2xl leading-tight wrap-anywhere">{money(funds)}</b>
      </Card>
      <PeriodSection span={span} />
      <Section title="Orders">
        <SumTable
          label="Orders"
          heading="Period"
          rows={periods.map(({ name, ...sums }) => ({ name: periodTitles[name], ...sums }))}
        />
      </Section>
      <div className="grid grid-cols-1 items-start gap-3.5 2xl:grid-cols-2 [&>*]:min-w-0">
        <Section title="Networks, this month">
          <SumTable label="Networks" heading="Network" rows={networks.map(rowOf("month"))} />
        </Section>
        <Section title="Networks, total">
          <SumTable label="Networks, total" heading="Network" rows={networks.map(rowOf("total"))} />
        </Section>
        <Section title="Best agents, this month">
          {agents.length === 0 ? (
            <EmptyState title={texts.noRecords}>
              No agent has bought anything this month.
              <ButtonLink to="/admin/users">Make someone an agent</ButtonLink>
            </EmptyState>
          ) : (
            <DataTable label="Best agents" columns={agentColumns} rows={agents} />
          )}
        </Section>
      </div>
    </>
  );
}

function rowOf(time: "month" | "total") {
  return ({ network, [time]: sums }: Statistics["networks"][number]) => ({
    name: <NetworkName network={network} />,
    ...sums,
  });
}

const agentColumns = columnsOf<Statistics["agents"][number]>({
  username: {
    title: "Agent",
    cell: ({ userId, username }) => <UserLink id={userId} name={username} />,
    className: "max-w-48 truncate",
    card: "title",
  },
  userLevel: { title: "Level", card: "line" },
  count: {
    title: "Completed",
    value: ({ count }) => count.toLocaleString("en"),
    isNumber: true,
    card: { line: ({ count }) => countText(count, "order") },
  },
  value: {
    title: "Value",
    value: ({ value }) => money(value),
    isNumber: true,
    className: "font-semibold",
    card: { end: ({ value }) => <b>{money(value)}</b> },
  },
});

/** All tables of the page below each other. Cells are empty if a table lacks a figure. */
function csvRows({ periods, networks, agents, funds }: Statistics, figures: PeriodFigures) {
  const { period, before, days } = figures;
  const row = (group: string, name: string, { all, completed, rejected }: Partial<Sums>) => ({
    Group: group,
    Name: name,
    Orders: all?.count ?? "",
    "Orders (GHS)": plainMoney(all?.value),
    Completed: completed?.count ?? "",
    "Completed (GHS)": plainMoney(completed?.value),
    Rejected: rejected?.count ?? "",
    "Rejected (GHS)": plainMoney(rejected?.value),
  });
  return [
    ...periods.map(({ name, ...sums }) => row("Period", periodTitles[name], sums)),
    row("Chosen period", spanText(period), period),
    row("Period before", spanText(before), before),
    ...days.toReversed().map(({ day, rejected, ...all }) => row("Day", formatDay(day), { all, rejected })),
    ...networks.map(({ network, month }) => row("Network, this month", network, month)),
    ...networks.map(({ network, total }) => row("Network, total", network, total)),
    ...agents.map(({ username, ...completed }) => row("Agent, this month", username, { completed })),
    { ...row("Total wallet funds", "", {}), "Orders (GHS)": plainMoney(funds) },
  ];
}

// The chart's library is larger than the rest of the page, which does not wait for it.
const DaysChart = lazyRouteComponent(() => import("./days-chart.tsx"), "DaysChart");

/** The chosen days beside the days before them, and each day as a bar. */
function PeriodSection({ span }: { span: DaySpan }) {
  const navigate = useNavigate({ from: "/admin/statistics" });
  const go = (search: DaySpan) => void navigate({ search, resetScroll: false });
  const query = useQuery({ ...periodQuery(span), placeholderData: keepPreviousData });
  const { data } = query;
  return (
    <Section title="Any days">
      <PeriodPicker span={span} onSpan={go} />
      <Loading of={query} what="The figures could not be loaded." rows={1} height="h-60" />
      {data !== undefined && !query.isError && (
        <div className="grid grid-cols-1 items-start gap-3.5 2xl:grid-cols-2 [&>*]:min-w-0">
          <SumTable label="Chosen days" heading="Days" rows={comparison(data)} />
          {data.days.length === 0 ? (
            <NothingSold span={span} onSpan={go} />
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
  const [all, completed, rejected] = [changeOf("all"), changeOf("completed"), changeOf("rejected")];
  return [
    { name: spanText(period), ...period },
    { name: `Before: ${spanText(before)}`, ...before },
    { name: "Change", all, completed, rejected },
  ];
}

/** "+12 %"; a dash if there was nothing to compare with. */
function changeText(before: number, now: number): string {
  if (before === 0) return "–";
  const percent = Math.round(((now - before) / before) * 100);
  return `${percent > 0 ? "+" : percent < 0 ? "−" : ""}${Math.abs(percent).toLocaleString("en")} %`;
}

function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section aria-label={title} className="mt-1 flex flex-col gap-2.5">
      <h2 className="text-lg font-bold">{title}</h2>
      {children}
    </section>
  );
}

type Sums = Pick<Statistics["periods"][number], "all" | "completed" | "rejected">;

/** A row's figures: of orders, or texts that say how they changed. */
type SumRow = { name: ReactNode } & (Sums | Record<keyof Sums, { count: string; value: string }>);

/** The count and value of all orders, of completed ones and of rejected ones. */
function SumTable({ label, heading, rows }: { label: string; heading: string; rows: SumRow[] }) {
  if (rows.length === 0)
    return (
      <EmptyState title={texts.noRecords}>
        Nothing was sold yet.
        <ButtonLink to="/admin/open">Open your shop</ButtonLink>
      </EmptyState>
    );
  return <DataTable label={label} columns={sumColumns(heading)} rows={rows} />;
}

const sumColumns = (heading: string) =>
  columnsOf<SumRow>({
    name: {
      title: heading,
      cell: ({ name }) => name,
      className: "font-semibold whitespace-normal",
      card: "title",
    },
    all: {
      ...countColumn("Orders", ({ all }) => all),
      card: {
        line: ({ all }) => `Orders ${all.count.toLocaleString("en")}`,
        end: ({ all }) => <b>{valueText(all)}</b>,
      },
    },
    completed: countColumn("Completed", ({ completed }) => completed),
    rejected: countColumn("Rejected", ({ rejected }) => rejected),
  });
