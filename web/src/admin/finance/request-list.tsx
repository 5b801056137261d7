import { Link } from "@tanstack/react-router";
import type { TopupRecord } from "#api/contract/topups.ts";
import { formatDateTime } from "#ledger/terms/dates.ts";
import { groupPhone } from "#ledger/terms/phone.ts";
import { texts } from "#ledger/terms/texts.ts";
import { StatusBadge } from "../../ui/badge.tsx";
import { buttonVariants } from "../../ui/button.tsx";
import { actionsHeader, columnsOf } from "../../ui/data-columns.tsx";
import { DataTable } from "../../ui/data-table.tsx";
import { moneyColumn } from "../../ui/money-column.tsx";
import { Remove } from "../shared/remove.tsx";
import { TopupReference } from "./topup-sheet.tsx";
import { UserLink } from "../users/user-link.tsx";

interface Props {
  rows: readonly TopupRecord[];
  pageSize: number | undefined;
  /** Whether decided requests can be removed from the lists. */
  isManaged?: boolean;
}

/** Top-up requests, pending and decided. */
export function RequestList({ isManaged = false, ...list }: Props) {
  return (
    <DataTable
      label="Requests"
      columns={isManaged ? managedColumns : requestColumns}
      className="[&_td]:px-1.5 [&_th]:px-1.5"
      {...list}
    />
  );
}

const requestColumns = columnsWith(false);
const managedColumns = columnsWith(true);

function columnsWith(isManaged: boolean) {
  const column = columnsOf<TopupRecord>();
  return column.columns([
    column.accessor(({ createdAt }) => formatDateTime(createdAt), { header: "Date", meta: { card: "line" } }),
    column.accessor("rechargeId", {
      header: "Reference",
      cell: ({ row }) => (
        <>
          <TopupReference topup={row.original} />
          {agentMark(row.original)}
        </>
      ),
      meta: { card: { line: (topup) => <TopupReference topup={topup} />, text: agentMark } },
    }),
    column.accessor(({ user }) => user.username, {
      header: "User",
      cell: ({ row, getValue }) => (
        <UserLink id={row.original.userId} name={getValue()} className="font-medium" />
      ),
      meta: {
        className: "max-w-48 truncate",
        card: { title: ({ userId, user }) => <UserLink id={userId} name={user.username} /> },
      },
    }),
    column.accessor(({ user }) => groupPhone(user.phone), {
      header: "Phone",
      cell: ({ getValue }) => <span className="whitespace-nowrap">{getValue()}</span>,
      meta: { card: "more" },
    }),
    column.accessor(({ momoTransactionId }) => momoTransactionId ?? "–", {
      header: "MoMo ID",
      meta: { card: { more: ({ momoTransactionId }) => `MoMo ID ${momoTransactionId ?? "not given"}` } },
    }),
    moneyColumn("Amount", ({ amount }: TopupRecord) => amount),
    column.accessor("status", {
      header: "Status",
      cell: ({ getValue }) => <StatusBadge status={getValue()} />,
      meta: { card: "end" },
    }),
    column.accessor(({ decidedBy }) => decidedBy ?? "–", {
      header: "Decided by",
      meta: {
        className: "max-w-36 truncate",
        fullText: ({ decidedBy, reason }) => [decidedBy, reason].filter((part) => part !== null).join(": "),
        card: {
          text: ({ reason }) => reason,
          more: ({ status, decidedBy }) => decidedBy && `${status} by ${decidedBy}`,
        },
      },
    }),
    column.display({
      id: "actions",
      header: actionsHeader,
      cell: ({ row }) => <RequestAction row={row.original} isManaged={isManaged} />,
      meta: { className: "py-0 text-right", card: "foot" },
    }),
  ]);
}

/** A pending request is decided in its own list. A decided one can be removed from the lists. */
function RequestAction({ row, isManaged }: { row: TopupRecord; isManaged: boolean }) {
  if (row.status === "pending")
    return (
      <Link
        to="/admin/finance"
        search={{ wait: row.rechargeId }}
        className={buttonVariants({ variant: "ghost", size: "sm" })}
      >
        Decide
      </Link>
    );
  if (!isManaged) return null;
  return (
    <Remove
      name="Remove"
      title={`Remove request ${row.rechargeId}?`}
      path={`/recharge/delete/${row._id}`}
      lists="recharges"
      failure={texts.errorDeletingRequest}
    >
      Nobody will see it any more, including its user. It stays in the log and in the wallet.
    </Remove>
  );
}

function agentMark({ purpose }: TopupRecord) {
  return purpose === "agent-upgrade" ? (
    <span className="block text-sm font-semibold text-info">Agent request</span>
  ) : null;
}
