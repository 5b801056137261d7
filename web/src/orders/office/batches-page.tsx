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
import { useState } from "react";
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
        whenNew={
          <>
            Nothing was sent to a supplier yet. Select pending orders and choose “Send to supplier”.
            <ButtonLink to="/admin/orders">Pending orders</ButtonLink>
          </>
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
  const { values: layout, set, problems } = form;
  const { columns } = layout;
  const onChange = (changed: LayoutColumn[]) => set({ columns: changed });
  const list = { columns, problems, onChange };
  const isDirty = JSON.stringify(layout) !== JSON.stringify(seen);
  return (
    <form noValidate className="flex flex-col gap-3.5" onSubmit={form.submit}>
      <ol aria-label="Columns" className="flex flex-col gap-2">
        {columns.map((column, at) => (
          // Columns have no ids, and may even be equal.
          // oxlint-disable-next-line react/no-array-index-key
          <ColumnRow key={at} column={column} at={at} {...list} />
        ))}
      </ol>
      <Button
        variant="outline"
        size="sm"
        className="self-start"
        why={
          columns.length >= officeLimits.supplier_columns_max &&
          `A file has at most ${officeLimits.supplier_columns_max} columns.`
        }
        onClick={() => onChange([...columns, { cell: "reference", title: titleOf("reference") }])}
      >
        Add a column
      </Button>
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

interface ColumnProps {
  column: LayoutColumn;
  at: number;
  columns: LayoutColumn[];
  problems: Problems;
  onChange: (columns: LayoutColumn[]) => void;
}

function ColumnRow({ column, at, columns, problems, onChange }: ColumnProps) {
  const number = at + 1;
  const replace = (change: Partial<LayoutColumn>) => onChange(columns.with(at, { ...column, ...change }));
  const rest = columns.toSpliced(at, 1);
  const place = (to: number) => () => onChange(rest.toSpliced(to, 0, column));
  return (
    <li className="flex flex-wrap items-start gap-2 [&>div]:min-w-36 [&>div]:flex-1 [&_label]:sr-only">
      <SelectField
        label={`What column ${number} holds`}
        value={column.cell}
        onValue={(cell: SupplierCell) => replace({ cell, title: titleOf(cell) })}
      >
        {supplierCells.map((cell) => (
          <option key={cell} value={cell}>
            {titleOf(cell)}
          </option>
        ))}
      </SelectField>
      <TextField
        label={`Title of column ${number}`}
        error={problems[`layout.columns.${at}.title`]}
        maxLength={officeLimits.supplier_title_length_max}
        value={column.title}
        onValue={(title) => replace({ title })}
      />
      <span className="flex">
        <Button {...iconButton(`Move column ${number} up`, at === 0)} onClick={place(at - 1)}>
          <ArrowUp aria-hidden className="size-5" />
        </Button>
        <Button {...iconButton(`Move column ${number} down`, at === rest.length)} onClick={place(at + 1)}>
          <ArrowDown aria-hidden className="size-5" />
        </Button>
        <Button {...iconButton(`Remove column ${number}`, rest.length === 0)} onClick={() => onChange(rest)}>
          <X aria-hidden className="size-5" />
        </Button>
      </span>
    </li>
  );
}

function iconButton(name: string, disabled: boolean) {
  return { variant: "ghost", size: "icon", "aria-label": name, disabled } as const;
}

const layoutsQuery = getQuery<LayoutsAnswer>(["supplier layouts"], "/order/supplier-layout");
