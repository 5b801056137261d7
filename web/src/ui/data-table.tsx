import { type Cell, FlexRender, useTable } from "@tanstack/react-table";
import { cn } from "../lib/cn.ts";
import { useIsDesk } from "../lib/media.ts";
import { DataCards } from "./data-cards.tsx";
import {
  type Columns,
  type ListFeatures,
  listFeatures,
  type ListProps,
  type ListTable,
} from "./data-columns.tsx";
import { FullText } from "./full-text.tsx";
import { useHeldHeight } from "./held-height.ts";
import { isForRow } from "./row-click.ts";
import { Table, TableBody, TableCell, TableHead, TableHeader, TableRow } from "./table.tsx";

interface Props<Row extends object> extends ListProps<Row> {
  columns: Columns<Row>;
  rows: readonly Row[];
  /** The size of a page, if the list has several. A shorter page keeps the height of a full one. */
  pageSize?: number | undefined;
  /** Figures are compared by column, so they stay a table on a phone. */
  isAlwaysTable?: boolean;
  /** Classes of the table. */
  className?: string;
}

/** A list: a table on a desk, and cards on a phone. */
export function DataTable<Row extends object>({
  columns,
  rows,
  pageSize,
  isAlwaysTable = false,
  className,
  ...list
}: Props<Row>) {
  const isTable = useIsDesk() || isAlwaysTable;
  const frame = useHeldHeight(pageSize, rows);
  const features = listFeatures as ListFeatures<Row>;
  const table = useTable<ListFeatures<Row>, Row>({ features, columns, data: rows, getRowId: idOf });
  return (
    <div ref={frame}>
      {isTable ? (
        <Rows table={table} className={className} {...list} />
      ) : (
        <DataCards table={table} {...list} />
      )}
    </div>
  );
}

function Rows<Row extends object>({
  table,
  label,
  className,
  onOpen,
  rowProps,
}: ListProps<Row> & { table: ListTable<Row>; className: string | undefined }) {
  return (
    <Table aria-label={label} className={className}>
      <TableHeader>
        {table.getHeaderGroups().map((group) => (
          <TableRow key={group.id}>
            {group.headers.map((header) => (
              <TableHead
                key={header.id}
                className={cn(header.column.columnDef.meta?.isNumber === true && "text-right")}
              >
                <FlexRender header={header} />
              </TableHead>
            ))}
          </TableRow>
        ))}
      </TableHeader>
      <TableBody>
        {table.getRowModel().rows.map((row) => (
          <TableRow
            key={row.id}
            {...rowProps?.(row.original)}
            {...(onOpen !== undefined && {
              className: "cursor-pointer",
              onClick: (event) => isForRow(event) && onOpen(row.original),
            })}
          >
            {row.getAllCells().map((cell) => (
              <BodyCell key={cell.id} cell={cell} onOpen={() => onOpen?.(row.original)} />
            ))}
          </TableRow>
        ))}
      </TableBody>
    </Table>
  );
}

function BodyCell<Row extends object>({
  cell,
  onOpen,
}: {
  cell: Cell<ListFeatures<Row>, Row>;
  onOpen: () => void;
}) {
  const { isNumber, className, fullText, opens } = cell.column.columnDef.meta ?? {};
  const row = cell.row.original;
  const shown = <FlexRender cell={cell} />;
  return (
    <TableCell className={cn(isNumber === true && "text-right", opens && "py-0", className)}>
      {opens === undefined ? (
        fullText === undefined ? (
          shown
        ) : (
          <FullText text={fullText(row)}>{shown}</FullText>
        )
      ) : (
        <button
          type="button"
          className="min-h-8 rounded-sm font-bold text-primary underline-offset-4 hover:underline"
          aria-label={opens(row)}
          onClick={onOpen}
        >
          {shown}
        </button>
      )}
    </TableCell>
  );
}

/** Records have an id. Figures have none, and never change their places. */
function idOf(row: object, at: number): string {
  return "_id" in row ? String(row._id) : String(at);
}
