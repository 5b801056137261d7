import { Link } from "@tanstack/react-router";
import type { TopupRecord } from "#api/contract/topups.ts";
import { formatDateTime } from "#ledger/terms/dates.ts";
import { groupPhone } from "#ledger/terms/phone.ts";
import { texts } from "#ledger/terms/texts.ts";
import { money } from "../../lib/money.ts";
import { StatusBadge } from "../../ui/badge.tsx";
import { buttonVariants } from "../../ui/button.tsx";
import { Card } from "../../ui/card.tsx";
import { Table, Td, Th } from "../../ui/table.tsx";
import { Remove } from "../shared/remove.tsx";
import { UserLink } from "../users/user-link.tsx";

interface Props {
  rows: readonly TopupRecord[];
  /** Whether decided requests can be removed from the lists. */
  isManaged?: boolean;
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

export function RequestTable({ rows, isManaged = false }: Props) {
  return (
    <Table aria-label="Requests" className="[&_td]:px-1.5 [&_th]:px-1.5">
      <thead>
        <tr>
          <Th>Date</Th>
          <Th>Reference</Th>
          <Th>User</Th>
          <Th>Phone</Th>
          <Th>MoMo ID</Th>
          <Th number>Amount (¢)</Th>
          <Th>Status</Th>
          <Th>Decided by</Th>
          <Th>
            <span className="sr-only">Actions</span>
          </Th>
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={row._id} className="hover:bg-muted">
            <Td>{formatDateTime(row.createdAt)}</Td>
            <Td className="font-bold">
              {row.rechargeId}
              <AgentMark row={row} />
            </Td>
            <Td className="max-w-48 truncate">
              <UserLink id={row.userId} name={row.user.username} className="font-medium" />
            </Td>
            <Td>{groupPhone(row.user.phone)}</Td>
            <Td>{row.momoTransactionId ?? "–"}</Td>
            <Td number className="font-semibold">
              {money(row.amount).replace("¢", "")}
            </Td>
            <Td>
              <StatusBadge status={row.status} />
            </Td>
            <Td className="max-w-36 truncate" title={row.decidedBy ?? ""}>
              {row.decidedBy ?? "–"}
            </Td>
            <Td className="py-0 text-right">
              <RequestAction row={row} isManaged={isManaged} />
            </Td>
          </tr>
        ))}
      </tbody>
    </Table>
  );
}

export function RequestCards({ rows, isManaged = false }: Props) {
  return (
    <ul className="flex flex-col gap-2.5">
      {rows.map((row) => (
        <li key={row._id}>
          <Card className="flex flex-wrap items-center justify-between gap-3">
            <div className="min-w-0">
              <p className="py-0.5 leading-snug">
                <UserLink id={row.userId} name={row.user.username} className="break-all" />
              </p>
              <p className="text-sm text-muted-foreground">
                {row.rechargeId} · {formatDateTime(row.createdAt)}
              </p>
              <p className="text-sm text-muted-foreground">
                <span className="whitespace-nowrap">{groupPhone(row.user.phone)}</span> · MoMo ID{" "}
                <span className="break-all">{row.momoTransactionId ?? "not given"}</span>
              </p>
              {row.decidedBy !== null && (
                <p className="text-sm text-muted-foreground">
                  {row.status} by {row.decidedBy}
                </p>
              )}
              <AgentMark row={row} />
            </div>
            <div className="ml-auto flex flex-col items-end gap-1">
              <b>{money(row.amount)}</b>
              <StatusBadge status={row.status} />
            </div>
            <RequestAction row={row} isManaged={isManaged} />
          </Card>
        </li>
      ))}
    </ul>
  );
}

function AgentMark({ row }: { row: TopupRecord }) {
  return row.purpose === "agent-upgrade" && <p className="text-sm font-semibold text-info">Agent request</p>;
}
