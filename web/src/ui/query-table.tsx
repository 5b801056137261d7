import type { ComponentProps, ReactNode } from "react";
import { texts } from "#contract/terms/texts.ts";
import { DataTable } from "./data-table.tsx";
import { EmptyState, Loading } from "./placeholders.tsx";

type TableProps<Row extends object> = ComponentProps<typeof DataTable<Row>>;

/** Rows of a query as a list. If there are none, it shows why. */
export function QueryTable<Row extends object>({
  of,
  what,
  skeletons = 5,
  height,
  whenEmpty,
  onShowAll,
  ...table
}: TableProps<Row> & {
  of: ComponentProps<typeof Loading>["of"];
  what: string;
  /** How many rows are shown while they are loading, and how high. */
  skeletons?: number;
  height?: string | undefined;
  /** Below "No records found". */
  whenEmpty?: ReactNode;
  /** Clears what narrows the list. */
  onShowAll?: (() => void) | undefined;
}) {
  const hasRows = table.rows.length > 0;
  return (
    <>
      <Loading of={of} what={what} rows={skeletons} height={height} />
      {!hasRows && !of.isPending && !of.isError && (
        <EmptyState title={texts.noRecords} onShowAll={onShowAll}>
          {whenEmpty}
        </EmptyState>
      )}
      {hasRows && <DataTable<Row> {...table} />}
    </>
  );
}
