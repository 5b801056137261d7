import { ChevronDown, FileDown, LoaderCircle } from "lucide-react";
import { useCommand } from "../lib/command.ts";
import { type Cell, csvLine, csvStart } from "#contract/csv.ts";
import { type FileFormat, fileName } from "#contract/files.ts";
import { useShopName } from "../live/notice.query.ts";
import { today } from "../lib/now.ts";
import { errorText } from "../lib/api-error.ts";
import { cn } from "../lib/cn.ts";
import { loadLater } from "../lib/load-later.tsx";
import { Button, buttonVariants } from "./button.tsx";
import type { ExportMenuProps } from "./export-menu-content.tsx";
import { LazyMenu } from "./lazy-menu.tsx";
import { notify } from "../lib/notifications.ts";
import type { DownloadPath, DownloadTicketAnswer } from "#contract/tickets.ts";
import { type Asked, fileColumns } from "#contract/list.ts";
import { post } from "../lib/api.ts";
import { queryString } from "../lib/lists.ts";

const ExportMenuContent = loadLater(() => import("./export-menu-content.tsx"));

/** Loads what exporting takes, for a page that must outlive an update of the shop. */
export async function loadExports(): Promise<void> {
  await Promise.all([ExportMenuContent.load(), import("./workbook.ts")]);
}

/** The specification's link that exports a table. Its menu names the kinds of file. */
function ExportMenu({ isBusy, ...own }: ExportMenuProps & { isBusy: boolean }) {
  const Icon = isBusy ? LoaderCircle : FileDown;
  return (
    <LazyMenu
      menu={ExportMenuContent}
      own={own}
      className={buttonVariants({ variant: "outline", size: "sm", className: "md:self-end print:hidden" })}
      aria-busy={isBusy || undefined}
    >
      <Icon aria-hidden className={cn("size-4", isBusy && "animate-spin")} />
      {/* A phone has no room for all of it. */}
      <span>
        Export<span className="max-md:sr-only"> to Excel</span>
      </span>
      <ChevronDown aria-hidden className="size-4" />
    </LazyMenu>
  );
}

interface Props extends Pick<ExportMenuProps, "canPrint"> {
  /** What the file's name says after the shop's. */
  list: string;
  /** The days of its rows; without them, all until today. */
  days?: { from?: string | undefined; to?: string | undefined };
  rows: () => Record<string, Cell>[] | Promise<Record<string, Cell>[]>;
}

/** Exports rows that the page has. */
export function SaveMenu({ list, days = {}, rows, ...menu }: Props) {
  const shop = useShopName();
  const { send, isBusy } = useCommand({
    send: async (format: FileFormat) => {
      const name = fileName(shop, list, { ...days, to: days.to ?? today() }, format);
      await saveRows(name, await rows(), format);
    },
    onError: (error) => notify(isMissingCode(error) ? reloadText : errorText(error), "danger"),
  });
  return <ExportMenu isBusy={isBusy} onFormat={send} {...menu} />;
}

/** Exports all rows of a list that match the filter. The server makes the file and names it. */
export function DownloadMenu({ path, filter }: { path: DownloadPath; filter: Asked }) {
  // The file's name says up to which day it is, also if no day was chosen.
  const dated = { ...filter, to: filter["to"] ?? today() };
  const { send, isBusy } = useCommand({
    send: (format: FileFormat) => download(path, "", { ...dated, ...(format === "xlsx" && { format }) }),
  });
  return <ExportMenu isBusy={isBusy} onFormat={send} />;
}

const reloadText = "The shop was updated. Please reload this page and try again.";

/** Whether code could not be loaded, as Chrome, Firefox and Safari say it: it is gone after an update of the shop. */
function isMissingCode(error: unknown): boolean {
  return /dynamically imported|module script/.test(String(error));
}

interface DownloadButtonProps {
  path: DownloadPath;
  name: string;
  filter?: Parameters<typeof queryString>[0];
  children: string;
}

/** Downloads a file that has one form. */
export function DownloadButton({ path, name, filter = {}, children }: DownloadButtonProps) {
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
  filter: Parameters<typeof queryString>[0] = {},
): Promise<void> {
  const { ticket } = await post<DownloadTicketAnswer>("/download/ticket", { path });
  followDownload(`/api${path}${queryString({ ...filter, ticket })}`, name);
}

export function saveBlob(name: string, blob: Blob): void {
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
