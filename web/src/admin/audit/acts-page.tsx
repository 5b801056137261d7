import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { limits } from "#ledger/terms/limits.ts";
import { actKinds } from "#ledger/terms/event-texts.ts";
import { texts } from "#ledger/terms/texts.ts";
import { defined } from "../../lib/address.ts";
import { cursorOf } from "../../lib/keyset.ts";
import { DataTable } from "../../ui/data-table.tsx";
import { DayField } from "../../ui/day-field.tsx";
import { ExportButtons } from "../shared/export-buttons.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { Failure } from "../../ui/failure.tsx";
import { KeysetPager, pagedSize } from "../shared/keyset-pager.tsx";
import { PageTitle } from "../../ui/page-title.tsx";
import { SkeletonRows } from "../../ui/skeleton.tsx";
import type { ActSearch } from "../../routes/-admin-search.ts";
import { actColumns } from "./act-columns.tsx";
import { AuditTabs } from "./audit-tabs.tsx";
import { actsQuery } from "./audit.query.ts";
import { ChoiceFilter, ChosenFilter, Filters } from "../list/filter-fields.tsx";
import { UserFilter } from "./user-filter.tsx";

type Change = { [Key in keyof ActSearch]: ActSearch[Key] | undefined };

/** All administrative acts: who changed what, with before and after. */
export function ActsPage({ size = limits.page_size_default, trail, kind, ...others }: ActSearch) {
  const filter = { ...others, ...defined({ kind: actKinds.find((each) => each === kind) }) };
  const { data, isPending, isError, error, refetch } = useQuery({
    ...actsQuery(filter, size, cursorOf(trail)),
    placeholderData: keepPreviousData,
  });
  const navigate = useNavigate({ from: "/admin/audit/acts" });
  const go = (change: Change) =>
    void navigate({ search: (old) => defined({ ...old, trail: undefined, ...change }), resetScroll: false });
  const rows = data?.items ?? [];
  const page = data && { ...data, rows, isTotalExact: data.totalIsExact };
  return (
    <>
      <div className="flex min-h-12 flex-wrap items-center justify-between gap-3">
        <PageTitle>Administrative acts</PageTitle>
        <ExportButtons path="/audit/acts.csv" filter={filter} />
      </div>
      <AuditTabs />
      <ActFilters filter={filter} onChange={go} />
      {isPending && <SkeletonRows count={size} className="h-20" />}
      {isError && (
        <Failure what="The acts could not be loaded." error={error} onRetry={() => void refetch()} />
      )}
      {data !== undefined && rows.length === 0 && <EmptyState title={texts.noRecords} />}
      {rows.length > 0 && (
        <DataTable label="Acts" columns={actColumns} rows={rows} pageSize={pagedSize(page, trail, size)} />
      )}
      <KeysetPager data={page} trail={trail} size={size} sizes={limits.page_sizes_finance} onGo={go} />
    </>
  );
}

function ActFilters({ filter, onChange }: { filter: ActSearch; onChange: (change: Change) => void }) {
  const { user, actor, kind, clearing, from, to } = filter;
  return (
    <Filters label="Acts" filter={filter} onChange={onChange}>
      {clearing !== undefined && (
        <ChosenFilter
          label="Removed together"
          name={`by act ${clearing}`}
          onClear={() => onChange({ clearing: undefined })}
        />
      )}
      <UserFilter label="About" chosen={user} onChoose={(id) => onChange({ user: id })} />
      <UserFilter label="Actor" chosen={actor} mayBeSystem onChoose={(id) => onChange({ actor: id })} />
      <ChoiceFilter
        label="Kind"
        any="Every kind"
        choices={actKinds.map((each) => [each, each] as const)}
        value={kind}
        onChange={(chosen) => onChange({ kind: chosen })}
      />
      <DayField label="From day" value={from} max={to} onDay={(day) => onChange({ from: day })} />
      <DayField label="To day" value={to} min={from} onDay={(day) => onChange({ to: day })} />
    </Filters>
  );
}
