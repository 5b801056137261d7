import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { type ReactNode, useMemo } from "react";
import { formatCedis } from "#contract/terms/money.ts";
import type { DaySpan } from "#contract/terms/periods.ts";
import { formatDateTime } from "#contract/terms/dates.ts";
import type { MatchKind, Counted } from "#contract/payment-matching.ts";
import { useShopName } from "../../../live/notice.query.ts";
import { Alert } from "../../../ui/alert.tsx";
import { EmptyState, Loading } from "../../../ui/placeholders.tsx";
import { SaveMenu } from "../../../ui/file-buttons.tsx";
import { countText } from "../../../lib/count-text.ts";
import { spanText } from "../../../office/period-picker.tsx";
import { columnsOf } from "../../../ui/list-columns.tsx";
import { PagedList } from "../../../office/paged-list.tsx";
import { type ComparedStatement, comparisonQuery } from "./compare.query.ts";
import {
  fileRows,
  groupOrder,
  type GroupSums,
  sumGroups,
  type ComparedRow,
  dateText,
  groupNames,
  comparedRows,
  unlistedText,
  leftOutNames,
  sumLeftOut,
} from "./momo-rows.ts";
import type { Statement, UnreadLine } from "./read-statement.ts";
import { DataTable } from "../../../ui/data-table.tsx";

interface Props {
  /** Changes with the statement's lines. */
  number: number;
  name: string;
  statement: Statement;
  span: DaySpan | undefined;
}

export function Compared({ number, name, statement, span }: Props) {
  const query = useQuery(comparisonQuery(number, statement.lines, span));
  if (span === undefined)
    return (
      <>
        <EmptyState title="No line could be read">
          The reasons are below. Perhaps another column has the date, the ID or the amount.
        </EmptyState>
        <PagedList {...unreadLines} rows={statement.unread} />
      </>
    );
  if (!query.isSuccess)
    return <Loading of={query} what="The top-ups could not be read." rows={3} height="h-40" />;
  const { data } = query;
  const rows = () => fileRows(data, statement.unread);
  return (
    <>
      <SaveMenu list="momo-statement" days={data.span} rows={rows} canPrint />
      <Sheet name={name} statement={statement} compared={data} />
    </>
  );
}

interface SheetProps {
  name: string;
  statement: Statement;
  compared: ComparedStatement;
}

/** Only this is printed. */
function Sheet({ name, statement: { lines, unread }, compared }: SheetProps) {
  const shop = useShopName();
  const leftOut = sumLeftOut(compared);
  // Groups without any line or top-up explain nothing.
  const sums = sumGroups(compared).filter(
    ({ kind, sums: { lines, topups } }) =>
      kind === "same" || kind === "all" || lines.count + topups.count > 0,
  );
  return (
    <section aria-label="Comparison" className="print-page flex flex-col gap-3.5">
      <div>
        <p className="hidden text-xl font-bold print:block">{shop} · MoMo statement</p>
        <p className="text-lg font-bold">{spanText(compared.span)}</p>
        <p className="text-sm wrap-anywhere text-muted-foreground">
          {name}: {countText(lines.length, "line")}
          {unread.length > 0 && `, and ${unread.length.toLocaleString("en")} that can’t be read`}. Top-ups
          count on the day of their approval, as in the closing.
        </p>
      </div>
      <Result sums={sums} hasUnread={unread.length > 0} />
      <DataTable
        label="Sums of the groups"
        columns={sumColumns}
        rows={sums}
        isAlwaysTable
        className="max-md:[&_td]:px-1.5 max-md:[&_th]:px-1.5 [&_tbody>tr:last-child]:font-bold"
      />
      {leftOut.length > 0 && (
        <DataTable label="Lines that are left out" columns={leftOutColumns} rows={leftOut} isAlwaysTable />
      )}
      {groupOrder.map((kind) => (
        <ComparedGroup key={kind} compared={compared} kind={kind} />
      ))}
      <PagedList {...unreadLines} rows={unread} />
    </section>
  );
}

function Result({ sums, hasUnread }: { sums: GroupSums[]; hasUnread: boolean }) {
  const difference = sums.at(-1)?.sums.difference ?? 0;
  if (sums.every(({ kind }) => kind === "same" || kind === "all"))
    return (
      <Alert variant="success" className="font-bold">
        Every line has its top-up, and every top-up its line{hasUnread && ", but some lines can’t be read"}
      </Alert>
    );
  return (
    <Alert className="font-bold">
      {difference === 0
        ? "The sums are equal, but some lines and top-ups do not belong together"
        : `The statement has ${formatCedis(Math.abs(difference))} ${difference > 0 ? "more" : "less"} than the top-ups. The groups below explain each pesewa`}
    </Alert>
  );
}

