import { Link, useSearch } from "@tanstack/react-router";
import { keepPreviousData, useQuery, queryOptions } from "@tanstack/react-query";
import { limits } from "#contract/terms/limits.ts";
import { useSearchChange } from "../lib/search-change.ts";
import { fileRows, SaveMenu, DownloadButton } from "../ui/file-buttons.tsx";
import { cursorOf, KeysetPager, pagedSize } from "../ui/pager.tsx";
import { useIsDesk } from "../lib/media.ts";
import { PageTitle } from "../ui/page-title.tsx";
import { QueryTable } from "../ui/query-table.tsx";
import { TransactionTabs } from "../orders/transaction-tabs.tsx";
import { buttonVariants } from "../ui/button.tsx";
import { DayFields } from "../ui/day-field.tsx";
import { SearchBox } from "../ui/search-box.tsx";
import { MonthCard } from "./month-card.tsx";
import type { MovementRecord } from "#contract/account.ts";
import { pesewas } from "../lib/money.ts";
import { columnsOf, type Fields } from "../ui/list-columns.tsx";
import { OwnBalance } from "../users/own-balance.tsx";
import { Amount, kindName, movementDetails } from "./movement-text.tsx";
import { get } from "../lib/api.ts";
import { fetchPage, queryString } from "../lib/lists.ts";
import { prefetch } from "../lib/query-client.ts";

export const loader = ({ deps }: { deps: StatementAddress }) => prefetch(statementQuery(deps));

/** All movements of the user's wallet, each with its reason and the balance after it. */
export function StatementPage() {
  const address = useSearch({ from: "/home/statement" });
  const { size = limits.page_size_default, trail, month, ...filter } = address;
  const isWhole = Object.keys(filter).length === 0;
  const query = useQuery({ ...statementQuery(address), placeholderData: keepPreviousData });
  const { data } = query;
  const isDesk = useIsDesk();
  const change = useSearchChange<typeof address>();
  const go = (to: Parameters<typeof change>[0]) => change({ trail: undefined, ...to });
  const replace = useSearchChange<typeof address>({ replace: true });
  const rows = data?.rows ?? [];
  return (
    <>
      <PageTitle name="Wallet statement">My transactions</PageTitle>
      <TransactionTabs />
      <MonthCard month={month} onMonth={(chosen) => replace({ month: chosen })} />
      <search
        aria-label="Filter the statement"
        className="grid grid-cols-2 gap-2 md:grid-cols-4 md:items-end"
      >
        <div className="col-span-2">
          <SearchBox
            value={filter.search ?? ""}
            placeholder="Reference, number or package"
            onSearch={(text) => go({ search: text || undefined })}
          />
        </div>
        <DayFields from={filter.from} to={filter.to} labels={["From", "To"]} onDays={go} />
      </search>
      <QueryTable
        of={query}
        what="Your statement could not be loaded."
        height={isDesk ? "h-9" : undefined}
        onShowAll={isWhole ? undefined : () => go({ search: undefined, from: undefined, to: undefined })}
        whenEmpty={isWhole ? firstTopup : "Try another word or other days."}
        label="Wallet statement"
        columns={movementColumns}
        rows={rows}
        pageSize={pagedSize(data, trail, size)}
      />
      {rows.length > 0 && (
        <>
          <KeysetPager data={data} trail={trail} size={size} sizes={limits.page_sizes} onGo={go} />
          <div className="flex flex-wrap gap-2 max-md:*:flex-auto md:self-end">
            <DownloadButton path="/user/statement.ndjson" name="statement.ndjson">
              Verifiable file
            </DownloadButton>
            <SaveMenu
              list="statement"
              days={filter}
              rows={async () => {
                const path = `/user/statement${queryString(filter)}`;
                return fileRows(movementFields, await get<MovementRecord[]>(path));
              }}
            />
          </div>
        </>
      )}
    </>
  );
}

const firstTopup = (
  <>
    Your first top-up will appear here.
    <Link to="/home/topup" className={buttonVariants()}>
      Top up
    </Link>
  </>
);

/** The user's movements in their table and file, each with its reason and the balance after it, which may be hidden. */
const movementFields: Fields<MovementRecord> = {
  date: { title: "Date", card: "line" },
  kind: { title: "Kind", value: kindName, className: "font-semibold", card: "title" },
  details: {
    title: "Details",
    value: movementDetails,
    className: "max-w-80 truncate",
    fullText: movementDetails,
    card: { more: movementDetails },
  },
  reference: { title: "Reference", card: { more: ({ reference }) => reference } },
  amount: {
    title: "Amount",
    kind: "cedis",
    cell: ({ amount }) => <Amount cedis={amount} />,
    card: "end",
  },
  balance: {
    title: "Balance",
    fileTitle: "Balance",
    kind: "cedis",
    cell: ({ balance }) => <OwnBalance amount={pesewas(balance)} />,
    className: "",
    card: {
      end: ({ balance }) => (
        <span className="text-sm text-muted-foreground">
          <span>Balance after</span> <OwnBalance amount={pesewas(balance)} />
        </span>
      ),
    },
  },
  // It proves the movement's place in the log.
  position: { title: "Position", only: "file" },
};

const movementColumns = columnsOf(movementFields);

/** What the address says of the statement. Days are in UTC, both included. */
export interface StatementAddress {
  from?: string | undefined;
  to?: string | undefined;
  search?: string | undefined;
  size?: number | undefined;
  trail?: string | undefined;
}

/** One page of the user's wallet movements, newest first. Fetched again when the wallet changes. */
function statementQuery({ from, to, search, size = limits.page_size_default, trail }: StatementAddress) {
  const asked = { limit: size, cursor: cursorOf(trail), from, to, search };
  return queryOptions({
    queryKey: ["statement", asked],
    queryFn: ({ signal }) => fetchPage<MovementRecord>(`/user/statement${queryString(asked)}`, signal),
    meta: { outdatedBy: ({ event }) => event === "CurrUserUpdated" },
  });
}
