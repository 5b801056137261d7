import type { RechargeRecord } from "#api/contract/recharges.ts";
import { formatDateTime } from "#ledger/terms/dates.ts";
import { groupPhone } from "#ledger/terms/phone.ts";
import { money } from "../../lib/money.ts";
import { StatusBadge } from "../../ui/badge.tsx";
import { Card } from "../../ui/card.tsx";
import { Table, Td, Th } from "../../ui/table.tsx";
import { UserLink } from "../admin-users/user-link.tsx";

export function RequestTable({ rows }: { rows: readonly RechargeRecord[] }) {
  return (
    <Table aria-label="Requests">
      <thead>
        <tr>
          <Th>Date</Th>
          <Th>Reference</Th>
          <Th>User</Th>
          <Th>Phone</Th>
          <Th>MoMo ID</Th>
          <Th number>Amount (¢)</Th>
          <Th>Status</Th>
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={row._id} className="hover:bg-fill">
            <Td>{formatDateTime(row.createdAt)}</Td>
            <Td className="font-bold">{row.rechargeId}</Td>
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
          </tr>
        ))}
      </tbody>
    </Table>
  );
}

export function RequestCards({ rows }: { rows: readonly RechargeRecord[] }) {
  return (
    <ul className="flex flex-col gap-2.5">
      {rows.map((row) => (
        <li key={row._id}>
          <Card className="flex flex-wrap items-center justify-between gap-3">
            <div className="min-w-0">
              <p className="truncate py-0.5 leading-snug">
                <UserLink id={row.userId} name={row.user.username} />
              </p>
              <p className="text-s text-ink-3">
                {row.rechargeId} · {formatDateTime(row.createdAt)}
              </p>
            </div>
            <div className="ml-auto flex flex-col items-end gap-1">
              <b>{money(row.amount)}</b>
              <StatusBadge status={row.status} />
            </div>
          </Card>
        </li>
      ))}
    </ul>
  );
}
