import { useState } from "react";
import { pageOf } from "../lib/lists.ts";
import type { Columns } from "../ui/list-columns.tsx";
import { DataTable } from "../ui/data-table.tsx";
import { WholePager } from "../ui/pager.tsx";

const page_rows = 20;

interface PagedListProps<Row extends object> {
  title: string;
  columns: Columns<Row>;
  rows: readonly Row[];
}

/** Rows that the page has in full, some at a time. Renders nothing if there are none. */
export function PagedList<Row extends object>({ title, columns, rows }: PagedListProps<Row>) {
  const [page, setPage] = useState(1);
  if (rows.length === 0) return null;
  const shown = pageOf(rows, page, page_rows);
  const first = (shown.current - 1) * page_rows + 1;
  const last = first + shown.rows.length - 1;
  const [from, to, all] = [first, last, rows.length].map((count) => count.toLocaleString("en"));
  return (
    <section aria-label={title} className="mt-1 flex flex-col gap-2.5">
      <h2 className="text-lg font-bold">{`${title} (${all})`}</h2>
      <DataTable label={title} columns={columns} rows={shown.rows} />
      {shown.last > 1 && (
        <>
          <div className="print:hidden">
            <WholePager
              shown={shown}
              total={rows.length}
              text={`${from} to ${to} of ${all}`}
              size={page_rows}
              sizes={[page_rows]}
              onSize={() => undefined}
              onPage={setPage}
            />
          </div>
          <p className="hidden text-sm print:block">
            {`${shown.rows.length} of ${all} are printed. The file has all.`}
          </p>
        </>
      )}
    </section>
  );
}
