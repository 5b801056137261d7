import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { Link, useNavigate } from "@tanstack/react-router";
import type { BatchRecord } from "#api/contract/supplier.ts";
import { limits } from "#ledger/terms/limits.ts";
import { texts } from "#ledger/terms/texts.ts";
import { defined } from "../../lib/address.ts";
import { cursorOf } from "../../lib/keyset.ts";
import { money } from "../../lib/money.ts";
import { buttonVariants } from "../../ui/button.tsx";
import { actionsHeader, columnsOf } from "../../ui/data-columns.tsx";
import { DataTable } from "../../ui/data-table.tsx";
import { DownloadButton } from "../../ui/download-button.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { Failure } from "../../ui/failure.tsx";
import { Monogram, NetworkName } from "../../ui/monogram.tsx";
import { PageTitle } from "../../ui/page-title.tsx";
import { SkeletonRows } from "../../ui/skeleton.tsx";
import { KeysetPager, pagedSize } from "../shared/keyset-pager.tsx";
import { counted } from "../shared/act-results.tsx";
import { DayRange } from "../shared/filters.tsx";
import { batchesQuery } from "./batches.query.ts";
import { SupplierLayouts } from "./supplier-layouts.tsx";

interface Props {
  from?: string;
  to?: string;
  size?: number;
  trail?: string;
}

/** What went to suppliers, and the columns of the files. */
export function BatchesPage({ from, to, size = limits.page_size_default, trail }: Props) {
  const { data, isPending, isError, error, refetch } = useQuery({
    ...batchesQuery({ from, to, limit: size, cursor: cursorOf(trail) }),
    placeholderData: keepPreviousData,
  });
  const navigate = useNavigate({ from: "/admin/batches" });
  const go = (change: { [Key in keyof Props]: Props[Key] | undefined }) =>
    void navigate({ search: (old) => defined({ ...old, trail: undefined, ...change }), resetScroll: false });
  const isFiltered = from !== undefined || to !== undefined;
  return (
    <>
      <div className="flex min-h-12 flex-wrap items-center justify-between gap-3">
        <PageTitle>Batches</PageTitle>
        <Link to="/admin/orders" className={buttonVariants({ variant: "outline", size: "sm" })}>
          Orders
        </Link>
      </div>
      <DayRange from={from} to={to} onDays={go} />
      {isPending && <SkeletonRows count={size} className="h-12" />}
      {isError && (
        <Failure what="The batches could not be loaded." error={error} onRetry={() => void refetch()} />
      )}
      {data?.rows.length === 0 && (
        <EmptyState title={isFiltered ? texts.noRecords : "Nothing was sent to a supplier yet"}>
          {isFiltered ? "Try other days." : "Select pending orders and choose “Send to supplier”."}
        </EmptyState>
      )}
      {data !== undefined && data.rows.length > 0 && (
        <DataTable
          label="Batches"
          columns={columns}
          rows={data.rows.map((row) => ({ ...row, _id: String(row.batch) }))}
          pageSize={pagedSize(data, trail, size)}
        />
      )}
      <KeysetPager data={data} trail={trail} size={size} sizes={limits.page_sizes} onGo={go} />
      <SupplierLayouts />
    </>
  );
}

type Row = BatchRecord & { _id: string };

const column = columnsOf<Row>();

const columns = column.columns([
  column.accessor("batch", {
    header: "Batch",
    cell: ({ getValue }) => `Batch ${getValue()}`,
    meta: { card: { title: ({ batch, network }) => `Batch ${batch} · ${network}` } },
  }),
  column.accessor("network", {
    header: "Network",
    cell: ({ getValue }) => <NetworkName network={getValue()} />,
    meta: { card: { lead: ({ network }) => <Monogram network={network} /> } },
  }),
  column.accessor("date", { header: "Sent", meta: { card: "line" } }),
  column.accessor("by", { header: "By", meta: { card: { line: ({ by }) => `by ${by}` } } }),
  column.accessor("orders", {
    header: "Orders",
    meta: { isNumber: true, card: { more: ({ orders }) => counted(orders, "order") } },
  }),
  column.accessor("open", {
    header: "Processing",
    cell: ({ row }) => <OpenOrders row={row.original} />,
    meta: { isNumber: true, card: { more: (row) => <OpenOrders row={row} /> } },
  }),
  column.accessor("amount", {
    header: "Amount",
    cell: ({ getValue }) => money(getValue()),
    meta: { isNumber: true, card: { end: ({ amount }) => <b>{money(amount)}</b> } },
  }),
  column.display({
    id: "actions",
    header: actionsHeader,
    cell: ({ row }) => <BatchActs row={row.original} />,
    meta: { className: "py-0 text-right", card: { foot: (row) => <BatchActs row={row} /> } },
  }),
]);

function OpenOrders({ row: { open } }: { row: Row }) {
  return open === 0 ? "all decided" : `${open} processing`;
}

function BatchActs({ row: { batch, network } }: { row: Row }) {
  return (
    <span className="inline-flex flex-wrap justify-end gap-1">
      <Link
        to="/admin/orders"
        search={{ status: "all", batch }}
        aria-label={`Orders of batch ${batch}`}
        className={buttonVariants({ variant: "ghost", size: "sm" })}
      >
        Orders
      </Link>
      <DownloadButton path="/order/batch.csv" name={`batch-${batch}-${network}.csv`} filter={{ batch }}>
        Download
      </DownloadButton>
    </span>
  );
}
