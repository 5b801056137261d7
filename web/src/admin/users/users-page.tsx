import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { limits } from "#ledger/terms/limits.ts";
import { accountStatuses, levels, type AccountStatus, type Level } from "#ledger/terms/statuses.ts";
import { texts } from "#ledger/terms/texts.ts";
import { defined } from "../../lib/address.ts";
import { cursorOf } from "../../lib/keyset.ts";
import { useIsDesk } from "../../lib/media.ts";
import { Chip, Chips } from "../../ui/chips.tsx";
import { DataTable } from "../../ui/data-table.tsx";
import { DayRange } from "../shared/filters.tsx";
import { ExportButtons } from "../shared/export-buttons.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { Failure } from "../../ui/failure.tsx";
import { KeysetPager, pagedSize } from "../shared/keyset-pager.tsx";
import { NewPill } from "../../ui/new-pill.tsx";
import { PageTitle } from "../../ui/page-title.tsx";
import { SearchBox } from "../../ui/search-box.tsx";
import { SkeletonRows } from "../../ui/skeleton.tsx";
import { usersQuery } from "../../app/account/users.query.ts";
import { userColumns } from "./user-columns.tsx";

export interface UsersSearch {
  q?: string;
  level?: Level;
  status?: AccountStatus;
  /** Days of registration, "2026-11-21". */
  from?: string;
  to?: string;
  size?: number;
  trail?: string;
}
type Go = (change: { [Key in keyof UsersSearch]: UsersSearch[Key] | undefined }) => void;

export function UsersPage(search: UsersSearch) {
  const { q, level, status, from, to, size = limits.page_size_default, trail } = search;
  const filter = { search: q, userLevel: level, status, from, to };
  const { data, isPending, isError, error, refetch } = useQuery({
    ...usersQuery({ ...filter, limit: size, cursor: cursorOf(trail) }),
    placeholderData: keepPreviousData,
  });
  const navigate = useNavigate({ from: "/admin/users/" });
  const isDesk = useIsDesk();
  const go: Go = (change) =>
    void navigate({ search: (old) => defined({ ...old, trail: undefined, ...change }), resetScroll: false });
  const rows = data?.rows ?? [];
  return (
    <>
      <div className="flex min-h-12 flex-wrap items-center justify-between gap-3">
        <PageTitle>Users</PageTitle>
        <div className="flex flex-wrap items-center gap-2">
          <NewPill count={data?.arrived.length} onShow={() => void refetch()} />
          <ExportButtons path="/user/users.csv" filter={filter} />
        </div>
      </div>
      <Filters q={q} level={level} status={status} onGo={go} />
      <DayRange from={from} to={to} onDays={go} />
      {isPending && <SkeletonRows count={size} className={isDesk ? "h-11" : "h-38"} />}
      {isError && (
        <Failure what="The users could not be loaded." error={error} onRetry={() => void refetch()} />
      )}
      {data !== undefined && rows.length === 0 && <EmptyState title={texts.noRecords} />}
      {rows.length > 0 && (
        <DataTable label="Users" columns={userColumns} rows={rows} pageSize={pagedSize(data, trail, size)} />
      )}
      <KeysetPager data={data} trail={trail} size={size} sizes={limits.page_sizes} onGo={go} />
    </>
  );
}

function Filters({
  q = "",
  level,
  status,
  onGo,
}: {
  q: string | undefined;
  level: Level | undefined;
  status: AccountStatus | undefined;
  onGo: Go;
}) {
  return (
    <div className="flex flex-col gap-2 md:flex-row-reverse md:items-center md:justify-between">
      <SearchBox
        value={q}
        placeholder="Name, number, email"
        className="md:w-72"
        onSearch={(text) => onGo({ q: text || undefined })}
      />
      <Chips label="Level and status">
        <Chip
          on={level === undefined && status === undefined}
          onClick={() => onGo({ level: undefined, status: undefined })}
        >
          All
        </Chip>
        {levels.map((each) => (
          <Chip
            key={each}
            on={level === each}
            onClick={() => onGo({ level: level === each ? undefined : each })}
          >
            {each}
          </Chip>
        ))}
        {accountStatuses.map((each) => (
          <Chip
            key={each}
            on={status === each}
            onClick={() => onGo({ status: status === each ? undefined : each })}
          >
            {each}
          </Chip>
        ))}
      </Chips>
    </div>
  );
}
