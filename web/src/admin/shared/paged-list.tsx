import { useState } from "react";
import { pageOf } from "../../lib/lists.ts";
import type { Columns } from "../../ui/data-columns.tsx";
import { DataTable } from "../../ui/data-table.tsx";
import { Pager } from "../../ui/pager.tsx";

const page_rows = 20;

/** Rows that the page has in full, some at a time. Renders nothing if there are none. */
export function PagedList<Row extends object>({
  title,
  columns,
  rows,
}: {
  title: string;
  columns: Columns<Row>;
  rows: readonly Row[];
}) {
  const [page, setPage] = useState(1);
  if (rows.length === 0) return null;
  const { rows: onPage, current, last } = pageOf(rows, page, page_rows);
  const first = (current - 1) * page_rows + 1;
  return (
    <section aria-label={title} className="mt-1 flex flex-col gap-2.5">
      <h2 className="text-lg font-bold">{`${title} (${rows.length.toLocaleString("en")})`}</h2>
      <DataTable label={title} columns={columns} rows={onPage} />
      {last > 1 && (
        <>
          <div className="print:hidden">
            <Pager
              text={`${first.toLocaleString("en")} to ${(first + onPage.length - 1).toLocaleString("en")} of ${rows.length.toLocaleString("en")}`}
              size={page_rows}
              sizes={[page_rows]}
              onSize={() => undefined}
              onPrevious={current > 1 ? () => setPage(current - 1) : undefined}
              onNext={current < last ? () => setPage(current + 1) : undefined}
            />
          </div>
          <p className="hidden text-sm print:block">
            {`${onPage.length} of ${rows.length.toLocaleString("en")} are printed. The file has all.`}
          </p>
        </>
      )}
    </section>
  );
}
