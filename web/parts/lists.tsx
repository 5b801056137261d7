import { useState } from "react";
import { DataTable } from "../src/ui/data-table.tsx";
import { actsColumn, columnsOf } from "../src/ui/list-columns.tsx";
import { Pager } from "../src/ui/pager.tsx";
import { Example, Examples } from "./example.tsx";

interface Row {
  _id: string;
  user: string;
  what: string;
  amount: number;
}

const rows: Row[] = [
  {
    _id: "1",
    user: "ama",
    what: "5 GB MTNup2u for 024 412 3456, bought again from a saved number",
    amount: 22.5,
  },
  { _id: "2", user: "kofi", what: "1 GB Telecel for 020 412 3456", amount: 1_000_000 },
];
const columns = [
  ...columnsOf<Row>({
    user: { title: "User", opens: ({ user }) => `Open ${user}`, card: "title" },
    what: { title: "What", className: "max-w-52 truncate", fullText: ({ what }) => what, card: "text" },
    amount: { title: "Amount", kind: "cedis" },
  }),
  actsColumn<Row>(() => "–"),
];

export function Lists() {
  const [size, setSize] = useState(10);
  return (
    <Examples title="Lists">
      <Example name="DataTable, DataCards, Pager">
        <div className="flex w-full flex-col gap-3">
          <DataTable label="Rows" columns={columns} rows={rows} onOpen={() => undefined} />
          <Pager
            text="Showing 2 of 2 entries"
            size={size}
            sizes={[10, 20]}
            onSize={setSize}
            onPrevious={undefined}
            onNext={() => undefined}
          />
        </div>
      </Example>
    </Examples>
  );
}
