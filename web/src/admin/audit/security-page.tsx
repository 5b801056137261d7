import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { limits } from "#ledger/terms/limits.ts";
import { securityKinds } from "#ledger/terms/security-kinds.ts";
import { texts } from "#ledger/terms/texts.ts";
import { defined } from "../../lib/address.ts";
import { cursorOf } from "../../lib/keyset.ts";
import { DataTable } from "../../ui/data-table.tsx";
import { DayField } from "../../ui/day-field.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { Failure } from "../../ui/failure.tsx";
import { KeysetPager, pagedSize } from "../shared/keyset-pager.tsx";
import { PageTitle } from "../../ui/page-title.tsx";
import { SkeletonRows } from "../../ui/skeleton.tsx";
import type { SecuritySearch } from "../../routes/-admin-search.ts";
import { AuditTabs } from "./audit-tabs.tsx";
import { securityQuery } from "./audit.query.ts";
import { ChoiceFilter, Filters } from "../list/filter-fields.tsx";
import { securityColumns } from "./security-columns.tsx";
import { UserFilter } from "./user-filter.tsx";

type Change = { [Key in keyof SecuritySearch]: SecuritySearch[Key] | undefined };

/** Who signed in, was refused, saw private data or changed how people sign in. */
export function SecurityPage({ size = limits.page_size_default, trail, kind, ...others }: SecuritySearch) {
  const filter = { ...others, ...defined({ kind: securityKinds.find((each) => each === kind) }) };
  const { data, isPending, isError, error, refetch } = useQuery({
    ...securityQuery(filter, size, cursorOf(trail)),
    placeholderData: keepPreviousData,
  });
  const navigate = useNavigate({ from: "/admin/audit/security" });
  const go = (change: Change) =>
    void navigate({ search: (old) => defined({ ...old, trail: undefined, ...change }), resetScroll: false });
  const rows = data?.items ?? [];
  const page = data && { ...data, rows, isTotalExact: data.totalIsExact };
  return (
    <>
      <PageTitle>Security events</PageTitle>
      <AuditTabs />
      <p className="max-w-prose text-sm text-muted-foreground">
        Sign-ins and refusals, bans, exports, views of forms and vouchers, and changes of passwords, keys and
        webhooks. They are kept for a year.
      </p>
      <SecurityFilters filter={filter} onChange={go} />
      {isPending && <SkeletonRows count={size} className="h-14" />}
      {isError && (
        <Failure what="The events could not be loaded." error={error} onRetry={() => void refetch()} />
      )}
      {data !== undefined && rows.length === 0 && <EmptyState title={texts.noRecords} />}
      {rows.length > 0 && (
        <DataTable
          label="Security events"
          columns={securityColumns}
          rows={rows}
          pageSize={pagedSize(page, trail, size)}
        />
      )}
      <KeysetPager data={page} trail={trail} size={size} sizes={limits.page_sizes_finance} onGo={go} />
    </>
  );
}

function SecurityFilters({
  filter,
  onChange,
}: {
  filter: SecuritySearch;
  onChange: (change: Change) => void;
}) {
  const { user, kind, from, to } = filter;
  return (
    <Filters label="Security events" filter={filter} onChange={onChange}>
      <UserFilter label="Account" chosen={user} onChoose={(id) => onChange({ user: id })} />
      <ChoiceFilter
        label="Kind"
        any="Every kind"
        choices={securityKinds.map((each) => [each, each] as const)}
        value={kind}
        onChange={(chosen) => onChange({ kind: chosen })}
      />
      <DayField label="From day" value={from} max={to} onDay={(day) => onChange({ from: day })} />
      <DayField label="To day" value={to} min={from} onDay={(day) => onChange({ to: day })} />
    </Filters>
  );
}
