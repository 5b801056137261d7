import { FileDown } from "lucide-react";
import { useState } from "react";
import type { Cell } from "#contract/csv.ts";
import { type FileFormat, fileFormats, fileName } from "#contract/files.ts";
import { useShopName } from "../live/notice.query.ts";
import { today } from "../lib/now.ts";
import { errorText } from "../lib/api-error.ts";
import { saveRows, download } from "./download.ts";
import { Button } from "./button.tsx";
import { notify } from "../lib/notifications.ts";
import type { DownloadPath } from "#contract/tickets.ts";

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
  const [busy, setBusy] = useState<FileFormat>();
  const save = async (format: FileFormat) => {
    setBusy(format);
    try {
      const name = fileName(shop, list, { ...days, to: days.to ?? today() }, format);
      await saveRows(name, await rows(), format);
    } catch (error) {
      notify(
        isMissingCode(error)
          ? "The shop was updated. Please reload this page and try again."
          : errorText(error),
        "danger",
      );
    }
    setBusy(undefined);
  };
  return (
    <div className="flex flex-wrap gap-2 md:self-end">
      {fileFormats.map((format) => (
        <Button
          key={format}
          variant="outline"
          size="sm"
          busy={busy === format}
          onClick={() => void save(format)}
        >
          {busy !== format && <FileDown aria-hidden className="size-4" />}{" "}
          {format === "csv" ? "Export to Excel" : "Workbook"}
        </Button>
      ))}
    </div>
  );
}

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
  const [isBusy, setBusy] = useState(false);
  const start = async () => {
    setBusy(true);
    try {
      await download(path, name, filter);
    } catch (error) {
      notify(errorText(error), "danger");
    }
    setBusy(false);
  };
  return (
    <Button variant="outline" size="sm" className="md:self-end" busy={isBusy} onClick={() => void start()}>
      {!isBusy && <FileDown aria-hidden className="size-4" />} {children}
    </Button>
  );
}
