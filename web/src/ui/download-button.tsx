import { FileDown } from "lucide-react";
import { useState } from "react";
import type { DownloadPath } from "#contract/tickets.ts";
import { errorText } from "../lib/api-error.ts";
import { download } from "./download.ts";
import { Button } from "./button.tsx";
import { notify } from "../lib/notifications.ts";

/** Downloads a file that the server streams: all rows that match the filter. */
export function DownloadButton({
  path,
  name = "",
  filter = {},
  children = "Export to Excel",
}: {
  path: DownloadPath;
  /** If the server does not name the file. */
  name?: string;
  filter?: Record<string, string | number | undefined>;
  children?: string;
}) {
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
