import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import type { AloneAnswer } from "#api/contract/audit.ts";
import { formatDay } from "#ledger/terms/dates.ts";
import { texts } from "#ledger/terms/texts.ts";
import { defined } from "../../lib/address.ts";
import { money } from "../../lib/money.ts";
import { columnsOf } from "../../ui/data-columns.tsx";
import { DataTable } from "../../ui/data-table.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { Loading } from "../../ui/loading.tsx";
import { PageTitle } from "../../ui/page-title.tsx";
import type { DaySearch } from "../../routes/-admin-search.ts";
import { aloneQuery } from "./audit.query.ts";
import { AuditTabs } from "./audit-tabs.tsx";
import { DayRange } from "../shared/filters.tsx";

/** What each admin did with money without a second admin, by day and kind. */
export function AlonePage(days: DaySearch) {
  const query = useQuery({
    ...aloneQuery(days),
    placeholderData: keepPreviousData,
  });
  const { data } = query;
  const navigate = useNavigate({ from: "/admin/audit/alone" });
  const go = (change: { [Key in keyof DaySearch]: DaySearch[Key] | undefined }) =>
    void navigate({ search: (old) => defined({ ...old, ...change }), resetScroll: false });
  return (
    <>
      <PageTitle>Done alone</PageTitle>
      <AuditTabs />
      <p className="max-w-prose text-sm text-muted-foreground">
        What moved money by the word of one admin. What a second admin approved is not counted.
        &quot;system&quot; is the command line of the server. Without days: the last 30.
      </p>
      <DayRange from={days.from} to={days.to} onDays={go} />
      <Loading of={query} what="The list could not be loaded." rows={5} height="h-14" />
      {data?.length === 0 && <EmptyState title={texts.noRecords} />}
      {data !== undefined && data.length > 0 && (
        <DataTable label="Done alone" columns={columns} rows={data.map(withId)} pageSize={data.length} />
      )}
    </>
  );
}

type Row = AloneAnswer[number] & { _id: string };

function withId(row: AloneAnswer[number]): Row {
  return { ...row, _id: `${row.day} ${row.actorId} ${row.kind}` };
}

const column = columnsOf<Row>();

const columns = column.columns([
  column.accessor("day", {
    header: "Day",
    cell: ({ getValue }) => formatDay(getValue()),
    meta: { card: "line" },
  }),
  column.accessor("actor", { header: "Admin", meta: { card: "title" } }),
  column.accessor("kind", {
    header: "Kind",
    cell: ({ getValue }) => <span className="inline-block first-letter:uppercase">{getValue()}</span>,
    meta: { card: "line" },
  }),
  column.accessor("count", {
    header: "Times",
    meta: { isNumber: true, card: { line: ({ count }) => `${count} ×` } },
  }),
  column.accessor("amount", {
    header: "Amount",
    cell: ({ getValue }) => money(getValue()),
    meta: { isNumber: true, card: { end: ({ amount }) => <b>{money(amount)}</b> } },
  }),
]);
