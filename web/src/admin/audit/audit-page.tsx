import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { limits } from "#ledger/terms/limits.ts";
import { movementKinds } from "#ledger/terms/statuses.ts";
import { texts } from "#ledger/terms/texts.ts";
import { defined } from "../../lib/address.ts";
import { cursorOf } from "../../lib/keyset.ts";
import { useIsDesk } from "../../lib/media.ts";
import { Button } from "../../ui/button.tsx";
import { DataTable } from "../../ui/data-table.tsx";
import { DayField } from "../../ui/day-field.tsx";
import { ExportButtons } from "../shared/export-buttons.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { Failure } from "../../ui/failure.tsx";
import { KeysetPager, pagedSize } from "../shared/keyset-pager.tsx";
import { PageTitle } from "../../ui/page-title.tsx";
import { SkeletonRows } from "../../ui/skeleton.tsx";
import { kindNames } from "../../app/statement/movement-text.ts";
import type { MovementSearch } from "../../routes/-admin-search.ts";
import { auditColumns } from "./audit-columns.tsx";
import { AuditTabs } from "./audit-tabs.tsx";
import { movementsQuery } from "./audit.query.ts";
import { ChoiceFilter, Filters, TextFilter } from "../list/filter-fields.tsx";
import { MovementSheet } from "./movement-sheet.tsx";
import { UserFilter } from "./user-filter.tsx";

type Change = { [Key in keyof MovementSearch]: MovementSearch[Key] | undefined };

/** All movements of all wallets: who caused each one, why, and its position in the chain. */
export function AuditPage({ size = limits.page_size_default, trail, at, ...filter }: MovementSearch) {
  const { data, isPending, isError, error, refetch, isFetching } = useQuery({
    ...movementsQuery(filter, size, cursorOf(trail)),
    placeholderData: keepPreviousData,
  });
  const navigate = useNavigate({ from: "/admin/audit/" });
  const isDesk = useIsDesk();
  // A different list starts at its first page.
  const go = (change: Change) =>
    void navigate({ search: (old) => defined({ ...old, trail: undefined, ...change }), resetScroll: false });
  const open = (position: number | undefined) =>
    void navigate({ search: (old) => defined({ ...old, at: position }), resetScroll: false });
  const rows = data?.items ?? [];
  const page = data && { ...data, rows, isTotalExact: data.totalIsExact };
  return (
    <>
      <div className="flex min-h-12 flex-wrap items-center justify-between gap-3">
        <PageTitle>Audit</PageTitle>
        <div className="flex flex-wrap gap-2">
          <Button variant="outline" size="sm" busy={isFetching} onClick={() => void refetch()}>
            Refresh
          </Button>
          <ExportButtons path="/audit/movements.csv" filter={filter} />
        </div>
      </div>
      <AuditTabs />
      <MovementFilters filter={filter} onChange={go} />
      {isPending && <SkeletonRows count={size} className={isDesk ? "h-9" : "h-24"} />}
      {isError && (
        <Failure what="The movements could not be loaded." error={error} onRetry={() => void refetch()} />
      )}
      {data !== undefined && rows.length === 0 && (
        <EmptyState title={texts.noRecords}>No movement matches. Try fewer filters.</EmptyState>
      )}
      {rows.length > 0 && (
        <DataTable
          label="Movements"
          columns={auditColumns}
          rows={rows}
          pageSize={pagedSize(page, trail, size)}
          className="[&_td]:px-1.5 [&_th]:px-1.5"
          onOpen={({ position }) => open(position)}
        />
      )}
      <KeysetPager data={page} trail={trail} size={size} sizes={limits.page_sizes_finance} onGo={go} />
      {at !== undefined && <MovementSheet key={at} position={at} onOpen={open} />}
    </>
  );
}

const number = { inputMode: "decimal" } as const;
const typedFilters = [
  ["Reason or reference", "search", { type: "search" }],
  ["Amount from (¢)", "min", number],
  ["Amount to (¢)", "max", number],
  ["After position", "after", number],
  ["Before position", "before", number],
] as const;

function MovementFilters({
  filter,
  onChange,
}: {
  filter: MovementSearch;
  onChange: (change: Change) => void;
}) {
  const { user, actor, kind, from, to } = filter;
  return (
    <Filters label="Movements" filter={filter} onChange={onChange}>
      <UserFilter label="User" chosen={user} onChoose={(id) => onChange({ user: id })} />
      <UserFilter label="Actor" chosen={actor} mayBeSystem onChoose={(id) => onChange({ actor: id })} />
      <ChoiceFilter
        label="Kind"
        any="Every kind"
        choices={movementKinds.map((each) => [each, kindNames[each]] as const)}
        value={kind}
        onChange={(chosen) => onChange({ kind: chosen })}
      />
      <DayField label="From day" value={from} max={to} onDay={(day) => onChange({ from: day })} />
      <DayField label="To day" value={to} min={from} onDay={(day) => onChange({ to: day })} />
      {typedFilters.map(([label, name, look]) => (
        <TextFilter
          key={name}
          label={label}
          {...look}
          value={filter[name]}
          onChange={(typed) => onChange({ [name]: typed })}
        />
      ))}
    </Filters>
  );
}
