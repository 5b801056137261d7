import { batchList, type BatchRecord, layoutBody, type LayoutsAnswer } from "#contract/supplier.ts";
import { countText } from "../../lib/count-text.ts";
import { ButtonLink } from "../../office/links.tsx";
import { Button } from "../../ui/button.tsx";
import { type Columns, actsColumn, listColumns } from "../../ui/list-columns.tsx";
import { DownloadButton } from "../../ui/file-buttons.tsx";
import { Monogram, NetworkName } from "../../ui/monogram.tsx";
import { ListPage, useListPage } from "../../office/list/list-page.tsx";
import { useQuery } from "@tanstack/react-query";
import { queryClient, getQuery } from "../../lib/query-client.ts";
import { ArrowDown, ArrowUp, X } from "lucide-react";
import { type ReactNode, useState } from "react";
import { officeLimits } from "#contract/terms/office-limits.ts";
import { type SupplierCell, supplierCells, type SupplierLayout, titleOf } from "#contract/terms/supplier.ts";
import { useForm, FormEnd } from "../../ui/form.tsx";
import type { Problems } from "../../lib/problems.ts";
import { Card } from "../../ui/card.tsx";
import { Checkbox } from "../../ui/checkbox.tsx";
import { TextField } from "../../ui/field.tsx";
import { SelectField } from "../../ui/native-select.tsx";
import { notify } from "../../lib/notifications.ts";

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
        actions={<ButtonLink to="/admin/orders">Orders</ButtonLink>}
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
      <ButtonLink
        to="/admin/orders"
        search={{ status: "all", batch }}
        aria-label={`Orders of batch ${batch}`}
        variant="ghost"
      >
        Orders
      </ButtonLink>
      <DownloadButton path="/order/batch.csv" name={`batch-${batch}-${network}.csv`} filter={{ batch }}>
        Download
      </DownloadButton>
    </span>
  );
}

/** Which columns the file of each network has: suppliers differ. */
function SupplierLayouts() {
  const { data } = useQuery(layoutsQuery);
  const [network, setNetwork] = useState<string>();
  const chosen = data?.find((each) => each.network === network) ?? data?.[0];
  if (!data || !chosen) return null;
  return (
    <Card role="region" aria-label="Files for suppliers" className="flex flex-col gap-3.5">
      <div>
        <h2 className="text-lg font-bold">Files for suppliers</h2>
        <p className="text-sm text-muted-foreground">
          The columns of the next batch’s file. Files of earlier batches keep theirs.
        </p>
      </div>
      <SelectField label="Network" value={chosen.network} onValue={setNetwork}>
        {data.map((each) => (
          <option key={each.network}>{each.network}</option>
        ))}
      </SelectField>
      <LayoutForm key={JSON.stringify(chosen)} {...chosen} />
    </Card>
  );
}

function LayoutForm({ network, layout: seen }: LayoutsAnswer[number]) {
  const form = useForm({
    schema: layoutBody,
    initial: seen,
    body: (typed) => ({ network, layout: typed, seen }),
    send: (body, send) =>
      send<LayoutsAnswer[number]>({ method: "PUT", path: "/order/supplier-layout", body }),
    onDone: () => {
      notify(`Columns for ${network} saved`, "success");
      void queryClient.invalidateQueries(layoutsQuery);
    },
  });
  const { values: layout, set } = form;
  const isDirty = JSON.stringify(layout) !== JSON.stringify(seen);
  return (
    <form noValidate className="flex flex-col gap-3.5" onSubmit={form.submit}>
      <ColumnRows
        columns={layout.columns}
        problems={form.problems}
        onChange={(columns) => set({ columns })}
      />
      <label className="flex min-h-12 items-center gap-3 text-sm md:min-h-9">
        <Checkbox checked={layout.header} onCheckedChange={(header) => set({ header })} />
        The first line has the titles
      </label>
      <label className="flex min-h-12 items-center gap-3 text-sm md:min-h-9">
        <Checkbox
          checked={layout.phones === "international"}
          onCheckedChange={(on) => set({ phones: on ? "international" : "local" })}
        />
        Numbers as 233244123456 instead of 0244123456
      </label>
      {isDirty && (
        <FormEnd form={form} variant="soft" className="self-start">
          Save
        </FormEnd>
      )}
    </form>
  );
}

