import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { TopupRecord } from "#api/contract/topups.ts";
import { formatDateTime } from "#ledger/terms/dates.ts";
import { limits } from "#ledger/terms/limits.ts";
import { showingEntries, texts } from "#ledger/terms/texts.ts";
import { money } from "../../lib/money.ts";
import { pageOf } from "../../lib/lists.ts";
import { StatusBadge } from "../../ui/badge.tsx";
import { columnsOf } from "../../ui/data-columns.tsx";
import { DataTable } from "../../ui/data-table.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { Loading } from "../../ui/loading.tsx";
import { Pager } from "../../ui/pager.tsx";
import { myTopupsQuery } from "./my-topups.query.ts";

const column = columnsOf<TopupRecord>();
const columns = column.columns([
  column.accessor(({ createdAt }) => formatDateTime(createdAt), { header: "Date", meta: { card: "line" } }),
  column.accessor("rechargeId", { header: "Reference", meta: { card: "title" } }),
  column.accessor("amount", {
    header: "Amount",
    cell: ({ getValue }) => <b>{money(getValue())}</b>,
    meta: { isNumber: true, card: "end" },
  }),
  column.accessor("status", {
    header: "Status",
    cell: ({ row, getValue }) => (
      <>
        <StatusBadge status={getValue()} />
        {row.original.reason !== null && (
          <span className="block text-sm wrap-anywhere text-muted-foreground">{row.original.reason}</span>
        )}
      </>
    ),
    meta: {
      className: "max-w-64 whitespace-normal",
      card: { end: ({ status }) => <StatusBadge status={status} />, text: ({ reason }) => reason },
    },
  }),
]);

export function FundingHistory() {
  const query = useQuery(myTopupsQuery);
  const { data } = query;
  const [page, setPage] = useState(1);
  const [size, setSize] = useState<number>(limits.page_size_default);
  const { rows, current, last } = pageOf(data ?? [], page, size);
  return (
    <section aria-label="Funding History" className="mt-2 flex flex-col gap-2.5">
      <h2 className="text-lg font-bold">Funding History</h2>
      <Loading of={query} what="Your top-ups could not be loaded." rows={3} height="h-17" />
      {data?.length === 0 && (
        <EmptyState title={texts.noRecords}>Your first top-up will appear here.</EmptyState>
      )}
      {rows.length > 0 && (
        <>
          <DataTable
            label="Funding History"
            columns={columns}
            rows={rows}
            pageSize={last > 1 ? size : undefined}
          />
          <Pager
            text={showingEntries(rows.length, data?.length ?? 0)}
            size={size}
            sizes={limits.page_sizes}
            onSize={setSize}
            onPrevious={current > 1 ? () => setPage(current - 1) : undefined}
            onNext={current < last ? () => setPage(current + 1) : undefined}
          />
        </>
      )}
    </section>
  );
}
