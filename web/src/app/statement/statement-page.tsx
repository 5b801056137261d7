import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { limits } from "#ledger/terms/limits.ts";
import { showingEntries, texts } from "#ledger/terms/texts.ts";
import { defined } from "../../lib/address.ts";
import { backward, cursorOf, forward } from "../../lib/keyset.ts";
import { useIsDesk } from "../../lib/media.ts";
import { SaveButtons } from "../../ui/save-buttons.tsx";
import { fileRows } from "../../ui/data-columns.tsx";
import { DataTable } from "../../ui/data-table.tsx";
import { DownloadButton } from "../../ui/download-button.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { Loading } from "../../ui/loading.tsx";
import { PageTitle } from "../../ui/page-title.tsx";
import { Pager } from "../../ui/pager.tsx";
import { TransactionTabs } from "../orders/transaction-tabs.tsx";
import { MonthCard } from "./month-card.tsx";
import { ownMovementColumns, movementFileColumns } from "./movement-columns.tsx";
import { type FilterChange, type StatementFilter, StatementFilters } from "./statement-filters.tsx";
import { fetchStatement, statementQuery } from "./statement.query.ts";

interface Props extends StatementFilter {
  size?: number;
  trail?: string;
  month?: string;
}

/** All movements of the user's wallet, each with its reason and the balance after it. */
export function StatementPage({ size = limits.page_size_default, trail, month, ...filter }: Props) {
  const query = useQuery({
    ...statementQuery({ limit: size, cursor: cursorOf(trail), ...filter }),
    placeholderData: keepPreviousData,
  });
  const { data } = query;
  const navigate = useNavigate({ from: "/home/statement" });
  const isDesk = useIsDesk();
  const go = (change: FilterChange & { size?: number; trail?: string | undefined }) =>
    void navigate({ search: (old) => defined({ ...old, trail: undefined, ...change }), resetScroll: false });
  const showMonth = (chosen: string | undefined) =>
    void navigate({
      search: (old) => defined({ ...old, month: chosen }),
      replace: true,
      resetScroll: false,
    });
  const rows = data?.items ?? [];
  const next = data?.next ?? null;
  return (
    <>
      <PageTitle name="Wallet statement">My transactions</PageTitle>
      <TransactionTabs />
      <MonthCard month={month} onMonth={showMonth} />
      <StatementFilters {...filter} onChange={go} />
      <Loading
        of={query}
        what="Your statement could not be loaded."
        rows={5}
        height={isDesk ? "h-9" : undefined}
      />
      {data !== undefined && rows.length === 0 && (
        <EmptyState title={texts.noRecords}>
          {Object.keys(filter).length === 0
            ? "Your first top-up will appear here."
            : "Try another word or other days."}
        </EmptyState>
      )}
      {rows.length > 0 && (
        <>
          <DataTable
            label="Wallet statement"
            columns={ownMovementColumns}
            rows={rows}
            pageSize={trail === undefined && next === null ? undefined : size}
          />
          <Pager
            text={showingEntries(rows.length, data?.total ?? 0, data?.totalIsExact)}
            size={size}
            sizes={limits.page_sizes}
            onSize={(chosen) => go({ size: chosen })}
            onPrevious={trail === undefined ? undefined : () => go({ trail: backward(trail) })}
            onNext={next === null ? undefined : () => go({ trail: forward(trail, next) })}
          />
          <div className="flex flex-wrap gap-2 max-md:*:flex-auto md:self-end">
            <DownloadButton path="/user/statement.ndjson" name="statement.ndjson">
              Verifiable file
            </DownloadButton>
            <SaveButtons
              list="statement"
              days={filter}
              rows={async () => fileRows(movementFileColumns, await fetchStatement(filter))}
            />
          </div>
        </>
      )}
    </>
  );
}
