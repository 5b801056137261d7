import type { BeneficiaryRecord } from "#contract/account.ts";
import { put } from "../../lib/api.ts";
import { queryClient, getQuery } from "../../lib/query-client.ts";

export const beneficiariesQuery = getQuery<BeneficiaryRecord[]>(["beneficiaries"], "/user/beneficiaries");

/** Names a number. Null removes its name. */
export async function nameNumber(phone: string, name: string | null): Promise<void> {
  const all = await put<BeneficiaryRecord[]>("/user/beneficiaries", { phone, name });
  queryClient.setQueryData(beneficiariesQuery.queryKey, all);
}
