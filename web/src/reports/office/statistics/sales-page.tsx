import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useNavigate, useSearch } from "@tanstack/react-router";
import type { ReactNode } from "react";
import type { Sold } from "#contract/reports.ts";
import type { DaySpan } from "#contract/terms/periods.ts";
import type { SupplierName } from "#contract/terms/fulfilment.ts";
import { cn } from "../../../lib/cn.ts";
import { countText } from "../../../lib/count-text.ts";
import { money, plainMoney } from "../../../lib/money.ts";
import { supplierTitles } from "../../../suppliers/office/supplier-text.ts";
import { Alert } from "../../../ui/alert.tsx";
import { Card } from "../../../ui/card.tsx";
import { Fact, Facts } from "../../../ui/facts.tsx";
import { DataTable } from "../../../ui/data-table.tsx";
import { SaveMenu } from "../../../ui/file-buttons.tsx";
import { columnsOf, type Fields } from "../../../ui/list-columns.tsx";
import { Loading } from "../../../ui/placeholders.tsx";
import { NetworkName } from "../../../ui/monogram.tsx";
import { PageHead } from "../../../ui/page-title.tsx";
import { chosenSpan, PeriodPicker, spanText } from "../../../office/period-picker.tsx";
import { UserLink } from "../../../office/links.tsx";
import { StatisticsTabs, countColumn, NothingSold } from "./sums.tsx";
import { soldQuery } from "../reports.query.ts";

/**
 * What was sold in some days, what suppliers took for it, and what is left: by time, network, package, level, agent and
 * supplier. Each list adds up to the closing.
 */
export function SalesPage() {
  const span = chosenSpan(useSearch({ from: "/admin/statistics/sales" }));
  const navigate = useNavigate({ from: "/admin/statistics/sales" });
  const query = useQuery({ ...soldQuery(span), placeholderData: keepPreviousData });
  const { data } = query;
  const go = (search: DaySpan) => void navigate({ search, resetScroll: false });
  return (
    <>
      <PageHead title="Sales and profit">
        {data !== undefined && <SaveMenu list="sales" days={data} rows={() => fileRows(data)} />}
      </PageHead>
      <StatisticsTabs />
      <PeriodPicker span={span} onSpan={go} />
      <Loading of={query} what="The sales could not be read." rows={3} height="h-48" />
      {data !== undefined && !query.isError && <Lists sold={data} span={span} onSpan={go} />}
    </>
  );
}

type Sums = Omit<Sold["times"][number], "time" | "fees">;

function Lists({ sold, span, onSpan }: { sold: Sold; span: DaySpan; onSpan: (span: DaySpan) => void }) {
  const { total, times, networks, packages, levels, agents, suppliers } = sold;
  return (
    <>
      <p className="max-w-prose text-sm text-muted-foreground">
        {spanText(sold)}. Orders count on the day they were placed, refunds on the day of the refund
        {total.profit === null
          ? ", as in the closing."
          : ", and a cost when the supplier accepts the order, as in the closing. What was delivered by hand has no cost here. A sale is its supplier's once it is delivered; until then it is under By hand, or not yet."}
      </p>
      {times.length === 0 ? (
        <NothingSold span={span} onSpan={onSpan} />
      ) : (
        <div className="grid grid-cols-1 items-start gap-3.5 2xl:grid-cols-2 [&>*]:min-w-0">
          <Whole sold={sold} />
          <List
            title="Networks"
            total={total}
            rows={networks}
            nameOf={({ network }) => <NetworkName network={network} />}
          />
          <List title="Levels" total={total} rows={levels} nameOf={({ userLevel }) => userLevel} />
          {total.profit !== null && (
            <List
              title="Suppliers"
              total={total}
              rows={suppliers}
              nameOf={({ supplier }) => supplierTitle(supplier)}
            />
          )}
          <List
            title="Packages"
            total={total}
            rows={packages}
            nameOf={({ network, offer }) => `${network} · ${offer}`}
          />
          <div className="flex flex-col gap-3.5">
            <List
              title="Agents"
              total={total}
              rows={agents}
              nameOf={({ userId, username }) =>
                userId === null ? username : <UserLink id={userId} name={username} />
              }
            />
            <List
              title={timesTitle(times)}
              total={total}
              rows={times}
              nameOf={({ time }) => timeText(time)}
            />
          </div>
        </div>
      )}
    </>
  );
}

