import { Card } from "../../ui/card.tsx";
import { Field } from "../../ui/field.tsx";
import { NativeSelect } from "../../ui/native-select.tsx";
import {
  type ColumnKind,
  columnKinds,
  type Columns,
  isComplete,
  type StatementTable,
} from "./read-statement.ts";

const kindNames: Record<ColumnKind, string> = {
  date: "Date",
  transactionId: "Transaction ID",
  amount: "Amount",
  moneyIn: "Money in",
  moneyOut: "Money out",
  sender: "Sender",
  reference: "Reference",
  status: "Status of the payment",
  direction: "In or out",
  before: "Balance before",
  after: "Balance after",
};

/** Which column is what: as the headings say, or as the admin chooses. Open if the headings do not say enough. */
export function ColumnPicker({
  table,
  columns,
  onColumns,
}: {
  table: StatementTable;
  columns: Columns;
  onColumns: (columns: Columns) => void;
}) {
  const names = columnNames(table);
  const choose = (kind: ColumnKind, chosen: string) => {
    const { [kind]: _, ...others } = columns;
    onColumns(chosen === "" ? others : { ...others, [kind]: Number(chosen) });
  };
  return (
    <Card>
      <details open={!isComplete(table.columns)}>
        <summary className="flex min-h-12 cursor-pointer items-center text-sm font-semibold text-primary md:min-h-9">
          Columns
        </summary>
        <div className="grid grid-cols-1 gap-3 py-2 sm:grid-cols-2 lg:grid-cols-3">
          {columnKinds.map((kind) => (
            <Field key={kind} label={kindNames[kind]}>
              {(parts) => (
                <NativeSelect
                  {...parts}
                  value={columns[kind] ?? ""}
                  onChange={({ target }) => choose(kind, target.value)}
                >
                  <option value="">None</option>
                  {names.map((name, at) => (
                    <option key={name} value={at}>
                      {name}
                    </option>
                  ))}
                </NativeSelect>
              )}
            </Field>
          ))}
        </div>
      </details>
    </Card>
  );
}

const sample_length_max = 30;

/** "2 · Transaction ID, such as 87425747421" */
function columnNames({ headings, rows, width }: StatementTable): string[] {
  return Array.from({ length: width }, (_, at) => {
    const sample = rows.find(({ cells }) => (cells[at] ?? "") !== "")?.cells[at]?.slice(0, sample_length_max);
    const name = [String(at + 1), headings[at] ?? ""].filter(Boolean).join(" · ");
    return sample === undefined ? name : `${name}, such as ${sample}`;
  });
}
