import { FileDown } from "lucide-react";
import { useState } from "react";
import type { Cell } from "#api/contract/csv.ts";
import { errorText } from "../lib/api-error.ts";
import { downloadCsv } from "../lib/download.ts";
import { Button } from "./button.tsx";
import { notify } from "./notifications.ts";

/** The specification's link that exports a table as a file. */
export function CsvButton({
  name,
  rows,
}: {
  name: string;
  rows: () => Record<string, Cell>[] | Promise<Record<string, Cell>[]>;
}) {
  const [isBusy, setBusy] = useState(false);
  const save = async () => {
    setBusy(true);
    try {
      downloadCsv(name, await rows());
    } catch (error) {
      notify(errorText(error), "danger");
    }
    setBusy(false);
  };
  return (
    <Button variant="outline" size="sm" className="md:self-end" busy={isBusy} onClick={() => void save()}>
      {!isBusy && <FileDown aria-hidden className="size-4" />} Export to Excel
    </Button>
  );
}
