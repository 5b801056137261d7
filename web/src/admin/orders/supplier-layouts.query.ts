import { queryOptions } from "@tanstack/react-query";
import type { LayoutsAnswer } from "#api/contract/supplier.ts";
import { get } from "../../lib/api.ts";

export const layoutsQuery = queryOptions({
  queryKey: ["supplier layouts"],
  queryFn: ({ signal }) => get<LayoutsAnswer>("/order/supplier-layout", signal),
});
