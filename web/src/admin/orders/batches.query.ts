import { queryOptions } from "@tanstack/react-query";
import type { BatchRecord, LayoutsAnswer } from "#api/contract/supplier.ts";
import { get } from "../../lib/api.ts";
import { fetchPage, queryString } from "../../lib/lists.ts";

interface Asked {
  from?: string | undefined;
  to?: string | undefined;
  limit: number;
  cursor?: string | undefined;
}

export const batchesQuery = (page: Asked) =>
  queryOptions({
    queryKey: ["batches", page],
    // Other admins send batches too, and nothing tells this page.
    staleTime: 0,
    queryFn: ({ signal }) => fetchPage<BatchRecord>(`/order/batches${queryString({ ...page })}`, signal),
  });

export const layoutsQuery = queryOptions({
  queryKey: ["supplier layouts"],
  queryFn: ({ signal }) => get<LayoutsAnswer>("/order/supplier-layout", signal),
});
