import { queryOptions } from "@tanstack/react-query";
import type { PhoneReport } from "#api/contract/phone.ts";
import { get } from "../../../lib/api.ts";

/** Messages come at any moment, and nothing else tells this page. */
const ask_again_ms = 10_000;

export const phoneQuery = queryOptions({
  queryKey: ["payments", "phone"],
  staleTime: 0,
  refetchInterval: ask_again_ms,
  queryFn: ({ signal }) => get<PhoneReport>("/payment/phone", signal),
});