/** The only place for the fees, which are of payments and so of no package and no agent. */
function Whole({ sold: { total, belowCost } }: { sold: Sold }) {
  const { orders, refunds, cost, fees, profit } = total;
  if (profit === null) return null;
  return (
    <Card role="region" aria-label="Profit">
      <h2 className="text-lg font-bold">Profit</h2>
      <Facts>
        <Fact name="Sales">{money(orders.value)}</Fact>
        <Fact name="Refunds">{money(0 - refunds.value)}</Fact>
        <Fact name="Cost of goods">{money(0 - cost.value)}</Fact>
        <Fact name="Fees of payments">{money(0 - fees)}</Fact>
        <Fact name="Left">
          <b>{money(profit - fees)}</b>
        </Fact>
      </Facts>
      <p className="text-sm text-muted-foreground">
        Fees are of payments and not of orders: the lists leave them out.
      </p>
      {belowCost.count > 0 && (
        <Alert className="mt-2">
          {countText(belowCost.count, "order")} cost {money(belowCost.value)} more than the buyers paid.
        </Alert>
      )}
    </Card>
  );
}

function supplierTitle(supplier: SupplierName | null): string {
  return supplier === null ? "By hand, or not yet" : supplierTitles[supplier];
}

function timesTitle([first]: Sold["times"]): string {
  const length = first?.time.length ?? 0;
  return length > 10 ? "Hours" : length > 7 ? "Days" : "Months";
}

/** "10:00 to 11:00", "21/11/2026" or "11/2026" */
function timeText(time: string): string {
  const [day = "", hour] = time.split("T");
  if (hour !== undefined) return `${hour}:00 to ${String(Number(hour) + 1).padStart(2, "0")}:00`;
  return day.split("-").reverse().join("/");
}

interface ListProps<Row> {
  title: string;
  rows: readonly Row[];
  total: Sums;
  nameOf: (row: Row) => ReactNode;
}

function List<Row extends Sums>({ title, rows, total, nameOf }: ListProps<Row>) {
  const named = [
    ...rows.map((row) => ({ name: nameOf(row), sums: row })),
    { name: <b>Total</b>, sums: total },
  ];
  return (
    <section aria-label={title} className="mt-1 flex flex-col gap-2.5">
      <h2 className="text-lg font-bold">{title}</h2>
      <DataTable label={title} columns={columnsFor(title, total.profit !== null)} rows={named} />
    </section>
  );
}

interface Line {
  name: ReactNode;
  sums: Sums;
}

function columnsFor(title: string, hasProfit: boolean) {
  const amount = (heading: string, valueOf: (sums: Sums) => ReactNode): Fields<Line>[string] => ({
    title: heading,
    cell: ({ sums }) => valueOf(sums),
    isNumber: true,
    card: {
      more: ({ sums }) => (
        <>
          {heading} {valueOf(sums)}
        </>
      ),
    },
  });
  return columnsOf<Line>({
    name: { title, cell: ({ name }) => name, className: "max-w-48 truncate font-semibold", card: "title" },
    net: {
      ...amount("Net", ({ net }) => <b className="font-semibold">{money(net)}</b>),
      card: { end: ({ sums: { net } }) => <b>{money(net)}</b> },
    },
    ...(hasProfit && {
      profit: amount("Profit", ({ profit }) => (
        <b className={cn("font-semibold text-foreground", (profit ?? 0) < 0 && "text-destructive")}>
          {money(profit ?? 0)}
        </b>
      )),
      cost: amount("Cost", ({ cost }) => (cost.count === 0 ? "–" : money(cost.value))),
    }),
    orders: countColumn("Orders", ({ sums }) => sums.orders),
    refunds: countColumn("Refunds", ({ sums }) => sums.refunds),
  });
}

/** All lists of the page below each other, each with its total. Only times have fees, and their profit is without them. */
function fileRows({ total, times, networks, packages, levels, agents, suppliers, belowCost }: Sold) {
  const row = (group: string, name: string, level: string, sums: Partial<Sums & { fees: number }>) => ({
    Group: group,
    Name: name,
    Level: level,
    Orders: sums.orders?.count ?? "",
    "Orders (GHS)": plainMoney(sums.orders?.value),
    Refunds: sums.refunds?.count ?? "",
    "Refunds (GHS)": plainMoney(sums.refunds?.value),
    "Net (GHS)": plainMoney(sums.net),
    Costs: sums.cost?.count ?? "",
    "Cost (GHS)": plainMoney(sums.cost?.value),
    "Profit before fees (GHS)": plainMoney(sums.profit ?? undefined),
    "Fees of payments (GHS)": plainMoney(sums.fees),
  });
  return [
    ...times.map((sums) => row(timesTitle(times).slice(0, -1), timeText(sums.time), "", sums)),
    ...networks.map((sums) => row("Network", sums.network, "", sums)),
    ...packages.map((sums) => row("Package", `${sums.network} ${sums.offer}`, "", sums)),
    ...levels.map((sums) => row("Level", sums.userLevel, sums.userLevel, sums)),
    ...agents.map((sums) => row("Agent", sums.username, sums.userLevel, sums)),
    ...suppliers.map((sums) => row("Supplier", supplierTitle(sums.supplier), "", sums)),
    row("Below cost", "", "", { cost: belowCost }),
    row("Total", "", "", total),
  ];
}
