import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { TopupRecord } from "#contract/topups.ts";
import { limits } from "#contract/terms/limits.ts";
import { pageOf } from "../lib/lists.ts";
import { StatusBadge } from "../ui/badge.tsx";
import { columnsOf } from "../ui/list-columns.tsx";
import { WholePager } from "../ui/pager.tsx";
import { QueryTable } from "../ui/query-table.tsx";
import { myTopupsQuery } from "./my-topups.query.ts";

const columns = columnsOf<TopupRecord>({
  createdAt: { title: "Date", kind: "moment", card: "line" },
  rechargeId: { title: "Reference", card: "title" },
  amount: { title: "Amount", kind: "cedis" },
  status: {
    title: "Status",
    cell: ({ status, reason }) => (
      <>
        <StatusBadge status={status} />
        {reason !== null && (
          <span className="block text-sm wrap-anywhere text-muted-foreground">{reason}</span>
        )}
      </>
    ),
    className: "max-w-64 whitespace-normal",
    card: { end: ({ status }) => <StatusBadge status={status} />, text: ({ reason }) => reason },
  },
});

export function FundingHistory() {
  const query = useQuery(myTopupsQuery);
  const { data = [] } = query;
  const [page, setPage] = useState(1);
  const [size, setSize] = useState<number>(limits.page_size_default);
  const shown = pageOf(data, page, size);
  return (
    <section aria-label="Funding History" className="mt-2 flex flex-col gap-2.5">
      <h2 className="text-lg font-bold">Funding History</h2>
      <QueryTable
        of={query}
        what="Your top-ups could not be loaded."
        skeletons={3}
        height="h-17"
        whenEmpty="Your first top-up will appear here."
        label="Funding History"
        columns={columns}
        rows={shown.rows}
        pageSize={shown.last > 1 ? size : undefined}
      />
      <WholePager
        shown={shown}
        total={data.length}
        size={size}
        sizes={limits.page_sizes}
        onSize={setSize}
        onPage={setPage}
      />
    </section>
  );
}
