import { Link } from "@tanstack/react-router";
import { type ReactNode, useMemo } from "react";
import { formatDateTime } from "#ledger/terms/dates.ts";
import { formatCedis } from "#ledger/terms/money.ts";
import type { MatchKind } from "#ledger/terms/payment-matching.ts";
import { columnsOf } from "../../ui/data-columns.tsx";
import { PagedList } from "../shared/paged-list.tsx";
import type { ComparedStatement, Topup } from "./compare.query.ts";
import { type ComparedRow, dateText, groupNames, rowsOf, unlistedText } from "./momo-rows.ts";
import type { UnreadLine } from "./read-statement.ts";

/** The lines and top-ups of one group, side by side. */
export function ComparedGroup({ compared, kind }: { compared: ComparedStatement; kind: MatchKind }) {
  const rows = useMemo(() => rowsOf(compared, kind), [compared, kind]);
  const more = kind === "topupOnly" ? unlistedText(compared) : undefined;
  return (
    <>
      <PagedList title={groupNames[kind]} columns={columns} rows={rows} />
      {more !== undefined && <p className="text-sm text-muted-foreground">{more}.</p>}
    </>
  );
}

/** Nothing is dropped silently: each row that is no payment, or that nobody could be sure about. */
export function UnreadLines({ lines }: { lines: readonly UnreadLine[] }) {
  return <PagedList title="Lines that can’t be read" columns={unreadColumns} rows={lines} />;
}

/** In a tab of its own: nothing is kept, so whoever left this page would have to compare again. */
function TopupLink({ of: { rechargeId } }: { of: Topup }) {
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

const column = columnsOf<ComparedRow>();

const columns = column.columns([
  column.accessor("transactionId", {
    header: "Transaction ID",
    cell: ({ getValue, row }) => (
      <Two first={getValue() || "None"} second={row.original.line && `Line ${row.original.line.line}`} />
    ),
    meta: {
      className: "max-w-40 truncate font-semibold",
      card: {
        title: ({ transactionId }) => transactionId || "No transaction ID",
      },
    },
  }),
  column.accessor(({ line }) => line && dateText(line), {
    id: "paid",
    header: "Paid",
    meta: {
      card: {
        line: ({ line }) =>
          line &&
          [`Line ${line.line}`, dateText(line), line.sender, line.reference].filter(Boolean).join(" · "),
      },
    },
  }),
  column.accessor(({ line }) => line?.sender, {
    id: "sender",
    header: "Sender",
    cell: ({ row: { original } }) => <Two first={original.line?.sender} second={original.line?.reference} />,
    meta: { className: "max-w-40 truncate" },
  }),
  column.accessor(({ line }) => line && formatCedis(line.amount), {
    id: "statement",
    header: "Statement",
    meta: {
      isNumber: true,
      className: "font-semibold",
      card: { end: ({ line }) => line && <b>{formatCedis(line.amount)}</b> },
    },
  }),
  column.accessor(({ topup }) => topup?.rechargeId, {
    id: "topup",
    header: "Top-up",
    cell: ({ row: { original } }) =>
      original.topup && <Two first={<TopupLink of={original.topup} />} second={original.topup.username} />,
    meta: {
      className: "max-w-40 truncate",
      card: {
        more: ({ topup }) =>
          topup && (
            <>
              <TopupLink of={topup} /> {topup.username} · approved {formatDateTime(topup.approvedAt)} ·{" "}
              {formatCedis(topup.amount)} credited
            </>
          ),
      },
    },
  }),
  column.accessor(({ topup }) => topup && formatDateTime(topup.approvedAt), {
    id: "approved",
    header: "Approved",
  }),
  column.accessor(({ topup }) => topup && formatCedis(topup.amount), {
    id: "credited",
    header: "Credited",
    meta: { isNumber: true, className: "font-semibold" },
  }),
  column.accessor("note", {
    header: "Note",
    meta: { className: "min-w-40 whitespace-normal", card: "text" },
  }),
]);

const unreadColumn = columnsOf<UnreadLine>();

const unreadColumns = unreadColumn.columns([
  unreadColumn.accessor("line", {
    header: "Line",
    meta: { card: { title: ({ line }) => `Line ${line}` } },
  }),
  unreadColumn.accessor("reason", {
    header: "Reason",
    meta: { className: "whitespace-normal", card: "line" },
  }),
  unreadColumn.accessor("text", {
    header: "Text",
    meta: { className: "max-w-96 wrap-anywhere whitespace-normal", card: "more" },
  }),
]);
