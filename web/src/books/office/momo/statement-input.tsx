import { useState } from "react";
import { errorText } from "../../../lib/api-error.ts";
import { Button } from "../../../ui/button.tsx";
import { Card } from "../../../ui/card.tsx";
import { Field } from "../../../ui/field.tsx";
import { TextAreaField } from "../../../ui/text-area.tsx";
import { openFile, openText } from "./open-statement.ts";
import type { StatementTable } from "./read-statement.ts";

/** A file, or text that was copied from one. */
export function StatementInput({
  onTable,
  onClear,
}: {
  /** `name`: the file's, or what the text is. */
  onTable: (name: string, table: StatementTable) => void;
  onClear: () => void;
}) {
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
      <Field
        label="Statement file"
        hint="CSV or text, of MTN MoMo, Telecel Cash or others"
        error={errorOf("file")}
      >
        {(parts) => (
          <input
            {...parts}
            type="file"
            accept=".csv,.tsv,.txt,text/csv,text/plain,text/tab-separated-values"
            className="min-h-12 w-full min-w-0 rounded-lg text-sm file:mr-3 file:min-h-12 file:rounded-lg file:border-0 file:bg-muted file:px-3.5 file:font-semibold file:text-foreground"
            onChange={({ target }) => {
              const file = target.files?.[0];
              // The same file may be chosen again after it was changed.
              target.value = "";
              if (file !== undefined) void open("file", file.name, () => openFile(file));
            }}
          />
        )}
      </Field>
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
          disabled={text.trim() === ""}
          onClick={() => void open("text", "Pasted text", () => openText(text))}
        >
          Compare
        </Button>
      </div>
    </Card>
  );
}
