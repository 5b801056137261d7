import { loadExports } from "../../../ui/file-buttons.tsx";
import { useEffect, useRef, useState } from "react";
import { coveredDays } from "#contract/payment-matching.ts";
import type { DaySpan } from "#contract/terms/periods.ts";
import { formatCedis, plainCedis } from "#contract/terms/money.ts";
import { handRail } from "#contract/terms/rails.ts";
import { Alert } from "../../../ui/alert.tsx";
import { Card } from "../../../ui/card.tsx";
import { PageTitle } from "../../../ui/page-title.tsx";
import { AuditTabs } from "../audit-tabs.tsx";
import { SpanFields } from "../../../office/period-picker.tsx";
import { ColumnPicker, FileField } from "../../../office/column-picker.tsx";
import { NoteBalance } from "../../../payments/office/rail-statement.tsx";
import { Compared } from "./compared.tsx";
import { dateText } from "./momo-rows.ts";
import {
  type ColumnKind,
  columnKinds,
  type Columns,
  isComplete,
  lastBalance,
  readStatement,
  type Statement,
  type StatementTable,
  openFile,
  openText,
} from "./read-statement.ts";
import { errorText } from "../../../lib/api-error.ts";
import { Button } from "../../../ui/button.tsx";
import { TextAreaField } from "../../../ui/text-area.tsx";

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

/** What the page has read, until the admin leaves it. */
interface Opened {
  /** Changes with the lines. */
  number: number;
  name: string;
  table: StatementTable;
  columns: Columns;
  statement: Statement;
  /** Those of the statement, or chosen ones. */
  span: DaySpan | undefined;
}

/** Compares a MoMo statement with the approved top-ups. The statement stays in the browser. Only its last balance can be noted. */
export default function MomoPage() {
  const [opened, setOpened] = useState<Opened>();
  const count = useRef(0);
  // Only this page has the statement, so it must not have to be reloaded for code if the shop is updated meanwhile.
  useEffect(() => void loadExports().catch(() => undefined), []);
  const open = (name: string, table: StatementTable, columns: Columns = table.columns) => {
    count.current += 1;
    const statement: Statement = isComplete(columns)
      ? readStatement(table, columns)
      : { lines: [], unread: [] };
    const span = coveredDays(statement.lines);
    setOpened({ number: count.current, name, table, columns, statement, span });
  };
  return (
    <>
      <PageTitle>MoMo statement</PageTitle>
      <AuditTabs />
      <p className="max-w-prose text-sm text-muted-foreground">
        Compares the lines of a mobile money statement with the top-ups that were approved in its days, by
        transaction ID. The statement stays in this browser. Nothing of it is kept, unless you note its last
        balance.
      </p>
      <StatementInput onTable={open} onClear={() => setOpened(undefined)} />
      {opened !== undefined && (
        <Opened
          opened={opened}
          onColumns={(columns) => open(opened.name, opened.table, columns)}
          onSpan={(span) => setOpened({ ...opened, span })}
        />
      )}
    </>
  );
}

interface OpenedProps {
  opened: Opened;
  onColumns: (columns: Columns) => void;
  onSpan: (span: DaySpan) => void;
}

function Opened({ opened, onColumns, onSpan }: OpenedProps) {
  const { number, name, table, columns, statement, span } = opened;
  const isReady = isComplete(columns);
  // What the rail had after the last line can be noted.
  const last = lastBalance(statement.lines);
  return (
    <>
      <Card>
        <ColumnPicker
          key={table.rows[0]?.line}
          table={table}
          kinds={columnKinds}
          names={kindNames}
          columns={columns}
          isOpen={!isComplete(table.columns)}
          onColumns={onColumns}
        />
      </Card>
      {!isReady && (
        <Alert role="status">
          Please choose which columns have the date, the transaction ID and the amount or the money in.
        </Alert>
      )}
      {isReady && span !== undefined && (
        <div role="group" aria-label="Period">
          <SpanFields span={span} onSpan={onSpan} />
        </div>
      )}
      {isReady && last?.after !== undefined && last.after >= 0 && (
        <div>
          <NoteBalance rail={handRail} day={last.day} time={last.time} balance={plainCedis(last.after)}>
            {`Note the balance of ${dateText(last)}: ${formatCedis(last.after)}`}
          </NoteBalance>
        </div>
      )}
      {isReady && <Compared number={number} name={name} statement={statement} span={span} />}
    </>
  );
}

interface StatementInputProps {
  /** `name`: the file's, or what the text is. */
  onTable: (name: string, table: StatementTable) => void;
  onClear: () => void;
}

/** A file, or text that was copied from one. */
function StatementInput({ onTable, onClear }: StatementInputProps) {
  const [text, setText] = useState("");
  const [problem, setProblem] = useState<{ of: "file" | "text"; message: string }>();
  const open = async (
    of: "file" | "text",
    name: string,
    read: () => StatementTable | Promise<StatementTable>,
  ) => {
    try {
      const table = await read();
      setProblem(undefined);
      onTable(name, table);
    } catch (error) {
      // What was shown before belongs to another statement.
      onClear();
      setProblem({ of, message: errorText(error) });
    }
  };
  const errorOf = (of: "file" | "text") => (problem?.of === of ? problem.message : undefined);
  return (
    <Card className="grid grid-cols-1 items-start gap-3.5 md:grid-cols-2">
      <FileField
        label="Statement file"
        hint="CSV or text, of MTN MoMo, Telecel Cash or others"
        error={errorOf("file")}
        onFiles={([file]) => file && void open("file", file.name, () => openFile(file))}
      />
      <div className="flex flex-col gap-2">
        <TextAreaField
          label="Or paste its lines, with the headings"
          error={errorOf("text")}
          rows={3}
          spellCheck={false}
          className="text-sm leading-relaxed"
          value={text}
          onValue={setText}
        />
        <Button
          className="self-start"
          why={text.trim() === "" && "Please paste the lines of the statement first."}
          onClick={() => void open("text", "Pasted text", () => openText(text))}
        >
          Compare
        </Button>
      </div>
    </Card>
  );
}
