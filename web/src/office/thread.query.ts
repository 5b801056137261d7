import type { ThreadAnswer } from "#contract/audit.ts";
import { getQuery } from "../lib/query-client.ts";
import { walletMoved } from "./account.query.ts";

/** A movement with those that it corrects or that correct it. */
export function threadQuery(position: number) {
  return getQuery<ThreadAnswer>(["audit", "thread", position], `/audit/thread/${position}`, {
    outdatedBy: walletMoved,
  });
}
