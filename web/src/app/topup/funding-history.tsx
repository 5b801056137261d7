import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { TopupRecord } from "#api/contract/topups.ts";
import { formatDateTime } from "#ledger/terms/dates.ts";
import { limits } from "#ledger/terms/limits.ts";
import { showingEntries, texts } from "#ledger/terms/texts.ts";
import { useIsDesk } from "../../lib/media.ts";
import { money } from "../../lib/money.ts";
import { pageOf } from "../../lib/lists.ts";
import { StatusBadge } from "../../ui/badge.tsx";
import { Card } from "../../ui/card.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { Failure } from "../../ui/failure.tsx";
import { Pager } from "../../ui/pager.tsx";
import { SkeletonRows } from "../../ui/skeleton.tsx";
import { Table, Td, Th } from "../../ui/table.tsx";
import { myTopupsQuery } from "./my-topups.query.ts";

export function FundingHistory() {
  const { data, isPending, isError, error, refetch } = useQuery(myTopupsQuery);
  const isDesk = useIsDesk();
  const [page, setPage] = useState(1);
  const [size, setSize] = useState<number>(limits.page_size_default);
  const { rows, current, last } = pageOf(data ?? [], page, size);
  return (
    <section aria-label="Funding History" className="mt-2 flex flex-col gap-2.5">
      <h2 className="text-lg font-bold">Funding History</h2>
      {isPending && <SkeletonRows count={3} className="h-17" />}
      {isError && (
        <Failure what="Your top-ups could not be loaded." error={error} onRetry={() => void refetch()} />
      )}
      {data?.length === 0 && (
        <EmptyState title={texts.noRecords}>Your first top-up will appear here.</EmptyState>
      )}
      {rows.length > 0 && (isDesk ? <HistoryTable rows={rows} /> : <HistoryCards rows={rows} />)}
      {rows.length > 0 && (
        <Pager
          text={showingEntries(rows.length, data?.length ?? 0)}
          size={size}
          sizes={limits.page_sizes}
          onSize={setSize}
          onPrevious={current > 1 ? () => setPage(current - 1) : undefined}
          onNext={current < last ? () => setPage(current + 1) : undefined}
        />
      )}
    </section>
  );
}

function HistoryTable({ rows }: { rows: TopupRecord[] }) {
  return (
    <Table aria-label="Funding History">
      <thead>
        <tr>
          <Th>Date</Th>
          <Th>Reference</Th>
          <Th number>Amount</Th>
          <Th>Status</Th>
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={row._id}>
            <Td>{formatDateTime(row.createdAt)}</Td>
            <Td>{row.rechargeId}</Td>
            <Td number className="font-semibold">
              {money(row.amount)}
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

function HistoryCards({ rows }: { rows: TopupRecord[] }) {
  return (
    <ul className="flex flex-col gap-2.5">
      {rows.map((row) => (
        <li key={row._id}>
          <Card className="flex flex-wrap items-center justify-between gap-3">
            <div className="min-w-0">
              <p className="leading-snug font-bold">{row.rechargeId}</p>
              <p className="text-sm text-muted-foreground">{formatDateTime(row.createdAt)}</p>
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
