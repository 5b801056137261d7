import { Link } from "@tanstack/react-router";
import { batchList, type BatchRecord } from "#contract/supplier.ts";
import { countText } from "../../lib/count-text.ts";
import { buttonVariants } from "../../ui/button.tsx";
import type { Columns } from "../../ui/data-columns.tsx";
import { DownloadButton } from "../../ui/download-button.tsx";
import { Monogram, NetworkName } from "../../ui/monogram.tsx";
import { actsColumn, listColumns } from "../../ui/list-columns.tsx";
import { ListPage } from "../../office/list/list-page.tsx";
import { useListPage } from "../../office/list/use-list-page.ts";
import { SupplierLayouts } from "./supplier-layouts.tsx";

/** What went to suppliers, and the columns of the files. */
export function BatchesPage() {
  const page = useListPage(batchList);
  return (
    <>
      <ListPage
        page={page}
        title="Batches"
        columns={batchColumns}
        whenEmpty={(_, isWhole) =>
          isWhole
            ? "Nothing was sent to a supplier yet. Select pending orders and choose “Send to supplier”."
            : "Try other days."
        }
        rowHeights={["h-12", "h-12"]}
        actions={
          <Link to="/admin/orders" className={buttonVariants({ variant: "outline", size: "sm" })}>
            Orders
          </Link>
        }
      />
      <SupplierLayouts />
    </>
  );
}

const batchColumns: Columns<BatchRecord> = [
  ...listColumns(batchList, {
    batch: { card: { title: ({ batch, network }) => `Batch ${batch} · ${network}` } },
    network: {
      cell: ({ network }) => <NetworkName network={network} />,
      card: { lead: ({ network }) => <Monogram network={network} /> },
    },
    by: { card: { line: ({ by }) => `by ${by}` } },
    orders: { isNumber: true, card: { more: ({ orders }) => countText(orders, "order") } },
    open: { isNumber: true, card: "more" },
  }),
  actsColumn<BatchRecord>((batch) => <BatchActs row={batch} />),
];

function BatchActs({ row: { batch, network } }: { row: BatchRecord }) {
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
