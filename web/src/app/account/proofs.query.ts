import { queryOptions } from "@tanstack/react-query";
import type { ProofsAnswer } from "#api/contract/proofs.ts";
import { get } from "../../lib/api.ts";

/** By the phone number, which can be changed on the same page: a new one is not proved. */
export function proofsQuery(phone: string) {
  return queryOptions({
    queryKey: ["proofs", phone],
    queryFn: ({ signal }) => get<ProofsAnswer>("/user/proofs", signal),
  });
}
