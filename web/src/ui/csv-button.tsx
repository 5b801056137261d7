import { FileDown } from "lucide-react";
import { useState } from "react";
import type { Cell } from "#api/contract/csv.ts";
import { fileName } from "#api/contract/files.ts";
import { dayOf } from "#ledger/terms/dates.ts";
import { useShopName } from "../app/shell/shop-name.ts";
import { errorText } from "../lib/api-error.ts";
import { downloadCsv } from "../lib/download.ts";
import { Button } from "./button.tsx";
import { notify } from "./notifications.ts";

/** The specification's link that exports a table as a file. */
export function CsvButton({
  list,
  days = today(),
  rows,
}: {
  /** What the file's name says after the shop's. */
  list: string;
  /** The days of its rows; without them, all until today. */
  days?: { from?: string | undefined; to?: string | undefined };
  rows: () => Record<string, Cell>[] | Promise<Record<string, Cell>[]>;
}) {
  const shop = useShopName();
  const [isBusy, setBusy] = useState(false);
  const save = async () => {
    setBusy(true);
    try {
      downloadCsv(fileName(shop, list, { ...days, to: days.to ?? today().to }), await rows());
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

function today(): { to: string } {
  return { to: dayOf(new Date().toISOString()) };
}
