import { FileDown } from "lucide-react";
import { useState } from "react";
import type { Cell } from "#api/contract/csv.ts";
import { fileName, workbookMedia } from "#api/contract/files.ts";
import { sheetStart, workbookCell, workbookColumn } from "#api/contract/workbook.ts";
import type { DaySpan } from "#ledger/terms/periods.ts";
import { useShopName } from "../../app/shell/shop-name.ts";
import { errorText } from "../../lib/api-error.ts";
import { saveBlob } from "../../lib/download.ts";
import { Button } from "../../ui/button.tsx";
import { notify } from "../../ui/notifications.ts";

/** Saves rows that the page has as a workbook, as the server makes those of lists. */
export function WorkbookButton({
  list,
  days,
  rows,
}: {
  list: string;
  days: DaySpan;
  rows: () => Record<string, Cell>[];
}) {
  const shop = useShopName();
  const [isBusy, setBusy] = useState(false);
  const save = async () => {
    setBusy(true);
    try {
      saveBlob(fileName(shop, list, days, "xlsx"), await workbookOf(rows()));
    } catch (error) {
      notify(errorText(error), "danger");
    }
    setBusy(false);
  };
  return (
    <Button variant="outline" size="sm" className="md:self-end" busy={isBusy} onClick={() => void save()}>
      {!isBusy && <FileDown aria-hidden className="size-4" />} Workbook
    </Button>
  );
}

/** Columns whose title ends in (GHS) are amounts. */
async function workbookOf(rows: readonly Record<string, Cell>[]): Promise<Blob> {
  // Larger than the rest of the page, and seldom needed.
  const { writeXlsx } = await import("hucre/xlsx");
  const columns = Object.keys(rows[0] ?? {}).map(
    (title) => [title, title.endsWith("(GHS)") ? "cedis" : undefined] as const,
  );
  const sheet = {
    ...sheetStart,
    columns: columns.map(([title, kind]) => workbookColumn(title, kind)),
    rows: [
      columns.map(([title]) => title),
      ...rows.map((row) => columns.map(([title, kind]) => workbookCell(row[title] ?? "", kind))),
    ],
  };
  return new Blob([(await writeXlsx({ sheets: [sheet] })) as BlobPart], { type: workbookMedia });
}
