import { queryOptions } from "@tanstack/react-query";
import type { BeneficiaryRecord } from "#api/contract/account.ts";
import { get, put } from "../../lib/api.ts";
import { queryClient } from "../../lib/query-client.ts";

/** The numbers that the user has named, by name. */
export const beneficiariesQuery = queryOptions({
  queryKey: ["beneficiaries"],
  queryFn: ({ signal }) => get<BeneficiaryRecord[]>("/user/beneficiaries", signal),
});

/** Names a number. Null removes its name. */
export async function nameNumber(phone: string, name: string | null): Promise<void> {
  const all = await put<BeneficiaryRecord[]>("/user/beneficiaries", { phone, name });
  queryClient.setQueryData(beneficiariesQuery.queryKey, all);
}
