import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { Link, useNavigate } from "@tanstack/react-router";
import type { ActRecord, ChangeRecord } from "#api/contract/audit.ts";
import { limits } from "#ledger/terms/limits.ts";
import { actKinds } from "#ledger/terms/statuses.ts";
import { texts } from "#ledger/terms/texts.ts";
import { defined } from "../../lib/address.ts";
import { cursorOf } from "../../lib/keyset.ts";
import { Card } from "../../ui/card.tsx";
import { DownloadButton } from "../../ui/download-button.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { Failure } from "../../ui/failure.tsx";
import { KeysetPager } from "../shared/keyset-pager.tsx";
import { PageTitle } from "../../ui/page-title.tsx";
import { SkeletonRows } from "../../ui/skeleton.tsx";
import type { ActSearch } from "../../routes/-admin-search.ts";
import { AuditTabs } from "./audit-tabs.tsx";
import { actsQuery } from "./audit.query.ts";
import { ChoiceFilter, ChosenFilter, Filters, TextFilter } from "./filter-fields.tsx";
import { actors } from "./movement-list.tsx";
import { UserFilter } from "./user-filter.tsx";

type Change = { [Key in keyof ActSearch]: ActSearch[Key] | undefined };

/** All administrative acts: who changed what, with before and after. */
export function ActsPage({ size = limits.page_size_default, trail, ...filter }: ActSearch) {
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
        <DownloadButton path="/audit/acts.csv" name="acts.csv" filter={filter} />
      </div>
      <AuditTabs />
      <ActFilters filter={filter} onChange={go} />
      {isPending && <SkeletonRows count={size} className="h-20" />}
      {isError && (
        <Failure what="The acts could not be loaded." error={error} onRetry={() => void refetch()} />
      )}
      {data !== undefined && rows.length === 0 && <EmptyState title={texts.noRecords} />}
      <ul aria-label="Acts" className="flex flex-col gap-2.5">
        {rows.map((act) => (
          <li key={act._id}>
            <Act act={act} />
          </li>
        ))}
      </ul>
      <KeysetPager data={page} trail={trail} size={size} sizes={limits.page_sizes_finance} onGo={go} />
    </>
  );
}

function ActFilters({ filter, onChange }: { filter: ActSearch; onChange: (change: Change) => void }) {
  const { user, actor, kind, clearing, from, to } = filter;
  return (
    <Filters label="Acts" filter={filter}>
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
      <TextFilter label="From day" type="date" value={from} onChange={(day) => onChange({ from: day })} />
      <TextFilter label="To day" type="date" value={to} onChange={(day) => onChange({ to: day })} />
    </Filters>
  );
}

function Act({ act }: { act: ActRecord }) {
  const about = act.user ?? act.product;
  return (
    <Card className="flex flex-col gap-1.5">
      <p className="flex flex-wrap items-baseline justify-between gap-x-3">
        <span>
          <b className="capitalize">{act.kind}</b>
          {about !== null && <> · {about}</>}
        </span>
        <span className="text-sm text-muted-foreground">
          {act.date} · by {actors(act)} · {act.position}
        </span>
      </p>
      <dl className="flex flex-col gap-1 text-sm">
        {act.changes.map((change) => (
          <ChangeLine key={change.what} change={change} />
        ))}
      </dl>
      {act.kind === "cleared list" && (
        <Link
          to="/admin/audit/acts"
          search={{ clearing: act.position }}
          className="inline-flex min-h-12 items-center self-start text-sm text-primary underline underline-offset-3 md:min-h-10"
        >
          Show what it removed
        </Link>
      )}
    </Card>
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
