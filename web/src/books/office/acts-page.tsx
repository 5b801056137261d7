import { actList, type ActRecord } from "#contract/audit.ts";
import type { LiveEvent } from "#contract/live.ts";
import { ListPage, useListPage } from "../../office/list/list-page.tsx";
import { TextLink } from "../../office/links.tsx";
import { listColumns } from "../../ui/list-columns.tsx";
import { AuditTabs } from "./audit-tabs.tsx";
import { actors } from "./audit-columns.tsx";

const freshness = { outdatedBy: mayBeAct, isFirstOnly: true } as const;

/** All administrative acts: who changed what, with before and after. */
export function ActsPage() {
  const page = useListPage(actList, freshness);
  return (
    <ListPage
      page={page}
      title="Administrative acts"
      columns={actColumns}
      rowHeights={["h-20", "h-20"]}
      whenNew="No admin has changed anything yet."
    >
      <AuditTabs />
    </ListPage>
  );
}

/** Orders are not acts. Of requests, only a decline is one. For users, the feed does not say what has changed. */
function mayBeAct(event: LiveEvent): boolean {
  if (event.event === "rechargeUpdated") return event.data.status === "declined";
  return event.event !== "ordersUpdated" && event.event !== "CurrUserUpdated";
}

const actColumns = listColumns(actList, {
  position: {
    isNumber: true,
    card: { end: ({ position }) => <span className="text-sm text-muted-foreground">{position}</span> },
  },
  actor: {
    cell: actors,
    className: "max-w-40 min-w-28 wrap-break-word whitespace-normal",
    card: { line: (act) => `by ${actors(act)}` },
  },
  kind: { cell: ({ kind }) => <b className="inline-block first-letter:uppercase">{kind}</b> },
  about: { className: "max-w-48 truncate", fullText: about, card: { title: about } },
  changes: {
    cell: (act) => <Changes act={act} />,
    className: "min-w-64 whitespace-normal",
    card: { foot: (act) => <Changes act={act} /> },
  },
});

function about(act: ActRecord): string {
  return actList.fields.about.value(act) ?? "";
}

function Changes({ act: { changes, kind, position } }: { act: ActRecord }) {
  return (
    <div className="flex flex-col gap-1 text-sm">
      <dl className="flex flex-col gap-1">
        {changes.map(({ what, before, after }) => (
          <div key={what} className="flex flex-wrap gap-x-2">
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
        ))}
      </dl>
      {kind === "cleared list" && (
        <TextLink to="/admin/audit/acts" search={{ clearing: position }} className="self-start md:min-h-0">
          Show what it removed
        </TextLink>
      )}
    </div>
  );
}
