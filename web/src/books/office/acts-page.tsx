import { actList, type ActRecord, type AloneAnswer } from "#contract/audit.ts";
import type { LiveEvent } from "#contract/live.ts";
import { ListPage, useListPage } from "../../office/list/list-page.tsx";
import { TextLink } from "../../office/links.tsx";
import { listColumns, columnsOf } from "../../ui/list-columns.tsx";
import { AuditTabs } from "./audit-tabs.tsx";
import { actors } from "./audit-columns.tsx";
import { useSearch } from "@tanstack/react-router";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { formatDay } from "#contract/terms/dates.ts";
import { useSearchChange } from "../../lib/search-change.ts";
import { DayFields } from "../../ui/day-field.tsx";
import { PageTitle } from "../../ui/page-title.tsx";
import { QueryTable } from "../../ui/query-table.tsx";
import type { DaySearch } from "../../lib/address.ts";
import { aloneQuery } from "./audit.query.ts";

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

/** What each admin did with money without a second admin, by day and kind. */
export function AlonePage() {
  const days = useSearch({ from: "/admin/audit/alone" });
  const query = useQuery({ ...aloneQuery(days), placeholderData: keepPreviousData });
  const { data = [] } = query;
  const go = useSearchChange<DaySearch>();
  return (
    <>
      <PageTitle>Done alone</PageTitle>
      <AuditTabs />
      <p className="max-w-prose text-sm text-muted-foreground">
        What moved money by the word of one admin. What a second admin approved is not counted.
        &quot;system&quot; is the command line of the server. Without days: the last 30.
      </p>
      <div className="grid grid-cols-1 items-start gap-3 sm:grid-cols-2 md:max-w-lg">
        <DayFields from={days.from} to={days.to} onDays={go} />
      </div>
      <QueryTable
        of={query}
        what="The list could not be loaded."
        height="h-14"
        whenEmpty="No admin has moved money alone in these days."
        onShowAll={
          days.from === undefined && days.to === undefined
            ? undefined
            : () => go({ from: undefined, to: undefined })
        }
        label="Done alone"
        columns={columns}
        rows={data}
        pageSize={data.length}
      />
    </>
  );
}

const columns = columnsOf<AloneAnswer[number]>({
  day: { title: "Day", value: ({ day }) => formatDay(day), card: "line" },
  actor: { title: "Admin", card: "title" },
  kind: {
    title: "Kind",
    cell: ({ kind }) => <span className="inline-block first-letter:uppercase">{kind}</span>,
    card: "line",
  },
  count: { title: "Times", isNumber: true, card: { line: ({ count }) => `${count} ×` } },
  amount: { title: "Amount", kind: "cedis" },
});
