import { useQuery } from "@tanstack/react-query";
import { Link, useNavigate } from "@tanstack/react-router";
import { Search as SearchIcon } from "lucide-react";
import { limits } from "#ledger/terms/limits.ts";
import { orderStatuses, type OrderStatus } from "#ledger/terms/statuses.ts";
import { showingEntries, texts } from "#ledger/terms/texts.ts";
import { defined } from "../../lib/address.ts";
import { useIsDesk } from "../../lib/media.ts";
import { pageOf } from "../../lib/lists.ts";
import { buttonVariants } from "../../ui/button.tsx";
import { Chip, Chips } from "../../ui/chips.tsx";
import { SaveButtons } from "../../ui/save-buttons.tsx";
import { fileRows } from "../../ui/data-columns.tsx";
import { DataTable } from "../../ui/data-table.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { Loading } from "../../ui/loading.tsx";
import { Input } from "../../ui/field.tsx";
import { PageTitle } from "../../ui/page-title.tsx";
import { Pager } from "../../ui/pager.tsx";
import { UnansweredPurchases } from "../buy/unanswered-purchases.tsx";
import { myOrdersQuery } from "./my-orders.query.ts";
import { dayHeading, orderColumns } from "./order-columns.tsx";
import { Receipt } from "./receipt.tsx";
import { searchOrders } from "./search-orders.ts";
import { TransactionTabs } from "./transaction-tabs.tsx";

interface Props {
  q?: string;
  status?: OrderStatus;
  size?: number;
  page?: number;
  receipt?: string;
}

type Change = { [Key in keyof Props]: Props[Key] | undefined };

export function TransactionsPage({
  q = "",
  status,
  size = limits.page_size_default,
  page = 1,
  receipt,
}: Props) {
  const query = useQuery(myOrdersQuery);
  const { data } = query;
  const navigate = useNavigate({ from: "/home/my-transactions" });
  const isDesk = useIsDesk();
  const set = (change: Change) =>
    void navigate({ search: (old) => defined({ ...old, ...change }), replace: true, resetScroll: false });
  const found = searchOrders(data ?? [], q, status);
  const { rows, current, last } = pageOf(found, page, size);
  const open = data?.find((order) => order._id === receipt);
  return (
    <>
      <PageTitle name="Transactions">My transactions</PageTitle>
      <TransactionTabs />
      <UnansweredPurchases />
      <Filters q={q} status={status} onChange={(change) => set({ ...change, page: 1 })} />
      <Loading
        of={query}
        what="Your orders could not be loaded."
        rows={5}
        height={isDesk ? "h-9" : undefined}
      />
      {data !== undefined && found.length === 0 && <NothingFound isEmpty={data.length === 0} />}
      {rows.length > 0 && (
        <DataTable
          label="My transactions"
          columns={orderColumns}
          rows={rows}
          pageSize={last > 1 ? size : undefined}
          cardHeading={dayHeading}
          rowProps={({ _id }) => ({ "data-order": _id })}
          onOpen={({ _id }) =>
            void navigate({ search: (old) => ({ ...old, receipt: _id }), resetScroll: false })
          }
        />
      )}
      {rows.length > 0 && (
        <Pager
          text={showingEntries(rows.length, found.length)}
          size={size}
          sizes={limits.page_sizes}
          onSize={(chosen) => set({ size: chosen, page: 1 })}
          onPrevious={current > 1 ? () => set({ page: current - 1 }) : undefined}
          onNext={current < last ? () => set({ page: current + 1 }) : undefined}
        />
      )}
      {rows.length > 0 && <SaveButtons list="orders" rows={() => fileRows(orderColumns, found)} />}
      {open !== undefined && (
        <Receipt
          order={open}
          onClose={() =>
            void navigate({ search: ({ receipt: _, ...old }) => old, replace: true, resetScroll: false })
          }
        />
      )}
    </>
  );
}

function Filters({
  q,
  status,
  onChange,
}: {
  q: string;
  status: OrderStatus | undefined;
  onChange: (change: Change) => void;
}) {
  return (
    <div className="flex flex-col gap-2 md:flex-row-reverse md:items-center md:justify-between">
      <div className="relative md:w-56 lg:w-72">
        <SearchIcon
          aria-hidden
          className="absolute inset-y-0 left-3.5 my-auto size-5 text-muted-foreground"
        />
        <Input
          type="search"
          aria-label="Search"
          placeholder="Search"
          className="pl-11"
          value={q}
          onChange={({ target }) => onChange({ q: target.value })}
        />
      </div>
      <Chips label="Status" className="md:mx-0 md:px-0">
        <Chip on={status === undefined} onClick={() => onChange({ status: undefined })}>
          All
        </Chip>
        {orderStatuses.map((each) => (
          <Chip
            key={each}
            on={status === each}
            className="capitalize"
            onClick={() => onChange({ status: each })}
          >
            {each}
          </Chip>
        ))}
      </Chips>
    </div>
  );
}

function NothingFound({ isEmpty }: { isEmpty: boolean }) {
  return (
    <EmptyState title={texts.noRecords}>
      {isEmpty ? (
        <Link to="/home" className={buttonVariants()}>
          Buy your first bundle
        </Link>
      ) : (
        "Try another word or status."
      )}
    </EmptyState>
  );
}
