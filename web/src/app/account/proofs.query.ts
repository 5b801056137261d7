import type { ProofsAnswer } from "#api/contract/proofs.ts";
import { getQuery } from "../../lib/get-query.ts";

/** By the phone number, which can be changed on the same page: a new one is not proved. */
export function proofsQuery(phone: string) {
  return getQuery<ProofsAnswer>(["proofs", phone], "/user/proofs");
}
