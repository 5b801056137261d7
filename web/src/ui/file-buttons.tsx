import { FileDown } from "lucide-react";
import { useCommand } from "../lib/command.ts";
import { type Cell, csvLine, csvStart } from "#contract/csv.ts";
import { type FileFormat, fileFormats, fileName } from "#contract/files.ts";
import { useShopName } from "../live/notice.query.ts";
import { today } from "../lib/now.ts";
import { errorText } from "../lib/api-error.ts";
import { Button } from "./button.tsx";
import { notify } from "../lib/notifications.ts";
import type { DownloadPath, DownloadTicketAnswer } from "#contract/tickets.ts";
import { fileColumns } from "#contract/list.ts";
import { post } from "../lib/api.ts";
import { queryString } from "../lib/lists.ts";

interface Props {
  /** What the file's name says after the shop's. */
  list: string;
  /** The days of its rows; without them, all until today. */
  days?: { from?: string | undefined; to?: string | undefined };
  rows: () => Record<string, Cell>[] | Promise<Record<string, Cell>[]>;
}

/** The specification's link that exports a table as a file, as text or as a workbook. */
export function SaveButtons({ list, days = {}, rows }: Props) {
  const shop = useShopName();
  const save = useCommand({
    send: async (format: FileFormat) => {
      const name = fileName(shop, list, { ...days, to: days.to ?? today() }, format);
      await saveRows(name, await rows(), format);
    },
    onError: (error) => notify(isMissingCode(error) ? reloadText : errorText(error), "danger"),
  });
  const busy = save.isBusy ? save.input : undefined;
  return (
    <div className="flex flex-wrap gap-2 md:self-end">
      {fileFormats.map((format) => (
        <Button
          key={format}
          variant="outline"
          size="sm"
          busy={busy === format}
          onClick={() => save.send(format)}
        >
          {busy !== format && <FileDown aria-hidden className="size-4" />}{" "}
          {format === "csv" ? "Export to Excel" : "Workbook"}
        </Button>
      ))}
    </div>
  );
}

const reloadText = "The shop was updated. Please reload this page and try again.";

/** Whether code could not be loaded, as Chrome, Firefox and Safari say it: it is gone after an update of the shop. */
function isMissingCode(error: unknown): boolean {
  return /dynamically imported|module script/.test(String(error));
}

interface DownloadButtonProps {
  path: DownloadPath;
  /** If the server does not name the file. */
  name?: string;
  filter?: Record<string, string | number | undefined>;
  children?: string;
}

/** Downloads a file that the server streams: all rows that match the filter. */
export function DownloadButton({
  path,
  name = "",
  filter = {},
  children = "Export to Excel",
}: DownloadButtonProps) {
  const { send, isBusy } = useCommand({ send: () => download(path, name, filter) });
  return (
    <Button variant="outline" size="sm" className="md:self-end" busy={isBusy} onClick={() => send()}>
      {!isBusy && <FileDown aria-hidden className="size-4" />} {children}
    </Button>
  );
}

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
async function saveRows(
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
