import type { ComponentProps } from "react";
import { FileInput } from "../ui/field.tsx";
import { SelectField } from "../ui/native-select.tsx";

export function FileField({
  onFiles,
  ...field
}: Omit<ComponentProps<typeof FileInput>, "onChange"> & { onFiles: (files: File[]) => void }) {
  return (
    <FileInput
      accept=".csv,.tsv,.txt,text/csv,text/plain,text/tab-separated-values"
      onChange={({ target }) => {
        const files = [...(target.files ?? [])];
        // The same file may be chosen again after it was changed.
        target.value = "";
        if (files.length > 0) onFiles(files);
      }}
      {...field}
    />
  );
}

/** A file's first line and some others. */
export interface SampleTable {
  headings: readonly string[];
  rows: readonly { cells: readonly string[] }[];
  width: number;
}

/** Which column of a file is what: as the headings say, or as the admin chooses. */
export function ColumnPicker<Kind extends string>({
  table,
  kinds,
  names,
  columns,
  isOpen,
  onColumns,
}: {
  table: SampleTable;
  kinds: readonly Kind[];
  names: Record<Kind, string>;
  columns: { [K in Kind]?: number | undefined };
  /** At first. */
  isOpen: boolean;
  onColumns: (columns: { [K in Kind]?: number }) => void;
}) {
  const cells = cellNames(table);
  const choose = (kind: Kind, chosen: string) => {
    const others = Object.entries(columns).filter(([other]) => other !== kind);
    onColumns(Object.fromEntries([...others, ...(chosen === "" ? [] : [[kind, Number(chosen)]])]));
  };
  return (
    <details open={isOpen}>
      <summary className="flex min-h-12 cursor-pointer items-center text-sm font-semibold text-primary md:min-h-9">
        Columns
      </summary>
      <div className="grid grid-cols-1 gap-3 py-2 sm:grid-cols-2 lg:grid-cols-3">
        {kinds.map((kind) => (
          <SelectField
            key={kind}
            label={names[kind]}
            value={String(columns[kind] ?? "")}
            onValue={(cell) => choose(kind, cell)}
          >
            <option value="">None</option>
            {cells.map((name, at) => (
              <option key={name} value={at}>
                {name}
              </option>
            ))}
          </SelectField>
        ))}
      </div>
    </details>
  );
}

const sample_length_max = 30;

/** "2 · Transaction ID, such as 87425747421" */
function cellNames({ headings, rows, width }: SampleTable): string[] {
  return Array.from({ length: width }, (_, at) => {
    const sample = rows.find(({ cells }) => (cells[at] ?? "") !== "")?.cells[at]?.slice(0, sample_length_max);
    const name = [String(at + 1), headings[at] ?? ""].filter(Boolean).join(" · ");
    return sample === undefined ? name : `${name}, such as ${sample}`;
  });
}
