import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useNavigate, useSearch } from "@tanstack/react-router";
import type { ReactNode } from "react";
import type { Sold } from "#contract/reports.ts";
import { texts } from "#contract/terms/texts.ts";
import { money, plainMoney } from "../../../lib/money.ts";
import { SaveMenu } from "../../../ui/file-buttons.tsx";
import { EmptyState, Loading } from "../../../ui/placeholders.tsx";
import { NetworkName } from "../../../ui/monogram.tsx";
import { PageHead } from "../../../office/page-head.tsx";
import { Table, TableBody, TableCell, TableHead, TableHeader, TableRow } from "../../../ui/table.tsx";
import { chosenSpan, PeriodPicker, spanText } from "../../../office/period-picker.tsx";
import { UserLink } from "../../../office/links.tsx";
import { StatisticsTabs } from "./statistics-tabs.tsx";
import { soldQuery } from "./statistics.query.ts";

/** What was sold in some days: by network, package, level and agent. Each list adds up to the closing's sales. */
export function SalesPage() {
  const span = chosenSpan(useSearch({ from: "/admin/statistics/sales" }));
  const navigate = useNavigate({ from: "/admin/statistics/sales" });
  const query = useQuery({ ...soldQuery(span), placeholderData: keepPreviousData });
  const { data } = query;
  return (
    <>
      <PageHead title="Sales">
        {data !== undefined && <SaveMenu list="sales" days={data} rows={() => fileRows(data)} />}
      </PageHead>
      <StatisticsTabs />
      <PeriodPicker span={span} onSpan={(search) => void navigate({ search, resetScroll: false })} />
      <Loading of={query} what="The sales could not be read." rows={3} height="h-48" />
      {data !== undefined && !query.isError && <Lists sold={data} />}
    </>
  );
}

type Sums = Sold["total"];

function Lists({ sold }: { sold: Sold }) {
  const { total, networks, packages, levels, agents } = sold;
  return (
    <>
      <p className="text-sm text-muted-foreground">
        {spanText(sold)}. Orders count on the day they were placed, refunds on the day of the refund, as in
        the closing.
      </p>
      {networks.length === 0 ? (
        <EmptyState title={texts.noRecords}>Nothing was sold in these days.</EmptyState>
      ) : (
        <div className="grid grid-cols-1 items-start gap-3.5 2xl:grid-cols-2 [&>*]:min-w-0">
          <List
            title="Networks"
            total={total}
            rows={networks}
            nameOf={({ network }) => <NetworkName network={network} />}
          />
          <List title="Levels" total={total} rows={levels} nameOf={({ userLevel }) => userLevel} />
          <List
            title="Packages"
            total={total}
            rows={packages}
            nameOf={({ network, offer }) => `${network} · ${offer}`}
          />
          <List
            title="Agents"
            total={total}
            rows={agents}
            nameOf={({ userId, username }) =>
              userId === null ? username : <UserLink id={userId} name={username} />
            }
          />
        </div>
      )}
    </>
  );
}

interface ListProps<Row> {
  title: string;
  rows: readonly Row[];
  total: Sums;
  nameOf: (row: Row) => ReactNode;
}

function List<Row extends Sums>({ title, rows, total, nameOf }: ListProps<Row>) {
  return (
    <section aria-label={title} className="mt-1 flex flex-col gap-2.5">
      <h2 className="text-lg font-bold">{title}</h2>
      <Table aria-label={title}>
        <TableHeader>
          <TableRow>
            <TableHead>{title}</TableHead>
            {["Net", "Orders", "Refunds"].map((heading) => (
              <TableHead key={heading} className="text-right" colSpan={heading === "Net" ? 1 : 2}>
                {heading}
              </TableHead>
            ))}
          </TableRow>
        </TableHeader>
        <TableBody>
          {rows.map((row, at) => (
            // Each list is drawn anew with other days, and a line keeps nothing.
            // oxlint-disable-next-line react/no-array-index-key
            <Line key={at} name={nameOf(row)} sums={row} />
          ))}
          <Line name="Total" sums={total} className="font-bold" />
        </TableBody>
      </Table>
    </section>
  );
}

function Line({ name, sums, className }: { name: ReactNode; sums: Sums; className?: string }) {
  const { orders, refunds, net } = sums;
  return (
    <TableRow className={className}>
      <TableCell className="max-w-48 truncate font-semibold">{name}</TableCell>
      <TableCell className="text-right font-semibold">{money(net)}</TableCell>
      {[orders, refunds].map(({ count, value }, index) => [
        <TableCell key={`count ${index}`} className="pr-0 text-right">
          {count.toLocaleString("en")}
        </TableCell>,
        <TableCell key={`value ${index}`} className="text-right">
          {money(value)}
        </TableCell>,
      ])}
    </TableRow>
  );
}

/** All lists of the page below each other, each with its total. */
function fileRows({ total, networks, packages, levels, agents }: Sold) {
  const row = (group: string, name: string, level: string, { orders, refunds, net }: Sums) => ({
    Group: group,
    Name: name,
    Level: level,
    Orders: orders.count,
    "Orders (GHS)": plainMoney(orders.value),
    Refunds: refunds.count,
    "Refunds (GHS)": plainMoney(refunds.value),
    "Net (GHS)": plainMoney(net),
  });
  return [
    ...networks.map((sums) => row("Network", sums.network, "", sums)),
    ...packages.map((sums) => row("Package", `${sums.network} ${sums.offer}`, "", sums)),
    ...levels.map((sums) => row("Level", sums.userLevel, sums.userLevel, sums)),
    ...agents.map((sums) => row("Agent", sums.username, sums.userLevel, sums)),
    row("Total", "", "", total),
  ];
}
