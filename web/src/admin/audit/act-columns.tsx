import { Link } from "@tanstack/react-router";
import type { ActRecord, ChangeRecord } from "#api/contract/audit.ts";
import { columnsOf } from "../../ui/data-columns.tsx";
import { actors } from "./movement-cause.ts";

const column = columnsOf<ActRecord>();
const about = ({ user, product }: ActRecord) => user ?? product ?? "";

/** Administrative acts, each with its values before and after. */
export const actColumns = column.columns([
  column.accessor("position", {
    header: "Position",
    meta: {
      isNumber: true,
      card: { end: ({ position }) => <span className="text-sm text-muted-foreground">{position}</span> },
    },
  }),
  column.accessor("date", { header: "Time (UTC)", meta: { card: "line" } }),
  column.accessor("kind", {
    header: "Kind",
    cell: ({ getValue }) => <b className="inline-block first-letter:uppercase">{getValue()}</b>,
    meta: { card: "title" },
  }),
  column.accessor(about, {
    header: "About",
    meta: { className: "max-w-48 truncate", fullText: about, card: { title: about } },
  }),
  column.accessor("changes", {
    header: "Changes",
    cell: ({ row }) => <Changes act={row.original} />,
    meta: { className: "min-w-64 whitespace-normal", card: { foot: (act) => <Changes act={act} /> } },
  }),
  column.accessor(actors, {
    header: "Actor",
    meta: {
      className: "max-w-40 min-w-28 wrap-break-word whitespace-normal",
      card: { line: (act) => `by ${actors(act)}` },
    },
  }),
]);

function Changes({ act: { changes, kind, position } }: { act: ActRecord }) {
  return (
    <div className="flex flex-col gap-1 text-sm">
      <dl className="flex flex-col gap-1">
        {changes.map((change) => (
          <ChangeLine key={change.what} change={change} />
        ))}
      </dl>
      {kind === "cleared list" && (
        <Link
          to="/admin/audit/acts"
          search={{ clearing: position }}
          className="inline-flex min-h-12 items-center self-start text-primary underline underline-offset-3 md:min-h-0"
        >
          Show what it removed
        </Link>
      )}
    </div>
  );
}

function ChangeLine({ change: { what, before, after } }: { change: ChangeRecord }) {
  return (
    <div className="flex flex-wrap gap-x-2">
      <dt className="text-muted-foreground">{what}</dt>
      <dd className="flex min-w-0 flex-wrap gap-x-2 break-words">
        {before === null && after === null ? (
          "changed"
        ) : (
          <>
            <span>
              <span className="sr-only">before </span>
              <del className="text-muted-foreground decoration-1">{before || "nothing"}</del>
            </span>
            <span aria-hidden>→</span>
            <span>
              <span className="sr-only">after </span>
              <ins className="font-semibold no-underline">{after || "nothing"}</ins>
            </span>
          </>
        )}
      </dd>
    </div>
  );
}
