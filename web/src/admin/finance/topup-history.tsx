import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { limits } from "#ledger/terms/limits.ts";
import { topupStatuses, type TopupStatus } from "#ledger/terms/statuses.ts";
import { texts } from "#ledger/terms/texts.ts";
import { defined } from "../../lib/address.ts";
import { cursorOf } from "../../lib/keyset.ts";
import { useIsDesk } from "../../lib/media.ts";
import { Chip, Chips } from "../../ui/chips.tsx";
import { ExportButtons } from "../shared/export-buttons.tsx";
import { DayRange } from "../shared/filters.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { Failure } from "../../ui/failure.tsx";
import { KeysetPager, pagedSize } from "../shared/keyset-pager.tsx";
import { SearchBox } from "../../ui/search-box.tsx";
import { SkeletonRows } from "../../ui/skeleton.tsx";
import { topupPageQuery } from "./topups.query.ts";
import { RequestList } from "./request-list.tsx";

export interface HistoryProps {
  q?: string;
  status?: TopupStatus;
  from?: string;
  to?: string;
  size?: number;
  trail?: string;
}

export function TopupHistory({ q, status, from, to, size = limits.page_size_default, trail }: HistoryProps) {
  const query = topupPageQuery({ limit: size, cursor: cursorOf(trail), status, search: q, from, to });
  const { data, isPending, isError, error, refetch } = useQuery({
    ...query,
    placeholderData: keepPreviousData,
  });
  const navigate = useNavigate({ from: "/admin/finance" });
  const isDesk = useIsDesk();
  const go = (change: { [Key in keyof HistoryProps]: HistoryProps[Key] | undefined }) =>
    void navigate({ search: (old) => defined({ ...old, trail: undefined, ...change }), resetScroll: false });
  const rows = data?.rows ?? [];
  return (
    <section aria-label="Topup history" className="mt-2 flex flex-col gap-2.5">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h2 className="text-lg font-bold">Topup history</h2>
        <ExportButtons path="/recharge/topups.csv" filter={{ search: q, status, from, to }} />
      </div>
      <div className="flex flex-col gap-2 md:flex-row-reverse md:items-center md:justify-between">
        <SearchBox
          value={q ?? ""}
          placeholder="Reference, user, number, MoMo ID"
          className="md:w-80"
          onSearch={(text) => go({ q: text || undefined })}
        />
        <Chips label="Status">
          <Chip on={status === undefined} onClick={() => go({ status: undefined })}>
            All
          </Chip>
          {topupStatuses.map((each) => (
            <Chip key={each} on={status === each} className="capitalize" onClick={() => go({ status: each })}>
              {each}
            </Chip>
          ))}
        </Chips>
      </div>
      <DayRange from={from} to={to} onDays={go} />
      {isPending && <SkeletonRows count={size} className={isDesk ? "h-9" : "h-21"} />}
      {isError && (
        <Failure what="The history could not be loaded." error={error} onRetry={() => void refetch()} />
      )}
      {data !== undefined && rows.length === 0 && <EmptyState title={texts.noRecords} />}
      {rows.length > 0 && <RequestList rows={rows} isManaged pageSize={pagedSize(data, trail, size)} />}
      <KeysetPager data={data} trail={trail} size={size} sizes={limits.page_sizes_finance} onGo={go} />
    </section>
  );
}
