import type { DownloadPath, DownloadTicketAnswer } from "#contract/tickets.ts";
import { fileColumns } from "#contract/list.ts";
import { post } from "../lib/api.ts";
import { queryString } from "../lib/lists.ts";
import type { FileFormat } from "#contract/files.ts";
import { type Cell, csvLine, csvStart } from "#contract/csv.ts";

/**
 * Lets the browser stream a file of any length to the disk. It sends no Bearer token with a link, so the link carries a
 * ticket that opens this one file once, within seconds.
 */
export async function download(
  path: DownloadPath,
  name: string,
  filter: Record<string, string | number | undefined> = {},
): Promise<void> {
  const { ticket } = await post<DownloadTicketAnswer>("/download/ticket", { path });
  followDownload(`/api${path}${queryString({ ...filter, ticket })}`, name);
}

/** Saves a file that was made on the page. */
function saveBlob(name: string, blob: Blob): void {
  const url = URL.createObjectURL(blob);
  followDownload(url, name);
  // The click has started the download, so the browser no longer needs the URL.
  setTimeout(() => URL.revokeObjectURL(url));
}

function followDownload(url: string, name: string): void {
  const link = document.createElement("a");
  link.href = url;
  link.download = name;
  link.click();
}

/** Rows as lines of a file, by heading. */
export function fileRows<Row>(
  fields: Parameters<typeof fileColumns<Row>>[0]["fields"],
  rows: readonly Row[],
) {
  const columns = fileColumns({ fields });
  return rows.map((row) => Object.fromEntries(columns.map(([heading, cell]) => [heading, cell(row)])));
}

/** Saves rows that the page already has. */
export async function saveRows(
  name: string,
  rows: readonly Record<string, Cell>[],
  format: FileFormat,
): Promise<void> {
  if (format === "xlsx") {
    const { workbookOf } = await import("./workbook.ts");
    return saveBlob(name, await workbookOf(rows));
  }
  const lines = [Object.keys(rows[0] ?? {}), ...rows.map((row) => Object.values(row))];
  saveBlob(name, new Blob([csvStart, ...lines.map(csvLine)], { type: "text/csv;charset=utf-8" }));
}
