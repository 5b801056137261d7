import type { DownloadPath } from "#api/contract/tickets.ts";
import { dayOf } from "#ledger/terms/dates.ts";
import { DownloadButton } from "../../ui/download-button.tsx";

/** Downloads all rows of a list that match the filter, as text or as a workbook. The server names the file. */
export function ExportButtons({
  path,
  filter = {},
}: {
  path: DownloadPath;
  filter?: Record<string, string | number | undefined>;
}) {
  // The file's name says up to which day it is, also if no day was chosen.
  const dated = { ...filter, to: filter["to"] ?? today() };
  return (
    <div className="flex flex-wrap gap-2 md:self-end">
      <DownloadButton path={path} filter={dated} />
      <DownloadButton path={path} filter={{ ...dated, format: "xlsx" }}>
        Workbook
      </DownloadButton>
    </div>
  );
}

function today(): string {
  return dayOf(new Date().toISOString());
}
