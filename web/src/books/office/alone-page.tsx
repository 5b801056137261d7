import { useSearch } from "@tanstack/react-router";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import type { AloneAnswer } from "#contract/audit.ts";
import { formatDay } from "#contract/terms/dates.ts";
import { useSearchChange } from "../../lib/search-change.ts";
import { DayFields } from "../../ui/day-field.tsx";
import { columnsOf } from "../../ui/list-columns.tsx";
import { PageTitle } from "../../ui/page-title.tsx";
import { QueryTable } from "../../ui/query-table.tsx";
import type { DaySearch } from "../../lib/address.ts";
import { aloneQuery } from "./audit.query.ts";
import { AuditTabs } from "./audit-tabs.tsx";

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