/** The lines and top-ups of one group, side by side. */
function ComparedGroup({ compared, kind }: { compared: ComparedStatement; kind: MatchKind }) {
  const rows = useMemo(() => comparedRows(compared, kind), [compared, kind]);
  const more = kind === "topupOnly" ? unlistedText(compared) : undefined;
  return (
    <>
      <PagedList title={groupNames[kind]} columns={columns} rows={rows} />
      {more !== undefined && <p className="text-sm text-muted-foreground">{more}.</p>}
    </>
  );
}

/** In a tab of its own: nothing is kept, so whoever left this page would have to compare again. */
function TopupLink({ rechargeId }: { rechargeId: string }) {
  return (
    <Link
      to="/admin/finance"
      search={{ search: rechargeId }}
      target="_blank"
      className="rounded-sm font-semibold text-primary underline-offset-4 hover:underline"
    >
      {rechargeId}
      <span className="sr-only"> (opens in a new tab)</span>
    </Link>
  );
}

/** A value and what it belongs to, below each other. */
function Two({ first, second }: { first: ReactNode; second: ReactNode }) {
  return (
    <>
      <span className="block">{first}</span>
      <span className="block text-xs text-muted-foreground">{second}</span>
    </>
  );
}

const columns = columnsOf<ComparedRow>({
  transactionId: {
    title: "Transaction ID",
    cell: ({ transactionId, line }) => (
      <Two first={transactionId || "None"} second={line && `Line ${line.line}`} />
    ),
    className: "max-w-40 truncate font-semibold",
    card: { title: ({ transactionId }) => transactionId || "No transaction ID" },
  },
  paid: {
    title: "Paid",
    cell: ({ line }) => line && dateText(line),
    card: {
      line: ({ line }) =>
        line &&
        [`Line ${line.line}`, dateText(line), line.sender, line.reference].filter(Boolean).join(" · "),
    },
  },
  sender: {
    title: "Sender",
    cell: ({ line }) => <Two first={line?.sender} second={line?.reference} />,
    className: "max-w-40 truncate",
  },
  statement: {
    title: "Statement",
    cell: ({ line }) => line && formatCedis(line.amount),
    isNumber: true,
    className: "font-semibold",
    card: { end: ({ line }) => line && <b>{formatCedis(line.amount)}</b> },
  },
  topup: {
    title: "Top-up",
    cell: ({ topup }) => topup && <Two first={<TopupLink {...topup} />} second={topup.username} />,
    className: "max-w-40 truncate",
    card: {
      more: ({ topup }) =>
        topup && (
          <>
            <TopupLink {...topup} /> {topup.username} · approved {formatDateTime(topup.approvedAt)} ·{" "}
            {formatCedis(topup.amount)} credited
          </>
        ),
    },
  },
  approved: { title: "Approved", cell: ({ topup }) => topup && formatDateTime(topup.approvedAt) },
  credited: {
    title: "Credited",
    cell: ({ topup }) => topup && formatCedis(topup.amount),
    isNumber: true,
    className: "font-semibold",
  },
  note: { title: "Note", className: "min-w-40 whitespace-normal", card: "text" },
});

const unreadColumns = columnsOf<UnreadLine>({
  line: { title: "Line", card: { title: ({ line }) => `Line ${line}` } },
  reason: { title: "Reason", className: "whitespace-normal", card: "line" },
  text: { title: "Text", className: "max-w-96 wrap-anywhere whitespace-normal", card: "more" },
});

/** Nothing is dropped silently: each row that is no payment, or that nobody could be sure about. */
const unreadLines = { title: "Lines that can’t be read", columns: unreadColumns };

/** Both sides of each group, and of all of them: the difference is the sum of the groups' differences. */
const sumColumns = columnsOf<GroupSums>({
  kind: {
    title: "Group",
    value: ({ kind }) => (kind === "all" ? "All" : groupNames[kind]),
    className: "font-semibold whitespace-normal",
  },
  lines: {
    title: "Statement",
    cell: ({ sums }) => <CountedSum {...sums.lines} />,
    isNumber: true,
    className: "max-md:text-xs",
  },
  topups: {
    title: "Top-ups",
    cell: ({ sums }) => <CountedSum {...sums.topups} />,
    isNumber: true,
    className: "max-md:text-xs",
  },
  difference: {
    title: "Difference",
    value: ({ sums: { difference } }) => `${difference > 0 ? "+" : ""}${formatCedis(difference)}`,
    isNumber: true,
    className: "font-semibold max-md:text-xs",
  },
});

function CountedSum({ count, sum }: Counted) {
  return (
    <>
      <b className="block font-semibold">{formatCedis(sum)}</b>
      <span className="text-xs">{count.toLocaleString("en")}</span>
    </>
  );
}

/** How many lines are not compared, and why. */
const leftOutColumns = columnsOf<ReturnType<typeof sumLeftOut>[number]>({
  kind: { title: "Left out", value: ({ kind }) => leftOutNames[kind], className: "whitespace-normal" },
  count: { title: "Lines", value: ({ count }) => count.toLocaleString("en"), isNumber: true },
  sum: { title: "Amount", value: ({ sum }) => formatCedis(sum), isNumber: true },
});
