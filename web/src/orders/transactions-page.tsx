import { useQuery } from "@tanstack/react-query";
import { Link, useSearch } from "@tanstack/react-router";
import { limits } from "#contract/terms/limits.ts";
import { orderStatuses } from "#contract/terms/statuses.ts";
import { fileRows, SaveMenu } from "../ui/file-buttons.tsx";
import { useIsDesk } from "../lib/media.ts";
import { pageOf } from "../lib/lists.ts";
import { useSearchChange } from "../lib/search-change.ts";
import { buttonVariants } from "../ui/button.tsx";
import { CardButton, columnsOf, type Fields } from "../ui/list-columns.tsx";
import { Chip, Chips } from "../ui/chips.tsx";
import { PageTitle } from "../ui/page-title.tsx";
import { WholePager } from "../ui/pager.tsx";
import { QueryTable } from "../ui/query-table.tsx";
import { SearchBox } from "../ui/search-box.tsx";
import { UnansweredPurchases } from "./buy/unanswered-purchases.tsx";
import { myOrdersQuery } from "./my-orders.query.ts";
import { Receipt } from "./receipt.tsx";
import { searchOrders } from "./search-orders.ts";
import { TransactionTabs } from "./transaction-tabs.tsx";
import type { OrderRecord } from "#contract/order-list.ts";
import { Badge, StatusBadge } from "../ui/badge.tsx";
import { Monogram, NetworkName } from "../ui/monogram.tsx";
import { prefetch } from "../lib/query-client.ts";

export const loader = () => prefetch(myOrdersQuery);

export function TransactionsPage() {
  const search = useSearch({ from: "/home/my-transactions" });
  const { q = "", status, size = limits.page_size_default, page = 1, receipt } = search;
  const query = useQuery(myOrdersQuery);
  const { data = [] } = query;
  const open = useSearchChange<typeof search>();
  const set = useSearchChange<typeof search>({ replace: true });
  const isDesk = useIsDesk();
  const found = searchOrders(data, q, status);
  const shown = pageOf(found, page, size);
  const opened = data.find((order) => order._id === receipt);
  return (
    <>
      <PageTitle name="Transactions">My transactions</PageTitle>
      <TransactionTabs />
      <UnansweredPurchases />
      <div className="flex flex-col gap-2 md:flex-row-reverse md:items-center md:justify-between">
        <SearchBox
          value={q}
          placeholder="Search"
          className="md:w-56 lg:w-72"
          onSearch={(text) => set({ q: text || undefined, page: 1 })}
        />
        <Chips label="Status" className="md:mx-0 md:px-0">
          {[undefined, ...orderStatuses].map((each) => (
            <Chip
              key={each ?? "all"}
              on={status === each}
              className="capitalize"
              onClick={() => set({ status: each, page: 1 })}
            >
              {each ?? "All"}
            </Chip>
          ))}
        </Chips>
      </div>
      <QueryTable
        of={query}
        what="Your orders could not be loaded."
        height={isDesk ? "h-9" : undefined}
        onShowAll={data.length > 0 ? () => set({ q: undefined, status: undefined, page: 1 }) : undefined}
        whenEmpty={data.length > 0 ? "Try another word or status." : buyFirst}
        label="My transactions"
        columns={orderColumns}
        rows={shown.rows}
        pageSize={shown.last > 1 ? size : undefined}
        cardHeading={dayHeading}
        rowProps={({ _id }) => ({ "data-order": _id })}
        onOpen={({ _id }) => open({ receipt: _id })}
      />
      <WholePager
        shown={shown}
        total={found.length}
        size={size}
        sizes={limits.page_sizes}
        onSize={(chosen) => set({ size: chosen, page: 1 })}
        onPage={(chosen) => set({ page: chosen })}
      />
      {found.length > 0 && <SaveMenu list="orders" rows={() => fileRows(orderFields, found)} />}
      {opened !== undefined && <Receipt order={opened} onClose={() => set({ receipt: undefined })} />}
    </>
  );
}

const buyFirst = (
  <Link to="/home" className={buttonVariants()}>
    Buy your first bundle
  </Link>
);

/** One user's orders in their table and file, with the specification's columns. */
const orderFields: Fields<OrderRecord> = {
  id: {
    title: "ID",
    opens: ({ id }) => `Receipt of order ${id}`,
    card: { more: ({ id }, open) => <CardButton onOpen={open}>ID&nbsp;{id}</CardButton> },
  },
  network: {
    title: "Network",
    cell: ({ network }) => <NetworkName network={network} />,
    card: { lead: ({ network }) => <Monogram network={network} />, more: ({ network }) => network },
  },
  receiver: { title: "Beneficiary", kind: "phone", card: "line" },
  offer: { title: "Package", card: "title" },
  totalAmount: { title: "Amount", kind: "cedis" },
  reference: { title: "Reference", card: { more: ({ reference }) => `Ref.\u00a0${reference}` } },
  date: { title: "Date", card: { more: ({ date }) => date.slice(11) } },
  status: {
    title: "Status",
    cell: ({ status, ofShop }) => (
      <>
        {ofShop && <Badge variant="info">My shop</Badge>} <StatusBadge status={status} />
      </>
    ),
    card: "end",
  },
};

const orderColumns = columnsOf(orderFields);

/** The server's day, dd/mm/yyyy, as the heading of its cards. It is UTC, which is also the time in Accra. */
function dayHeading({ date }: OrderRecord): string {
  const day = date.slice(0, 10);
  return day === new Date().toISOString().slice(0, 10).split("-").reverse().join("/") ? "Today" : day;
}
