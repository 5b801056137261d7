import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { MoveInRecord, RefusedLineRecord } from "#contract/move-in.ts";
import { fileRows } from "../../ui/download.ts";
import { queryClient } from "../../lib/query-client.ts";
import { Button } from "../../ui/button.tsx";
import { columnsOf, type Fields } from "../../ui/list-columns.tsx";
import { Loading } from "../../ui/loading.tsx";
import { SaveButtons } from "../../ui/save-buttons.tsx";
import { PagedList } from "../../office/paged-list.tsx";
import { columnNames } from "./column-names.ts";
import { refusedLinesQuery } from "./move-ins.query.ts";

/** The lines that do not move in, to read and as a file. Renders nothing if there are none. */
export function RefusedLines({ moveIn }: { moveIn: MoveInRecord }) {
  const [isShown, setShown] = useState(false);
  const { refused, moved, new: all, state } = moveIn;
  const leftOut = state === "done" ? all.users + all.products - moved.users - moved.products : 0;
  if (refused + leftOut === 0) return null;
  return (
    <>
      <div className="flex flex-wrap gap-2">
        <Button variant="outline" size="sm" aria-expanded={isShown} onClick={() => setShown(!isShown)}>
          {isShown ? "Hide refused lines" : "Show refused lines"}
        </Button>
        <SaveButtons
          list="refused-lines"
          rows={async () => fileRows(fields, await queryClient.fetchQuery(refusedLinesQuery(moveIn)))}
        />
      </div>
      {isShown && <Lines moveIn={moveIn} />}
    </>
  );
}

function Lines({ moveIn }: { moveIn: MoveInRecord }) {
  const query = useQuery(refusedLinesQuery(moveIn));
  if (!query.isSuccess)
    return <Loading of={query} what="The lines could not be loaded." rows={2} height="h-12" />;
  const { data } = query;
  return <PagedList title="Refused lines" columns={columnsOf(fields)} rows={data} />;
}

function nameOf({ column }: RefusedLineRecord): string {
  return column === null ? "" : columnNames[column];
}

const fields: Fields<RefusedLineRecord> = {
  file: { title: "File", className: "max-w-60 truncate", card: "more" },
  line: {
    title: "Line",
    card: { title: (row) => [`Line ${row.line}`, nameOf(row)].filter(Boolean).join(" · ") },
  },
  column: { title: "Column", value: nameOf },
  reason: { title: "Reason", className: "whitespace-normal wrap-anywhere", card: "line" },
};
