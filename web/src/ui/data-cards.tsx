import { FlexRender } from "@tanstack/react-table";
import { Fragment, type ReactNode } from "react";
import { Card } from "./card.tsx";
import type { CardSlot } from "#contract/list.ts";
import type { ListProps, ListTable } from "./data-columns.tsx";
import { isForRow } from "./row-click.ts";

type ListRow<Row extends object> = ReturnType<ListTable<Row>["getRowModel"]>["rows"][number];

/** The rows of a list as cards on a phone. Each column says which part of the card it fills. */
export function DataCards<Row extends object>({
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
  const { lead, title, line, end, text, more, foot } = partsOf(row, onOpen);
  return (
    <>
      <div className="flex flex-wrap items-center gap-3">
        {lead}
        <div className="min-w-[min(7rem,100%)] flex-1">
          <p className="leading-snug font-bold wrap-anywhere">{joined(title)}</p>
          {line.length > 0 && <p className="text-sm wrap-anywhere text-muted-foreground">{joined(line)}</p>}
        </div>
        <div className="ml-auto flex flex-col items-end gap-1 text-right">{end}</div>
      </div>
      {text.map((part, at) => (
        <p key={at} className="text-sm wrap-anywhere text-muted-foreground">
          {part}
        </p>
      ))}
      {more.length > 0 && <p className="text-sm wrap-anywhere text-muted-foreground">{joined(more)}</p>}
      {foot.length > 0 && (
        <div className="flex flex-wrap items-center gap-2.5 empty:hidden [&>select]:min-w-[min(8.5rem,100%)] [&>select]:flex-1">
          {foot}
        </div>
      )}
    </>
  );
}

/** What each part of a card shows, in the order of the columns. */
function partsOf<Row extends object>(row: ListRow<Row>, onOpen: () => void): Record<CardSlot, ReactNode[]> {
  const parts: Record<CardSlot, ReactNode[]> = {
    lead: [],
    title: [],
    line: [],
    end: [],
    text: [],
    more: [],
    foot: [],
  };
  for (const cell of row.getAllCells()) {
    const { card = {} } = cell.column.columnDef.meta ?? {};
    const filled = typeof card === "string" ? { [card]: () => <FlexRender cell={cell} /> } : card;
    for (const [slot, show] of Object.entries(filled) as [CardSlot, (typeof filled)[CardSlot]][]) {
      const shown = show?.(row.original, onOpen);
      if (shown !== null && shown !== undefined && shown !== "" && shown !== false)
        parts[slot].push(<Fragment key={`${cell.id} ${slot}`}>{shown}</Fragment>);
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