type LayoutColumn = SupplierLayout["columns"][number];

interface ColumnRowsProps {
  columns: LayoutColumn[];
  problems: Problems;
  onChange: (columns: LayoutColumn[]) => void;
}

function ColumnRows({ columns, problems, onChange }: ColumnRowsProps) {
  const replace = (at: number, change: Partial<LayoutColumn>) =>
    onChange(columns.map((column, n) => (n === at ? { ...column, ...change } : column)));
  const move = (at: number, by: 1 | -1) => {
    const rest = columns.toSpliced(at, 1);
    onChange(rest.toSpliced(at + by, 0, columns[at]!));
  };
  return (
    <>
      <ol aria-label="Columns" className="flex flex-col gap-2">
        {columns.map((column, at) => (
          <ColumnRow
            // Columns have no ids, and may even be equal.
            // oxlint-disable-next-line react/no-array-index-key
            key={at}
            column={column}
            problem={problems[`layout.columns.${at}.title`]}
            number={at + 1}
            isLast={at === columns.length - 1}
            isOnly={columns.length === 1}
            onChange={(change) => replace(at, change)}
            onMove={(by) => move(at, by)}
            onRemove={() => onChange(columns.toSpliced(at, 1))}
          />
        ))}
      </ol>
      <Button
        variant="outline"
        size="sm"
        className="self-start"
        disabled={columns.length >= officeLimits.supplier_columns_max}
        onClick={() => onChange([...columns, { cell: "reference", title: titleOf("reference") }])}
      >
        Add a column
      </Button>
    </>
  );
}

interface ColumnRowProps {
  column: LayoutColumn;
  problem: string | undefined;
  number: number;
  isLast: boolean;
  isOnly: boolean;
  onChange: (change: Partial<LayoutColumn>) => void;
  onMove: (by: 1 | -1) => void;
  onRemove: () => void;
}

function ColumnRow({ column, problem, number, isLast, isOnly, onChange, onMove, onRemove }: ColumnRowProps) {
  const hold = (cell: SupplierCell) => onChange({ cell, title: titleOf(cell) });
  return (
    <li className="flex flex-wrap items-start gap-2 [&>div]:min-w-36 [&>div]:flex-1 [&_label]:sr-only">
      <SelectField label={`What column ${number} holds`} value={column.cell} onValue={hold}>
        {supplierCells.map((cell) => (
          <option key={cell} value={cell}>
            {titleOf(cell)}
          </option>
        ))}
      </SelectField>
      <TextField
        label={`Title of column ${number}`}
        error={problem}
        autoComplete="off"
        maxLength={officeLimits.supplier_title_length_max}
        value={column.title}
        onValue={(title) => onChange({ title })}
      />
      <span className="flex">
        <RowButton name={`Move column ${number} up`} disabled={number === 1} onClick={() => onMove(-1)}>
          <ArrowUp aria-hidden className="size-5" />
        </RowButton>
        <RowButton name={`Move column ${number} down`} disabled={isLast} onClick={() => onMove(1)}>
          <ArrowDown aria-hidden className="size-5" />
        </RowButton>
        <RowButton name={`Remove column ${number}`} disabled={isOnly} onClick={onRemove}>
          <X aria-hidden className="size-5" />
        </RowButton>
      </span>
    </li>
  );
}

interface RowButtonProps {
  name: string;
  disabled: boolean;
  onClick: () => void;
  children: ReactNode;
}

function RowButton({ name, disabled, onClick, children }: RowButtonProps) {
  return (
    <Button variant="ghost" size="icon" aria-label={name} disabled={disabled} onClick={onClick}>
      {children}
    </Button>
  );
}

const layoutsQuery = getQuery<LayoutsAnswer>(["supplier layouts"], "/order/supplier-layout");
