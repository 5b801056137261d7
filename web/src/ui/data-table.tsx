import { type Cell, FlexRender, useTable } from "@tanstack/react-table";
import { cn } from "../lib/cn.ts";
import { useIsDesk } from "../lib/media.ts";
import {
  type Columns,
  type ListFeatures,
  listFeatures,
  type ListProps,
  type ListTable,
} from "./list-columns.tsx";
import { Table, TableCell, TableHead, TableRow } from "./table.tsx";
import { Fragment, type ReactNode, type RefObject, useLayoutEffect, useRef, type MouseEvent } from "react";
import { Card } from "./card.tsx";
import type { CardSlot } from "#contract/list.ts";
import { loadLater } from "../lib/load-later.tsx";

/** A list: a table on a desk, and cards on a phone. */
export function DataTable<Row extends object>({
  columns,
  rows,
  pageSize,
  isAlwaysTable = false,
  className,
  ...list
}: ListProps<Row> & {
  columns: Columns<Row>;
  rows: readonly Row[];
  /** The size of a page, if the list has several. A shorter page keeps the height of a full one. */
  pageSize?: number | undefined;
  /** Figures are compared by column, so they stay a table on a phone. */
  isAlwaysTable?: boolean;
  className?: string;
}) {
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
      <thead data-slot="table-header">
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
      </thead>
      <tbody data-slot="table-body">
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
      </tbody>
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
          <FullText text={fullText(row)} placeholder={shown}>
            {shown}
          </FullText>
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

type ListRow<Row extends object> = ReturnType<ListTable<Row>["getRowModel"]>["rows"][number];

/** The rows of a list as cards on a phone. Each column says which part of the card it fills. */
function DataCards<Row extends object>({
  table,
  label,
  onOpen,
  onTap,
  rowProps,
  cardHeading,
}: ListProps<Row> & { table: ListTable<Row> }) {
  const rows = table.getRowModel().rows;
  return (
    <ul aria-label={label} className="flex flex-col gap-2.5">
      {rows.map((row, at) => {
        const heading = cardHeading?.(row.original);
        const before = rows[at - 1];
        return (
          <li key={row.id} className="flex flex-col gap-2.5">
            {heading !== (before && cardHeading?.(before.original)) && (
              <p className="text-sm text-muted-foreground">{heading}</p>
            )}
            <Card
              className="relative flex flex-col gap-2 data-[state=selected]:border-primary data-[state=selected]:bg-accent data-[state=left]:bg-muted data-[state=left]:text-muted-foreground"
              {...rowProps?.(row.original)}
              {...(onTap !== undefined && { onClick: (event) => isForRow(event) && onTap(row.original) })}
            >
              <CardParts row={row} onOpen={() => onOpen?.(row.original)} />
            </Card>
          </li>
        );
      })}
    </ul>
  );
}

function CardParts<Row extends object>({ row, onOpen }: { row: ListRow<Row>; onOpen: () => void }) {
  const { lead, title = [], line, end, text = [], more, foot } = partsOf(row, onOpen);
  return (
    <>
      <div className="flex flex-wrap items-center gap-3">
        {lead}
        <div className="min-w-[min(7rem,100%)] flex-1">
          <p className="leading-snug font-bold wrap-anywhere">{joined(title)}</p>
          {line && <p className="text-sm wrap-anywhere text-muted-foreground">{joined(line)}</p>}
        </div>
        <div className="ml-auto flex flex-col items-end gap-1 text-right">{end}</div>
      </div>
      {text.map((part, at) => (
        <p key={at} className="text-sm wrap-anywhere text-muted-foreground">
          {part}
        </p>
      ))}
      {more && <p className="text-sm wrap-anywhere text-muted-foreground">{joined(more)}</p>}
      {foot && (
        <div className="flex flex-wrap items-center gap-2.5 empty:hidden [&>select]:min-w-[min(8.5rem,100%)] [&>select]:flex-1">
          {foot}
        </div>
      )}
    </>
  );
}

/** What each part of a card shows, in the order of the columns. */
function partsOf<Row extends object>(row: ListRow<Row>, onOpen: () => void) {
  const parts: Partial<Record<CardSlot, ReactNode[]>> = {};
  for (const cell of row.getAllCells()) {
    const { card = {} } = cell.column.columnDef.meta ?? {};
    const filled = typeof card === "string" ? { [card]: () => <FlexRender cell={cell} /> } : card;
    for (const [slot, show] of Object.entries(filled) as [CardSlot, (typeof filled)[CardSlot]][]) {
      const shown = show?.(row.original, onOpen);
      if (shown !== null && shown !== undefined && shown !== "" && shown !== false)
        (parts[slot] ??= []).push(<Fragment key={`${cell.id} ${slot}`}>{shown}</Fragment>);
    }
  }
  return parts;
}

function joined(parts: readonly ReactNode[]): ReactNode[] {
  return parts.map((part, at) => (
    <Fragment key={at}>
      {/* A line may end with the dot, but not start with it. */}
      {at > 0 && "\u00a0· "}
      {part}
    </Fragment>
  ));
}

/**
 * Keeps a list as high as its highest page so far, so that the pager below it does not move under the finger when a page
 * has fewer rows. `pageSize` is undefined if the list has only one page, which then takes its own height.
 */
function useHeldHeight(
  pageSize: number | undefined,
  rows: readonly unknown[],
): RefObject<HTMLDivElement | null> {
  const frame = useRef<HTMLDivElement>(null);
  const highest = useRef({ px: 0, width_px: 0, pageSize });
  useLayoutEffect(() => {
    const list = frame.current?.firstElementChild;
    if (!frame.current || !(list instanceof HTMLElement)) return;
    const { offsetHeight: px, offsetWidth: width_px } = list;
    const before = highest.current;
    const isSame = before.pageSize === pageSize && before.width_px === width_px;
    highest.current = { px: isSame ? Math.max(before.px, px) : px, width_px, pageSize };
    frame.current.style.minHeight = pageSize === undefined ? "" : `${highest.current.px}px`;
  }, [pageSize, rows]);
  return frame;
}

/** Shows the whole of a text that is cut or shortened. */
const FullText = loadLater(() => import("./full-text-content.tsx"), { isVital: false });

/** Whether a click was meant for the row: not for a control in it, and not the end of selecting text. */
function isForRow({ target, currentTarget }: MouseEvent<HTMLElement>): boolean {
  // React also reports clicks in a dialog that a cell has opened.
  if (!(target instanceof Element) || !currentTarget.contains(target)) return false;
  const control = target.closest("a, button, input, label, select, [role=checkbox]");
  return control === null && getSelection()?.isCollapsed !== false;
}
