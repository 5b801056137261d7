import { Link } from "@tanstack/react-router";
import { type ReactNode, useMemo } from "react";
import { formatDateTime } from "#ledger/terms/dates.ts";
import { formatCedis } from "#ledger/terms/money.ts";
import type { MatchKind } from "#ledger/terms/payment-matching.ts";
import { columnsOf } from "../../ui/list-columns.tsx";
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
    cell: ({ topup }) => topup && <Two first={<TopupLink of={topup} />} second={topup.username} />,
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
